import { ServiceError } from '../domain/errors.ts';
import type { Memory, MemoryChange } from '../domain/memory.ts';
import { originKind } from '../domain/memory-origin.ts';
import type { Verdict } from '../search/judge/judge.ts';
import type { Context } from './context.ts';
import { author } from './memories.ts';

/** A verdict on a stored memory. */
export interface Judged extends Pick<Verdict, 'relation' | 'sureness'> {
  memoryId: string;
}

/** What came of the verdicts: the memories that ended, and those that a person is asked about. */
export interface Related {
  ended: Memory[];
  proposed: string[];
}

export const noRelations: Related = { ended: [], proposed: [] };

/**
 * Applies verdicts about the memories that a stored one ends. A sure one ends the older memory, which stays, marked; a
 * likely one, any where the statement may not end memories, and any about another member's word links the two for review. Memories that are gone, ended, of
 * a later time or judged to be right beside the new one stay as they are. What an interrupted call ended counts.
 * CharacterNotFound, CharacterArchived.
 */
export async function relate(
  context: Context,
  newer: Memory,
  verdicts: readonly Judged[],
  { mayEnd }: { mayEnd: boolean },
): Promise<Related> {
  const { store, principal, now } = context;
  const { characterId } = newer;
  const ids = [...new Set(verdicts.filter(({ relation }) => relation === 'ends').map(({ memoryId }) => memoryId))];
  const found = await Promise.all(
    ids.map((id) => store.memories.get(principal, characterId, id).catch(() => undefined)),
  );
  const isOpen = (one: Memory | undefined): one is Memory =>
    one !== undefined && one.id !== newer.id && !one.supersededBy && !isBefore(newer, one);
  const open = found.filter(isOpen);
  const kept = await store.pairs.areKept(
    principal,
    open.map(({ content }) => ({ characterId, texts: [newer.content, content] as const })),
  );
  const older = open.filter((_, i) => !kept[i]);
  const isSure = ({ id, origin = '' }: Memory) =>
    mayEnd &&
    (originKind(origin) !== 'member' || origin === newer.origin) &&
    verdicts.some((one) => one.memoryId === id && one.relation === 'ends' && one.sureness === 'sure');
  const changes = older.filter(isSure).map(
    (one): MemoryChange => ({
      kind: 'update',
      memoryId: one.id,
      fields: { supersededBy: newer.id },
      expectedRevision: one.revision,
    }),
  );
  const outcomes =
    changes.length === 0
      ? []
      : await store.memories.writeEach(principal, characterId, changes, { ...author(context), kind: 'model' });
  const done = found.flatMap((one) => (one?.supersededBy === newer.id ? [one] : []));
  const ended = outcomes.flatMap((one) => (one instanceof ServiceError || one.operation !== 'END' ? [] : [one.memory]));
  const likely = older.filter((one) => !isSure(one)).map(({ id: olderId }) => ({ olderId, newerId: newer.id }));
  if (likely.length > 0) await store.pairs.link(principal, characterId, likely, now());
  return { ended: [...done, ...ended], proposed: likely.map(({ olderId }) => olderId) };
}

/** Whether a memory is of a time before another one. */
export function isBefore(one: Memory, other: Memory): boolean {
  const [mine, others] = [one, other].map(({ occurredAt, createdAt }) => occurredAt ?? createdAt) as [string, string];
  if (mine !== others) return mine < others;
  // Of one unit: the one judged first is the newer one, and the other stays what it was called then.
  return one.createdAt < other.createdAt || one.mayBeOutdatedBy === other.id;
}

/** A person's word about two linked memories. */
export type Answer = 'changed' | 'both' | 'neither';

/**
 * Applies what a person says of two memories, the newer one first: `changed` ends the older one by the newer one, `both`
 * keeps both from being asked about again, `neither` ends both. MemoryNotFound.
 */
export async function answerLink(
  context: Context,
  characterId: string,
  [newerId, olderId]: readonly [newer: string, older: string],
  answer: Answer,
): Promise<void> {
  const { store, principal, now } = context;
  const pair = [newerId, olderId] as const;
  if (answer === 'both') await store.pairs.keep(principal, characterId, pair, true, now());
  else {
    const end = (memoryId: string): MemoryChange => ({ kind: 'update', memoryId, fields: { validUntil: now() } });
    const changes: MemoryChange[] =
      answer === 'neither'
        ? [end(newerId), end(olderId)]
        : [{ kind: 'update', memoryId: newerId, fields: {}, supersedes: [olderId] }];
    await store.memories.write(principal, characterId, changes, author(context));
  }
  await store.pairs.unlink(principal, characterId, pair, now());
}
