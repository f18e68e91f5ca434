import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who the company says somebody is. */
export type Holder = { id: string; email: string; name: string; isVerified: boolean };

export type Companies = {
  url: string;
  /** Who agrees at the next visit. */
  holder: Holder;
  /** What went wrong with the last exchange of a code, if anything did. */
  refusal: string | null;
  close(): Promise<void>;
};

const hosts = ['github.com', 'api.github.com', 'oauth2.googleapis.com'];

/**
 * GitHub, Google and Microsoft in one small server that speaks OAuth with PKCE and OpenID: codes work once, for the
 * client and the verifier they were made for. The addresses of GitHub and Google are fixed in the library, so requests
 * to them are led here; Microsoft's is a setting.
 */
export async function openCompanies(): Promise<Companies> {
  const codes = new Map<string, { challenge: string; clientId: string; redirect: string; holder: Holder }>();
  const tokens = new Map<string, Holder>();
  const companies: Companies = {
    url: '',
    holder: { id: '1', email: 'nobody@barre.test', name: 'Nobody', isVerified: true },
    refusal: null,
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
    if (/authorize$|auth$/.test(pathname)) return authorize(searchParams);
    if (pathname.endsWith('token')) return exchange(new URLSearchParams(await textOf(request)), request);
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

  function exchange(given: URLSearchParams, request: IncomingMessage) {
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
    const claims = { sub: id, oid: id, tid: 'test', email, name, email_verified: isVerified, aud: clientId };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return {
      body: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'openid email profile',
        id_token: `${part({ alg: 'RS256' })}.${part(claims)}.${part('signature')}`,
      },
    };
  }
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
