import * as z from 'zod';
import { ServiceError } from './errors.ts';
import type { Author, NewMemory } from './memory.ts';
import { iso, normalized } from './text.ts';

// An erasure removes memories for good: the unit that records it removes them with their revisions and leaves tombstones,
// so nobody sees them any more. Its steps then remove what else holds their texts; they go on after a crash.

/** The steps in their order; `pages` only where the engine has free pages of its own. */
export const erasureSteps = ['index', 'words', 'vectors', 'traces', 'pages'] as const;
export type ErasureStep = (typeof erasureSteps)[number];

/** What can hold a text beside memories. `stays`: an erasure only names it, and a person changes it. */
export const traceKinds = {
  recall: { stays: false },
  'captured turn': { stays: false },
  'waiting turn': { stays: false },
  'webhook delivery': { stays: false },
  'request to forget': { stays: false },
  'dismissed question': { stays: false },
  'joined name': { stays: false },
  'document name': { stays: false },
  'file version': { stays: false },
  'watched file': { stays: true },
  character: { stays: true },
  category: { stays: true },
  'file name': { stays: true },
  webhook: { stays: true },
  replica: { stays: true },
  backup: { stays: true },
  copy: { stays: true },
} as const satisfies Record<string, { stays: boolean }>;
export type TraceKind = keyof typeof traceKinds;
const kinds = Object.keys(traceKinds) as [TraceKind, ...TraceKind[]];

/** What holds a text beside memories: how many, and which where that has a name. */
export const trace = z.object({
  kind: z.enum(kinds),
  count: z.int(),
  names: z.array(z.string()).optional(),
  stays: z.boolean(),
});
export type Trace = z.infer<typeof trace>;

/** The receipt of an erasure. It holds no text. */
export const erasure = z.object({
  id: z.string(),
  characterId: z.string(),
  erasedAt: z.string(),
  erasedBy: z.string(),
  /** How many memories. */
  memories: z.int(),
  /** What else was removed, by its kind. */
  removed: z.record(z.string(), z.int()),
  /** Absent: steps remain, which go on in the background. */
  doneAt: z.string().optional(),
  /** Replicas, by the ids of their stores, that have not said that they erased it too. */
  unconfirmed: z.array(z.string()).optional(),
});
export type Erasure = z.infer<typeof erasure>;

/** A row of `erasures` with the id of its character. */
export interface ErasureRow {
  id: string;
  character_id: string;
  at: number;
  erased_by: string;
  memories: number;
  /** JSON */
  removed: string;
  done_at: number | null;
  /** With commas. */
  unconfirmed: string | null;
}

export function toErasure(row: ErasureRow): Erasure {
  return {
    id: row.id,
    characterId: row.character_id,
    erasedAt: iso(row.at),
    erasedBy: row.erased_by,
    memories: row.memories,
    removed: JSON.parse(row.removed) as Record<string, number>,
    ...(row.done_at !== null && { doneAt: iso(row.done_at) }),
    ...(row.unconfirmed !== null && { unconfirmed: row.unconfirmed.split(',') }),
  };
}

/** Counts added up, by kind. */
export function addedUp(counts: Readonly<Record<string, number>>, more: Readonly<Record<string, number>>) {
  const sum = { ...counts };
  for (const [kind, count] of Object.entries(more)) if (count > 0) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** The text whose digest a tombstone has: without case, white space and the sign at its end. */
export function erasedIdentity(content: string): string {
  return normalized(content, 'NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\s.!?;:,…。！？]{1,20}$/u, '');
}

/** Whether an addition may bring an erased text back: only a person's own new statement. */
export function mayStoreAgain({ source }: Pick<NewMemory, 'source'>, by: Author): boolean {
  return by.kind === 'user' && source.kind === 'direct' && by.origin === undefined && !by.isHearsay;
}

/** The outcome of an addition, or undefined for a text that was erased. */
export function unlessErased<Outcome>(add: () => Outcome): Outcome | undefined {
  try {
    return add();
  } catch (error) {
    if (error instanceof ErasedText) return undefined;
    throw error;
  }
}

/** A text that was erased comes again by an import, a session, a file or a replica. */
export class ErasedText extends ServiceError {
  constructor() {
    super('ConflictUnresolved', 'This text was erased for good. Only a person may store it again.');
  }
}
