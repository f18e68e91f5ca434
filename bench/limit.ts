import { argon2, timingSafeEqual, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import { POOL_SIZE } from '#platform/config.ts';
import { rows, tenantOf, type Row } from './rows.ts';
import type { Recording } from './recorder.ts';

// How fast it could be: the same statements, prepared, over the same driver, behind the barest handler. The tenant
// comes from a signed token, no role is switched, and the database writes the JSON.

const { DATABASE_URL, RECORDINGS, PORT } = process.env;
const recordings = JSON.parse(readFileSync(RECORDINGS ?? '', 'utf8')) as Record<string, Recording>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: POOL_SIZE, pipeline: true });
const deriveKey = promisify(argon2);

const answers = new Map(rows.map((row) => [row.name, answerOf(row)]));

function answerOf(row: Row): (organizationId: string, variant: number, body: string) => Promise<string> {
  const { name, write } = row;
  if (write) {
    return async (organizationId, _, body) => {
      const values = write.values(organizationId, JSON.parse(body) as never);
      return await bodyOf({ name, text: write.sql, values });
    };
  }
  if (!row.procedure) return (_, __, body) => signIn(JSON.parse(body) as { email: string; password: string });
  const statements = recordings[name]?.limit ?? [];
  return async (organizationId, variant) => {
    const statement = statements[variant];
    if (!statement) throw new Error(`${name} was not recorded`);
    const values = [...statement.values, organizationId];
    return await bodyOf({ name: `${name}-${variant}`, text: statement.text, values });
  };
}

async function bodyOf(query: pg.QueryConfig): Promise<string> {
  const { rows: found } = await pool.query<{ body: string }>(query);
  return found[0]?.body ?? 'null';
}

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const { rows: found } = await pool.query<{ id: string; password: string }>({
    name: 'account',
    text: `select u.id, a.password from auth."user" u join auth.account a on a.user_id = u.id where u.email = $1`,
    values: [email],
  });
  const [account] = found;
  const [, , , cost = '', salt = '', key = ''] = account?.password.split('$') ?? [];
  const [memory, passes] = cost.split(',').map((each) => Number(each.slice(2)));
  const derived = await deriveKey('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: memory ?? NaN,
    passes: passes ?? NaN,
    parallelism: 1,
    tagLength: 32,
  });
  if (!account || !timingSafeEqual(derived, Buffer.from(key, 'base64'))) throw new Error('wrong password');
  const token = randomBytes(24).toString('base64url');
  return await bodyOf({
    name: 'session',
    text: `insert into auth.session (token, user_id, expires_at) values ($1, $2, now() + interval '30 days')
      returning json_build_object('token', token)::text as body`,
    values: [token, account.id],
  });
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});

async function answer(request: IncomingMessage): Promise<string> {
  const [, name = '', variant] = request.url?.split('/') ?? [];
  if (name === 'ready') return '{}';
  const organizationId = tenantOf(request.headers.authorization ?? '');
  const body = request.method === 'POST' ? await read(request) : '';
  const run = answers.get(name);
  if (!run) throw new Error(`there is no ${name}`);
  return await run(organizationId, Number(variant), body);
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => resolve(body)).on('error', reject);
  });
}

server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
