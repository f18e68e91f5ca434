const forbidden = [
  [/\/src\/(?:platform|server)\//, 'server code'],
  [/\/src\/features\/.+\/(?:api|sql)\.ts$/, 'a procedure or a query'],
  [
    /\/node_modules\/(?:pg|kysely|better-auth|pino|nodemailer|prom-client|@electric-sql)\//,
    'a server library',
  ],
  [/\/node_modules\/@orpc\/(?:server|openapi)\//, 'a server library'],
  // zod beside zod/mini costs every route 14 kB: the browser's schemas import zod/mini.
  [/\/node_modules\/zod\/v4\/classic\//, 'the whole of zod (import zod/mini)'],
];

/** A Vite plugin that fails the build when something reaches the browser that must not. */
export function refuseServerCode() {
  return {
    name: 'refuse-server-code',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle)
        .filter((output) => output.type === 'chunk')
        .flatMap((chunk) => Object.keys(chunk.modules));
      // In the order of the table: our own files first, what they drag in after them.
      const found = forbidden.flatMap(([pattern, what]) =>
        modules.filter((id) => pattern.test(id)).map((id) => `${what}: ${id}`),
      );
      if (found.length === 0) return;
      const blame = found.map(
        (line) => `${line}\n    imported by ${importers(this, line.split(': ')[1]).join(', ')}`,
      );
      this.error(`The pages would contain\n  ${blame.slice(0, 10).join('\n  ')}`);
    },
  };
}

function importers(context, id) {
  return context.getModuleInfo(id)?.importers.map((importer) => importer.replace(process.cwd(), '.')) ?? [];
}
