import { ServiceError } from '../domain/errors.ts';
import { isLimited, type Principal } from '../domain/principal.ts';
import { isForClients } from '../gate/operation.ts';
import type { Backend, McpOptions } from '../mcp/backend.ts';
import type { Server } from '../mcp/sdk.ts';
import { createMcpServer } from '../mcp/server.ts';
import type { Services } from '../service/context.ts';
import type { Authenticated } from '../service/tenancy/keys.ts';
import { SessionTransport } from './mcp-session-transport.ts';

export interface McpSettings {
  tools: McpOptions['tools'];
  surface: McpOptions['surface'];
  version: string;
  app?: McpOptions['app'];
  /** Makes the server of a connection; default: that of the operations. */
  create?: typeof createMcpServer;
  /** The most sessions; beyond it the least recently used one is closed. */
  maxSessions: number;
  /** A session without requests and streams for this long is closed (ms). */
  idleMs: number;
}

/** One MCP connection over HTTP. */
export interface McpSession {
  id: string;
  transport: SessionTransport;
  server: Server;
  /** Resolves when no call runs. */
  idle(): Promise<void>;
  /** The credential that opened it, as it was last sent; no other may use it. */
  credential: Authenticated;
  /** Brought up to date by every request: role and tier may change while a session lasts. */
  principal: Principal;
  lastUsed: number;
  /** Its idle time starts again. */
  touch(): void;
  /** Running requests and event streams; a session in use is neither expired nor replaced. */
  inUse: number;
}

/** One tenant takes at most this part of all sessions, so that none can shut the others out. */
const tenantShare = 0.25;

/** The MCP sessions of this process. */
export class McpSessions {
  readonly #sessions = new Map<string, McpSession>();
  readonly #backend: Backend;
  readonly #services: Services;
  readonly #settings: McpSettings;
  /** Without those that the gate refuses to every client that a member has allowed in. */
  readonly #toolsOfGrants: McpSettings['tools'];
  readonly #unlisten: () => void;

  constructor(backend: Backend, settings: McpSettings) {
    this.#backend = backend;
    this.#services = backend.services;
    this.#settings = settings;
    this.#toolsOfGrants = settings.tools.filter(({ name }) => isForClients(backend.operations.get(name)!));
    this.#unlisten = this.#services.store.keys.onWithdrawal(() => void this.recheck());
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The session of this id, if this credential opened it. */
  find(id: string, credential: Authenticated): McpSession | undefined {
    const { identity, principal } = credential;
    const session = this.#sessions.get(id);
    if (!session || session.credential.identity !== identity || session.principal.tenantId !== principal.tenantId)
      return undefined;
    session.credential = credential;
    Object.assign(session.principal, principal);
    session.touch();
    return session;
  }

  /** A new session, or undefined when the limit is reached and every session is in use. */
  async open(credential: Authenticated): Promise<McpSession | undefined> {
    const { principal } = credential;
    this.expire();
    if (!(await this.#makeRoom(principal.tenantId))) return undefined;
    const id = this.#services.newId();
    const own = { ...principal };
    const { server, idle } = this.#serve({ principal: own, sessionId: id });
    const transport = new SessionTransport({ sessionIdGenerator: () => id, enableJsonResponse: true });
    const lastUsed = this.#services.now();
    const touch = () => {
      session.lastUsed = this.#services.now();
    };
    const known = { id, transport, server, idle, credential, principal: own };
    const session: McpSession = { ...known, lastUsed, touch, inUse: 0 };
    server.onerror = (error) => this.#services.log('debug', 'unusable MCP message', { error: error.message });
    server.onclose = () => void this.#sessions.delete(id);
    // The transport's type says `| undefined` where the interface it implements does not.
    await server.connect(transport as Parameters<Server['connect']>[0]);
    this.#sessions.set(id, session);
    return session;
  }

  /** A server for one request that needs no session. */
  serveOnce({ principal }: Authenticated): { server: Server } {
    return this.#serve({ principal });
  }

  #serve(options: Omit<McpOptions, 'tools' | 'surface' | 'version' | 'app'>) {
    const { surface, version, app, create = createMcpServer } = this.#settings;
    const tools = isLimited(options.principal) ? this.#toolsOfGrants : this.#settings.tools;
    return create(async () => this.#backend, { tools, surface, version, app, ...options });
  }

  /** Closes sessions that were idle for the idle time. */
  expire(): void {
    const oldest = this.#services.now() - this.#settings.idleMs;
    for (const session of this.#sessions.values()) {
      if (session.inUse === 0 && session.lastUsed < oldest) this.#close(session);
    }
  }

  /** Ends every session whose credential is no longer valid, with its event streams and running calls. */
  async recheck(): Promise<void> {
    for (const session of this.#sessions.values()) {
      await session.credential.renew().catch((error: unknown) => {
        if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) this.#close(session);
        else this.#services.log('warn', 'the credential of an MCP session cannot be checked', { error });
      });
      // Requests that wait get their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Waits for running calls, then closes every session and its streams. */
  async close(): Promise<void> {
    this.#unlisten();
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map((session) => session.idle()));
    for (const session of sessions) this.#close(session);
  }

  async #makeRoom(tenantId: string): Promise<boolean> {
    const { maxSessions } = this.#settings;
    const ofTenant = [...this.#sessions.values()].filter(({ principal }) => principal.tenantId === tenantId);
    if (ofTenant.length >= Math.max(1, Math.floor(maxSessions * tenantShare))) return this.#evictOneOf(ofTenant);
    return this.#sessions.size < maxSessions || this.#evictOneOf([...this.#sessions.values()]);
  }

  #evictOneOf(sessions: McpSession[]): boolean {
    const [longestUnused] = sessions.filter(({ inUse }) => inUse === 0).toSorted((a, b) => a.lastUsed - b.lastUsed);
    if (longestUnused) this.#close(longestUnused);
    return longestUnused !== undefined;
  }

  #close({ id, server }: McpSession): void {
    this.#sessions.delete(id);
    server.close().catch((error) => this.#services.log('debug', 'MCP session not closed', { error }));
  }
}
