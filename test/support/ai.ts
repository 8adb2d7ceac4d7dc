import { vi } from 'vitest';
import { createAi } from '../../src/ai/providers.ts';
import type { Extractor } from '../../src/domain/ai.ts';
import type { AiProvider } from '../../src/domain/ai-providers.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { openSession, type SessionOptions } from './harness.ts';
import { Provider } from './provider.ts';

/** A key of the usual form; it must not appear anywhere but at the provider. */
export const testKey = 'sk-proj-Tq7vXw2LmN9pRz4KcYb8HdJf5GsAe1Uo';

export interface AiSessionOptions extends SessionOptions {
  deadlineMs?: number;
  dailyTokens?: number;
  /** An existing stand-in, for a second session of the same configuration. */
  provider?: Provider;
  /** The base URL that the provider replaces; null: openai's own. */
  standsFor?: string | null | undefined;
}

/** The longest pause of the clients before a retry, when an endpoint does not say how long to wait. */
const maxPauseMs = 2_000;

/**
 * Skips the clients' pauses between retries; deadlines and longer pauses stay. The clients have no setting for it, and
 * a
 * broken connection has no header that could shorten it.
 */
export function hurryRetries(): void {
  const { setTimeout: wait } = globalThis;
  const hurried = (run: () => void, ms = 0) => wait(run, ms >= 350 && ms <= maxPauseMs ? 1 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurried as typeof setTimeout);
}

/** The answer of add_memory. */
export interface Remembered extends Memory {
  memories: Memory[];
  operations: { operation: string; memoryId?: string; reason?: string }[];
  extraction: string;
}

/** A session whose extraction asks a stand-in through the provider's own client. */
export async function openAiSession(kind: AiProvider, options: AiSessionOptions = {}) {
  const provider = options.provider ?? (await Provider.start());
  const { standsFor } = options;
  const ownUrl = `${provider.url}/v1`;
  if (standsFor !== undefined) redirect(standsFor ?? 'https://api.openai.com/v1', ownUrl);
  // The anthropic client has no setting of ours for its address.
  vi.stubEnv('ANTHROPIC_BASE_URL', provider.url);
  const { extractor, embedder, settings } = createAi({
    apiKey: testKey,
    provider: kind,
    baseUrl: standsFor === undefined ? ownUrl : (standsFor ?? undefined),
    deadlineMs: options.deadlineMs,
  });
  const services = { extractor, ai: settings, dailyTokens: options.dailyTokens, ...options.services };
  const session = await openSession({ character: 'Ada', ...options, services });
  return {
    ...session,
    provider,
    embedder,
    remember: (content: string, more: object = {}) => session.call<Remembered>('add_memory', { content, ...more }),
    /** Stores a memory without AI, in its own conversation: memories of one share relevance. */
    store: (content: string, category = 'facts') =>
      session.call<Memory>('add_memory_direct', { content, category, sessionId: content.slice(0, 200) }),
    async contents(): Promise<string[]> {
      const { memories } = await session.call<{ memories: Memory[] }>('list_memories', { limit: 100 });
      return memories.map(({ content }) => content).toSorted();
    },
  };
}

/** Lets requests to one base URL go to another. */
function redirect(from: string, to: string): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    fetch(typeof input === 'string' ? input.replace(from, to) : input, init),
  );
}

/** An extractor that answers only when it is stopped; `started` resolves at its first call. */
export function endlessExtractor(): { extractor: Extractor; started: Promise<void> } {
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const extractor: Extractor = {
    kind: 'ai',
    deadlineMs: 10_000,
    extract: (_request, signal) => {
      start();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  return { extractor, started };
}
