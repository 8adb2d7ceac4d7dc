import { setTimeout as elapse } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { once } from '../../src/base/once.ts';
import type { Role } from '../../src/domain/principal.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { signIn } from '../../src/features/index.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { surface } from '../../src/features/published.ts';
import { remoteTools } from '../../src/features/remote-tools.ts';
import { call } from '../../src/gate/call.ts';
import type { Operation } from '../../src/gate/operation.ts';
import { createHttpApp, type HttpApp, type HttpSettings } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { makeKey } from '../../src/service/tenancy/keys.ts';
import { callFor, inProcess, overSocket } from './client-door.ts';
import { type Body, openSession, type SessionOptions } from './harness.ts';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** The JSON body; empty for another kind. */
  body: Body;
  text: string;
}

export interface Asked {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** How requests are sent: as they are, or through our client over HTTP or in this process, where it can send them. */
export type Door = 'raw' | 'client' | 'embedded';

const chosenDoor = process.env.TEST_DOOR as Door | undefined;
/** The client that the core of the contract runs through. */
export const doors: readonly Door[] = chosenDoor ? [chosenDoor] : ['raw', 'client'];

export interface HttpOptions extends SessionOptions {
  /** Default: TEST_DOOR, else `raw`. */
  door?: Door;
  http?: Partial<HttpSettings>;
  /** Default: that of `serve`. */
  operations?: ReadonlyMap<string, Operation>;
}

/** The HTTP application over a real store, called without a socket; `session` is the same store through MCP. */
export async function openHttp(options: HttpOptions = {}) {
  const session = await openSession(options);
  const { services, store, clock } = session;
  const app = await createHttpApp(
    { services, operations: options.operations ?? operationsByName, call },
    {
      version: '0.0.0',
      hosts: [],
      origins: [],
      jwt: undefined,
      signInWays: options.http?.sessions ? undefined : signIn.ways,
      mcp: { tools: remoteTools(), surface, maxSessions: 8, idleMs: 60_000 },
      ...options.http,
    },
  );
  onTestFinished(() => app.mcp.close());
  onTestFinished(() => app.streams.close());

  /** A key for a new member of the tenant that the session's store begins with. */
  const keyOf = async (role: Role, tenantId = 'local'): Promise<string> => {
    const member = { id: services.newId(), name: `${role} ${services.newId()}`, role };
    await store.members.add(tenantId, member, clock.now);
    const { text, key } = makeKey(services.newId(), 'test');
    await store.keys.add(member.id, key, clock.now);
    return text;
  };
  const tenant = async (name: string, tier: Tier = 'BUSINESS') => {
    const { text, key } = makeKey(services.newId(), 'first');
    const made = await store.tenants.create(
      { id: services.newId(), name, tier },
      { id: services.newId(), name: 'owner' },
      key,
      clock.now,
    );
    return { ...made, text };
  };
  const key = await keyOf('OWNER');

  const door = options.door ?? chosenDoor ?? 'raw';
  const client = once(async () => {
    if (door === 'embedded') return inProcess(session.path, options.tier ?? 'BUSINESS');
    return overSocket((await bind()).url);
  });

  const ask = async (method: string, path: string, asked: Asked = {}): Promise<HttpAnswer> => {
    const { body, headers } = asked;
    const used = 'key' in asked ? asked.key : key;
    const mayCall = door === 'client' || (door === 'embedded' && used === key);
    const called = mayCall && used !== undefined ? callFor(method, path, asked) : undefined;
    if (called && used !== undefined) return (await client())(called.name, called.input, used);
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(used !== undefined && { authorization: `Bearer ${used}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      }),
      {},
    );
    return read(response);
  };

  /** A new member, made by REST, and a key of theirs. */
  const newMember = async (name: string, role: Role = 'MEMBER') => {
    const { id } = (await ask('POST', '/v1/members', { body: { name, role } })).body;
    const made = await ask('POST', '/v1/keys', { body: { member: id } });
    return { id: String(id), key: String(made.body.key) };
  };

  const bind = async (limits?: Parameters<typeof listen>[3], port = 0) => {
    const listening = await listen(slowed(app), { host: '127.0.0.1', port }, services.log, limits);
    onTestFinished(() => listening.close(1_000));
    return { ...listening, url: `http://127.0.0.1:${listening.port}` };
  };

  return {
    session,
    app,
    key,
    keyOf,
    tenant,
    ask,
    newMember,
    /** The same application on a real socket. */
    listen: bind,
  };
}

const latencyMs = Number(process.env.TEST_LATENCY ?? 0);

/** With a latency before and after each answer where TEST_LATENCY (ms) asks for it: a test that waits for too little fails. */
function slowed(app: HttpApp): HttpApp {
  if (latencyMs === 0) return app;
  let share = 0;
  const wait = () => {
    share = (share + 0.618) % 1;
    return elapse(latencyMs * share);
  };
  const fetch: HttpApp['fetch'] = async (...request) => {
    await wait();
    const answer = await app.fetch(...request);
    await wait();
    return answer;
  };
  return { ...app, fetch };
}

export type Http = Awaited<ReturnType<typeof openHttp>>;

async function read(response: Response): Promise<HttpAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type') === 'application/json' && text !== '';
  return { status, headers, text, body: isJson ? (JSON.parse(text) as Body) : {} };
}
