import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { authorizationServer } from '../../src/features/authorization/feature.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { freePort, listening } from './free-port.ts';
import { type Body, temporaryFolder } from './harness.ts';
import { type Http, type HttpOptions, openHttp } from './http-harness.ts';

/** A dashboard of one line. */
function smallWeb(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Memory</title>');
  return folder;
}

/** A server that is its own authorization server, on loopback. */
export async function openOwnSignIn({ hosts = [] as string[], ...options }: HttpOptions & { hosts?: string[] } = {}) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const outside = new Outside({ exceptions: hosts });
  onTestFinished(() => outside.close());
  const http = await openHttp({
    ...options,
    http: { web: smallWeb(), builtIn: authorizationServer(publicUrl, outside), ...options.http },
  });
  await http.listen(undefined, port);
  return { http, publicUrl, endpoint: new URL(`${publicUrl}/mcp`), ...http.session };
}

/** Acts as the dashboard's page: signs in, reads the request, and sends the decision. */
export async function asPerson(publicUrl: string, key: string) {
  const headers = { 'x-requested-with': 'dashboard', origin: publicUrl, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(publicUrl + path, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
  };
  const { token } = (await ask('POST', '/session', { key })).body as { token: string };
  return {
    token,
    ask: (method: string, path: string, body?: unknown) => ask(method, path, body, token),
    /** The page's data about a client's request. */
    see: (sentTo: URL) => ask('GET', `/oauth/consent${sentTo.search}`, undefined, token),
    /** Where the person is sent back to. */
    async decide(sentTo: URL, decision: object = {}): Promise<URL> {
      const body = { request: sentTo.search, allow: true, ...decision };
      const answer = await ask('POST', '/oauth/consent', body, token);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return new URL(String(answer.body.location));
    },
  };
}

/** Serves documents of clients on loopback; `documents` maps a path to what is there. */
export async function documentServer(documents: Map<string, unknown>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const found = documents.get(request.url ?? '');
    if (typeof found === 'function') return void found(response);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  const port = await listening(server);
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, asked };
}

/** A client of the web as hosts document theirs: metadata, registration or a document, PKCE, exchange. */
export class ScriptedClient {
  readonly redirectUri: string;
  clientId = '';
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #base: string;

  constructor(base: string, redirectUri: string) {
    this.#base = base;
    this.redirectUri = redirectUri;
  }

  async register(more: object = {}): Promise<Response> {
    const answer = await fetch(`${this.#base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Scripted', redirect_uris: [this.redirectUri], ...more }),
    });
    const body = (await answer.clone().json()) as { client_id?: string };
    this.clientId = body.client_id ?? this.clientId;
    return answer;
  }

  /** Where it sends a person; `undefined` leaves a parameter out. */
  address(more: Record<string, string | undefined> = {}): URL {
    const url = new URL('/oauth/authorize', this.#base);
    const challenge = createHash('sha256').update(this.verifier).digest('base64url');
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'the state',
      scope: 'memory:read memory:write',
      resource: `${this.#base}/mcp`,
      ...more,
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  async post(path: string, fields: Record<string, string>): Promise<{ status: number; body: Body; headers: Headers }> {
    const answer = await fetch(this.#base + path, { method: 'POST', body: new URLSearchParams(fields) });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body, headers: answer.headers };
  }

  redeem(code: string, more: Record<string, string> = {}) {
    return this.post('/oauth/token', this.form(code, more));
  }

  form(code: string, more: Record<string, string> = {}): Record<string, string> {
    return {
      grant_type: 'authorization_code',
      code,
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      resource: `${this.#base}/mcp`,
      ...more,
    };
  }

  refresh(token: unknown, more: Record<string, string> = {}) {
    return this.post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: String(token),
      client_id: this.clientId,
      ...more,
    });
  }
}

/** A registered client whose person has decided; its tokens. */
export async function connected(http: Http, publicUrl: string, decision: object = {}, key = http.key) {
  const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
  await client.register();
  const person = await asPerson(publicUrl, key);
  const back = await person.decide(client.address(), decision);
  const { body } = await client.redeem(String(back.searchParams.get('code')));
  return { client, person, access: String(body.access_token), refresh: String(body.refresh_token) };
}
