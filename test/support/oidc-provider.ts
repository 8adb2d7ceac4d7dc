import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';
import { listening } from './free-port.ts';
import { issuerKey } from './issuer.ts';

/** A real OpenID provider on loopback that gives access tokens for one server's MCP endpoint. */
export async function startProvider(scope = 'memory:read memory:write') {
  // It warns of everything that only a test would leave as it is.
  for (const level of ['info', 'warn'] as const) {
    const silenced = vi.spyOn(console, level).mockImplementation(() => undefined);
    onTestFinished(() => silenced.mockRestore());
  }
  const server = createServer();
  const url = `http://127.0.0.1:${await listening(server)}`;
  const lives = { seconds: 60 };
  const { jwk, privateKey } = await issuerKey('provider', 'RS256');
  const { exportJWK } = await import('jose');
  const provider = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: jwk.kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    scopes: ['openid', 'offline_access', ...scope.split(' ')],
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          scope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lives.seconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
        useGrantedResource: () => true,
      },
    },
    extraTokenClaims: () => ({ tenant: 'local', role: 'MEMBER' }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
  });
  server.on('request', provider.callback());
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, lives };
}

/** A person's steps in the browser at the provider: signs in, agrees, and is sent back with a code. */
export async function signIn(address: URL, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = address;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    form = undefined;
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      const code = at.searchParams.get('code');
      if (code !== null) return code;
      if (at.searchParams.has('error')) throw new Error(at.href);
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`no form at ${at.href}: ${page}`);
    at = new URL(action, at);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('signing in does not end');
}
