import { MemoryServiceError } from './errors.ts';
import type { Operations } from './operations.ts';
import type { CallOptions, Calls, Who } from './types.ts';

type Extracted = Operations['addMemory']['input'];

/** Texts or messages of a chat that become memories, of a character or a user. */
export type AddInput = Who &
  Pick<
    Extracted,
    | 'importance'
    | 'sessionId'
    | 'occurredAt'
    | 'validUntil'
    | 'supersedes'
    | 'timeZone'
    | 'allowSecret'
    | 'categoryPreset'
  > & {
    /** Give one of the three. */
    text?: string | undefined;
    texts?: readonly string[] | undefined;
    messages?: Extracted['messages'];
    /** Default: detected; of word for word texts the default category. */
    category?: string | undefined;
    /** false: each text is kept word for word as one memory. Default: statements are extracted. */
    extract?: boolean | undefined;
    /** Of each new memory. */
    tags?: readonly string[] | undefined;
    metadata?: Readonly<Record<string, string | number>> | undefined;
  };

/** What became of it: the memories that are new or changed, and what was done with each statement. */
export interface Added {
  memories: { id: string; content: string }[];
  operations: { operation: string; memoryId?: string | undefined; reason?: string | undefined }[];
}

/** Adds memories: one call for `addMemory`, `addMemoryDirect` and `addMemories`. */
export interface Add {
  (input: AddInput, options?: CallOptions): Promise<Added>;
  /**
   * Adds in the background, for each character or user in order, and answers at once with an id for `outcome`. What
   * waits is lost when the process ends: `flush` or `close` waits for it. QueueFull when 1,000 wait.
   */
  later(input: AddInput, options?: CallOptions): string;
  /** What became of it, once it is done; throws what failed. Known of the last 1,000; NotFound. */
  outcome(id: string): Promise<Added>;
  /** Resolves when nothing waits any more. */
  flush(): Promise<void>;
}

/** Adds that wait, and outcomes that are kept. */
const most = 1_000;

export function adder(client: Calls): Add {
  const add = (input: AddInput, options: CallOptions = {}) => run(client, input, options);
  const outcomes = new Map<string, Promise<Added>>();
  const last = new Map<string, Promise<unknown>>();
  let waiting = 0;
  const later = (input: AddInput, options: CallOptions = {}) => {
    if (waiting >= most) throw new MemoryServiceError('QueueFull', `${most} additions wait already.`, { status: 429 });
    const id = options.idempotencyKey ?? crypto.randomUUID();
    const who = JSON.stringify([input.characterId, input.user]);
    waiting++;
    const before = last.get(who) ?? Promise.resolve();
    const outcome = before.then(() => run(client, input, { ...options, idempotencyKey: id }));
    const settled = outcome
      .catch(() => undefined)
      .then(() => {
        waiting--;
        if (last.get(who) === settled) last.delete(who);
      });
    last.set(who, settled);
    outcomes.set(id, outcome);
    for (const [oldest] of outcomes) {
      if (outcomes.size <= most) break;
      outcomes.delete(oldest);
    }
    return id;
  };
  const outcome = async (id: string) => {
    const found = outcomes.get(id);
    if (!found) throw new MemoryServiceError('NotFound', `No addition ${id} is known.`, { status: 404 });
    return found;
  };
  const flush = async () => {
    while (last.size > 0) await Promise.all(last.values());
  };
  return Object.assign(add, { later, outcome, flush });
}

async function run(client: Calls, { text, texts, messages, extract = true, ...given }: AddInput, options: CallOptions) {
  const ways = [text, texts, messages].filter((one) => one !== undefined);
  if (ways.length !== 1) throw invalid('Give one of text, texts and messages.');
  if (!extract && messages) throw invalid('Messages are extracted: for word for word give text or texts.');
  const all = texts ?? (text === undefined ? [undefined] : [text]);
  if (extract) {
    const added: Added = { memories: [], operations: [] };
    for (const [i, content] of all.entries()) {
      const key = options.idempotencyKey;
      const own = i > 0 && key !== undefined ? { ...options, idempotencyKey: `${key}-${i}` } : options;
      const { memories, operations } = await client.addMemory({ ...given, content, messages } as never, own);
      const changed = new Set(operations.flatMap((one) => (one.operation === 'NONE' ? [] : [one.memoryId])));
      added.memories.push(...memories.filter((one) => changed.has(one.id)));
      added.operations.push(...operations);
    }
    return added;
  }
  const { characterId, user, allowSecret, timeZone, categoryPreset, ...ofEach } = given;
  const memories = (all as string[]).map((content) => ({ ...ofEach, content }));
  const shared = { characterId, user, allowSecret, timeZone, categoryPreset };
  const { results } = await client.addMemories({ ...shared, memories } as never, options);
  return {
    memories: results.flatMap(({ id, operation }, i) => {
      return id === undefined || operation === 'NONE' ? [] : [{ id, content: all[i]! }];
    }),
    operations: results.map(({ operation, id, error }) => ({ operation, memoryId: id, reason: error?.message })),
  };
}

function invalid(message: string): MemoryServiceError {
  return new MemoryServiceError('InvalidInput', message, { status: 400 });
}
