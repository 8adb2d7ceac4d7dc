import { ServiceError } from '../domain/errors.ts';
import type { Memory, MemoryChange } from '../domain/memory.ts';
import type { Context } from './context.ts';
import { author } from './memories.ts';

/** What a new statement does to a stored memory, as a judge sees it. */
export interface Verdict {
  memoryId: string;
  /** `ends`: it says what holds instead; `continues`: it adds to it; `repeats`: it says the same. */
  relation: 'ends' | 'continues' | 'repeats';
  sureness: 'sure' | 'likely';
}

/** Whose words a statement is. Only what the owner typed, a person's edit and an agent's call of the owner may end memories. */
export type Voice = 'typed' | 'edited' | 'called' | 'imported' | 'exchanged' | 'of another member';

const mayEnd: ReadonlySet<Voice> = new Set(['typed', 'edited', 'called']);

/** What came of the verdicts: the memories that ended, and those that a person is asked about. */
export interface Related {
  ended: Memory[];
  proposed: string[];
}

/**
 * Applies verdicts about the memories that a stored one ends. A sure one ends the older memory, which stays, marked; a
 * likely one, and any of a voice that may not end memories, links the two for review. Memories that are gone, ended or
 * judged to be right beside the new one stay as they are. CharacterNotFound, CharacterArchived.
 * @param batch undoes the ends of this call together
 */
export async function relate(
  context: Context,
  newer: Pick<Memory, 'id' | 'characterId' | 'content'>,
  verdicts: readonly Verdict[],
  { voice, batch }: { voice: Voice; batch?: string | undefined },
): Promise<Related> {
  const { store, principal, now } = context;
  const { characterId } = newer;
  const ids = [...new Set(verdicts.filter(({ relation }) => relation === 'ends').map(({ memoryId }) => memoryId))];
  const found = await Promise.all(
    ids.map((id) => store.memories.get(principal, characterId, id).catch(() => undefined)),
  );
  const open = found.filter((one): one is Memory => one !== undefined && one.id !== newer.id && !one.supersededBy);
  const kept = await store.pairs.areKept(
    principal,
    open.map(({ content }) => ({ characterId, texts: [newer.content, content] as const })),
  );
  const older = open.filter((_, i) => !kept[i]);
  const isSure = ({ id }: Memory) =>
    mayEnd.has(voice) &&
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
      : await store.memories.writeEach(principal, characterId, changes, { ...author(context), batch });
  const ended = outcomes.flatMap((one) => (one instanceof ServiceError || one.operation !== 'END' ? [] : [one.memory]));
  const likely = older.filter((one) => !isSure(one)).map(({ id: olderId }) => ({ olderId, newerId: newer.id }));
  if (likely.length > 0) await store.pairs.link(principal, characterId, likely, now());
  return { ended, proposed: likely.map(({ olderId }) => olderId) };
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
