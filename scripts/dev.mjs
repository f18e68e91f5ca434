// npm run dev: the server, restarted when its sources change, and Vite in front of it with hot reload.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { endWithNpm } from './end-with-npm.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const pagesPort = Number(process.env.PORT ?? 3000);
const serverPort = pagesPort + 1;
process.env.API_URL = `http://localhost:${serverPort}`;

/** Every address without a file of its own is the app's to route. */
const appPages = {
  name: 'app-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      const path = request.url.split('?', 1)[0];
      const isPage = request.headers.accept?.includes('text/html') && !/\.\w+$/.test(path);
      if (isPage && !/^\/(api|rpc|mailbox)\b/.test(path)) request.url = '/app.html';
      next();
    });
  },
};

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(serverPort), BASE_URL: `http://localhost:${pagesPort}` },
});
const vite = await createServer({
  configFile: 'vite.config.ts',
  plugins: [appPages],
  server: { port: pagesPort, strictPort: true },
});
await vite.listen();

endWithNpm();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0));
server.once('exit', (code) => stop(code ?? 1));

function stop(code) {
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  void vite.close().then(() => process.exit(code));
}
