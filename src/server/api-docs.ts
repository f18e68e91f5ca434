import { readFile } from 'node:fs/promises';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OpenAPIGenerator, type OpenAPI } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { App } from '#server/app.ts';
import answers from '#server/api-answers.json' with { type: 'json' };
import { pathOf } from '#server/request-checks.ts';
import { router } from '#server/router.ts';

const referenceFiles = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
// From src/server and from build/server alike.
const ownFiles = ['../../src/ui/tokens.css', '../../src/server/api-docs.css'];
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Barre API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><div id="reference"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, syntaxHighlight: false });`;

/** The OpenAPI 3.1 document and a page to read it. */
export async function answerApiDocs(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const path = pathOf(request);
  if (path === '/api/docs' || path === '/api/docs/') return send(response, 'text/html', page);
  if (path === '/api/docs/start.js') return send(response, 'text/javascript', start);
  if (path === '/api/docs/openapi.json')
    return send(response, 'application/json', JSON.stringify(await describeApi(app.config.BASE_URL)));
  if (path === '/api/docs/style.css') return send(response, 'text/css', await readStyle());
  const file = path.match(/^\/api\/docs\/(swagger-ui\.css|swagger-ui-bundle\.js)$/)?.[1];
  if (!file) return false;
  return send(
    response,
    file.endsWith('css') ? 'text/css' : 'text/javascript',
    await readFile(join(referenceFiles, file)),
  );
}

/** What the tool brings, in a layer below our colours. */
async function readStyle(): Promise<string> {
  const own = await Promise.all(ownFiles.map((file) => readFile(new URL(file, import.meta.url), 'utf8')));
  return ["@import url('/api/docs/swagger-ui.css') layer(tool);", ...own].join('\n');
}

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
let described: Promise<OpenAPI.Document> | undefined;

/** The OpenAPI document of every operation. */
export function describeApi(baseUrl: string): Promise<OpenAPI.Document> {
  described ??= generate(baseUrl);
  return described;
}

async function generate(baseUrl: string): Promise<OpenAPI.Document> {
  const document = await generator.generate(router, {
    info: {
      title: 'Barre API',
      version: '1',
      description:
        'Everything the screens do. Sign in with POST /api/auth/sign-in/email; the `token` it answers is the bearer token, which POST /api/auth/sign-out ends; a page, which sends `Sec-Fetch-Site`, gets a cookie alone. All data is that of the caller’s studio. Who asks for too much in a minute is answered 429, with the seconds to wait in `Retry-After`.',
    },
    servers: [{ url: `${baseUrl}/api` }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) tellAnswer(operation as OpenAPI.OperationObject);
  return document;
}

const answerSchemas: Record<string, object> = answers;

/** The generator knows inputs, which are checked; what is answered is known by its type alone. */
function tellAnswer({ operationId = '', responses }: OpenAPI.OperationObject): void {
  const schema = answerSchemas[operationId];
  if (!schema || !responses) throw new Error(`Nothing says what ${operationId} answers.`);
  const content = 'not' in schema ? {} : { content: { 'application/json': { schema } } };
  responses['200'] = { description: '', ...content };
  for (const [status, answer] of Object.entries(responses))
    responses[status] = { ...answer, description: STATUS_CODES[status] ?? status };
}

function send(response: ServerResponse, type: string, body: string | Buffer): true {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' });
  response.end(body);
  return true;
}
