import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who the company says somebody is. */
export type Holder = { id: string; email: string; name: string; isVerified: boolean };

export type Companies = {
  url: string;
  /** Who agrees at the next visit. */
  holder: Holder;
  /** What the next id tokens say besides, or with what they are signed instead of the company's key. */
  idToken: { claims?: Record<string, unknown>; key?: KeyObject | null };
  /** What went wrong with the last exchange of a code, if anything did. */
  refusal: string | null;
  /** Whether it leads on, with method and body, whoever asks for anything but agreement; and who let themselves be led. */
  leadsOn: boolean;
  ledOn: string[];
  close(): Promise<void>;
};

const hosts = ['github.com', 'api.github.com', 'oauth2.googleapis.com', 'www.googleapis.com'];
const tenant = 'a80d0c3a-30a5-4b5e-b7e9-0e3b8c1f7d11';

/**
 * GitHub, Google and Microsoft in one small server that speaks OAuth with PKCE and OpenID: codes work once, for the
 * client and the verifier they were made for, and id tokens are signed with a key that it publishes. The addresses of
 * GitHub and Google are fixed in the library, so requests to them are led here; Microsoft's is a setting.
 */
export async function openCompanies(): Promise<Companies> {
  const codes = new Map<string, { challenge: string; clientId: string; redirect: string; holder: Holder }>();
  const tokens = new Map<string, Holder>();
  const keys = newKeys();
  const companies: Companies = {
    url: '',
    idToken: {},
    holder: { id: '1', email: 'nobody@barre.test', name: 'Nobody', isVerified: true },
    refusal: null,
    leadsOn: false,
    ledOn: [],
    close: async () => {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status = 200, location, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) });
      response.end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  companies.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!hosts.includes(url.host)) return realFetch(input, init);
    return realFetch(`${companies.url}${url.pathname}${url.search}`, init);
  };
  return companies;

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; location?: string; body?: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', companies.url);
    if (pathname.startsWith('/elsewhere')) companies.ledOn.push(pathname);
    if (/authorize$|auth$/.test(pathname)) return authorize(searchParams);
    if (companies.leadsOn) return { status: 307, location: `/elsewhere${pathname}` };
    if (pathname.endsWith('token'))
      return exchange(pathname, new URLSearchParams(await textOf(request)), request);
    if (/certs$|keys$/.test(pathname))
      return {
        body: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      };
    const holder = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!holder) return { status: 401 };
    if (pathname === '/user')
      return { body: { id: Number(holder.id), login: holder.name, name: holder.name } };
    if (pathname === '/user/emails')
      return { body: [{ email: holder.email, primary: true, verified: holder.isVerified }] };
    return { status: 404 };
  }

  function authorize(asked: URLSearchParams) {
    const code = randomUUID();
    const redirect = asked.get('redirect_uri') ?? '';
    codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      clientId: asked.get('client_id') ?? '',
      redirect,
      holder: companies.holder,
    });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return { status: 302, location: back.href };
  }

  function exchange(pathname: string, given: URLSearchParams, request: IncomingMessage) {
    const known = codes.get(given.get('code') ?? '');
    codes.delete(given.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const [clientId, secret] = clientOf(given, request);
    companies.refusal = !known
      ? 'code'
      : clientId !== known.clientId || secret !== `secret of ${clientId}`
        ? 'client'
        : given.get('redirect_uri') !== known.redirect
          ? 'redirect'
          : known.challenge && verifier !== known.challenge
            ? 'verifier'
            : null;
    if (!known || companies.refusal) return { status: 400, body: { error: 'invalid_grant' } };
    const accessToken = randomUUID();
    tokens.set(accessToken, known.holder);
    const { id, email, name, isVerified } = known.holder;
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      iss: pathname.startsWith('/common') ? `${companies.url}/${tenant}/v2.0` : 'https://accounts.google.com',
      sub: id,
      oid: id,
      tid: tenant,
      aud: clientId,
      iat,
      exp: iat + 3600,
      email,
      name,
      email_verified: isVerified,
      ...companies.idToken.claims,
    };
    return {
      body: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'openid email profile',
        id_token: signed(
          claims,
          companies.idToken.key === undefined ? keys.privateKey : companies.idToken.key,
        ),
      },
    };
  }
}

const kid = 'the key of these tests';

/** A pair as the companies sign with. */
export function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** An id token; with no key one that says it needs no signature. */
function signed(claims: object, key: KeyObject | null): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: key ? 'RS256' : 'none', kid })}.${part(claims)}`;
  return `${text}.${key ? sign('sha256', Buffer.from(text), key).toString('base64url') : ''}`;
}

function clientOf(given: URLSearchParams, request: IncomingMessage): string[] {
  const basic = request.headers.authorization?.replace('Basic ', '');
  if (basic) return Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  return [given.get('client_id') ?? '', given.get('client_secret') ?? ''];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
