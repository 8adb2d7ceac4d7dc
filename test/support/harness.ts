import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { onTestFinished } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { localMemberId, type Principal } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { surface } from '../../src/features/published.ts';
import { connectionsOf } from '../../src/features/replicas/feature.ts';
import { LocalFiles } from '../../src/features/watching/service/local.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { call } from '../../src/gate/call.ts';
import type { Toolset } from '../../src/gate/operation.ts';
import { RateLimiter } from '../../src/gate/rate-limiter.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { selectTools } from '../../src/mcp/tools.ts';
import { Answers } from '../../src/service/answers.ts';
import { RecallLog } from '../../src/service/background/recall-log.ts';
import type { Services } from '../../src/service/context.ts';
import { openFrontDoorStore } from './front-door-store.ts';
import { onMachine, openStore, temporaryFolder } from './stores.ts';

export { onMachine, openStore, temporaryFolder };

/** The code of the threads that read documents: build-parts.mjs makes it. */
export const workerFile = join(import.meta.dirname, '../../.cache/document-worker.cjs');

/** Shared by all clients: making one takes longer than a call. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Start of the fixed clock: 30 s into a minute, after the burst. */
export const startOfTime = Date.parse('2026-01-15T10:00:30.000Z');

export interface LogLine {
  level: string;
  message: string;
  fields?: Record<string, unknown> | undefined;
}

export interface SessionOptions {
  tier?: Tier;
  tenantId?: string;
  role?: Principal['role'];
  /** An existing store file; default: a new one, removed after the test. */
  path?: string;
  /** On SQLite whatever engine is behind the doors. */
  onFile?: boolean;
  /** The home folder whose files may be watched; implies `onFile`. Default: none may. */
  home?: string;
  rateLimits?: boolean;
  toolsets?: Toolset[];
  character?: string;
  /** Default: one that can be asked nothing. */
  client?: Client;
  /** How long recalls are stored; default: not at all. */
  recallLogDays?: number;
  /** Replaces parts of the wiring. */
  services?: Partial<Services>;
}

export type Body = Record<string, unknown>;
export interface Answer {
  body: Body;
  texts: string[];
  isError: boolean;
  rateLimit: { limit: number; remaining: number; reset: number; bucket: string } | undefined;
}

/** The files of a home; nothing watches them automatically. */
export function localFiles(store: Store, home: string): LocalFiles {
  return new LocalFiles(onMachine(store).watches, { home, workingDirectory: home });
}

/** A real client linked to the real server over a real SQLite file, with a clock and ids that the test controls. */
export async function openSession(options: SessionOptions = {}) {
  const { tier = 'BUSINESS', tenantId = 'local', role = 'OWNER', character, toolsets } = options;
  const path = options.path ?? join(temporaryFolder(), 'memory.db');
  const clock = { now: startOfTime };
  const logged: LogLine[] = [];
  const { home, onFile = home !== undefined } = options;
  const store = options.services?.store ?? (await (onFile ? openStore(path) : openFrontDoorStore(path)));
  await store.tenants.ensure(tenantId, tier, clock.now);
  const log: Services['log'] = (level, message, fields) => logged.push({ level, message, fields });
  const recalls = options.recallLogDays && new RecallLog({ store, now: () => clock.now, log }, options.recallLogDays);
  const services: Services = {
    store,
    extractor: rulesExtractor(),
    ai: { provider: 'openai', model: 'test-model', configured: false },
    documents: new DocumentReader(workerFile),
    now: () => clock.now,
    newId: sequentialIds(path),
    log,
    answers: new Answers(),
    recalls: recalls || undefined,
    rateLimiter: options.rateLimits ? new RateLimiter() : undefined,
    syncIntervals: options.rateLimits,
    defaultCharacter: character,
    local: home === undefined ? undefined : localFiles(store, home),
    connections: connectionsOf(store, () => clock.now),
    ...options.services,
  };
  const { server } = createMcpServer(async () => ({ services, operations: operationsByName, call }), {
    surface,
    tools: selectTools(surface, toolsets, character !== undefined),
    principal: { tenantId, memberId: localMemberId, tier, role, name: tenantId, via: 'stdio' },
    sessionId: 'session-of-the-connection',
    defaultCharacter: character,
    version: '0.0.0',
    app: join(import.meta.dirname, '../../.cache/web/app.html'),
  });
  const client = options.client ?? new Client({ name: 'test', version: '1.0.0' }, { jsonSchemaValidator });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const close = async () => {
    await client.close();
    await services.documents.close();
    await services.recalls?.written();
    await store.close();
  };
  onTestFinished(close);

  const answer = async (name: string, input: object = {}): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const body = result.structuredContent as Body;
    const texts = (result.content as { type: string; text: string }[]).map(({ text }) => text);
    const isError = result.isError === true;
    // Hosts show their model one of the two, so unless an operation words it, both are the same.
    const isWorded = !isError && operationsByName.get(name)?.text !== undefined;
    if (!isWorded && texts.join() !== JSON.stringify(body)) throw new Error('text and structured content differ');
    return { body, texts, isError, rateLimit: result._meta?.rateLimit as Answer['rateLimit'] };
  };

  return {
    client,
    services,
    store,
    path,
    clock,
    logged,
    close,
    answer,
    /** The output of a call that must succeed. */
    async call<T = Body>(name: string, input: object = {}): Promise<T> {
      const { body, isError } = await answer(name, input);
      if (isError) throw new Error(`${name}: ${JSON.stringify(body)}`);
      return body as T;
    },
    /** The error of a call that must fail. */
    async fault(name: string, input: object = {}): Promise<Fault> {
      const { body, isError } = await answer(name, input);
      if (!isError) throw new Error(`${name} succeeded: ${JSON.stringify(body)}`);
      return body.error as Fault;
    },
  };
}

export type Session = Awaited<ReturnType<typeof openSession>>;

/** A session on a store that holds a character, by default "Ada" of the standard preset. */
export async function openWithAda(options: SessionOptions = {}, character: object = {}): Promise<Session> {
  const session = await openSession(options);
  await session.call('create_character', { name: 'Ada', ...character });
  return session;
}

export interface Fault {
  type: string;
  message: string;
  status: number;
  details?: { field: string; message: string }[];
}

/** How many sessions of this test file started on a store. */
const sessionsOn = new Map<string, number>();

/**
 * UUIDs that count up, the same in every run. Each session on a store counts in a range of its own, from 1, so that
 * those of several sessions never meet on one store; range 0 is for ids that tests give.
 */
function sequentialIds(path: string): () => string {
  const session = (sessionsOn.get(path) ?? 0) + 1;
  sessionsOn.set(path, session);
  const range = session.toString(16).padStart(8, '0');
  let count = 0;
  return () => {
    count += 1;
    return `${range}-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
  };
}
