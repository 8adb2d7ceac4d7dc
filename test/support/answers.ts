import type * as z from 'zod';
import type { FailedPush, importResult, PushResult } from '../../src/domain/file.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { searchMemories } from '../../src/service/retrieval/in-time.ts';
import type { tierInformation } from '../../src/service/tenancy/tier.ts';

/** What operations answer, for tests that ask them over the wire. */
export type Stored = Memory & { operation?: string };
export interface Listed {
  memories: Memory[];
  total: number;
}
export type Found = Awaited<ReturnType<typeof searchMemories>>;
export type TierAnswer = Awaited<ReturnType<typeof tierInformation>>;
export type Imported = z.infer<typeof importResult>;
export interface Synced {
  results: (PushResult & Partial<Pick<FailedPush, 'error'>>)[];
}
