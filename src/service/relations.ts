import { ServiceError } from '../domain/errors.ts';
import { type Memory, type MemoryChange, memoryNotFound } from '../domain/memory.ts';
import { originKind, wordsOfOrigin } from '../domain/memory-origin.ts';
import { goneBeside, heldBeside } from '../search/judge/held.ts';
import type { Verdict } from '../search/judge/judge.ts';
import { leavesPart } from '../search/judge/parts.ts';
import { answerId, changingAnswerId } from './batch-ids.ts';
import { layersBeside, ownLayerBeside, ownMemory } from './characters.ts';
import type { Context } from './context.ts';
import { author, writeOverLayers } from './memories.ts';
import { moveAsBatch } from './moving.ts';
import { hasEnded, memoriesNamed } from './retrieval/holding.ts';
import { askOfSuccessor, isBefore } from './successors.ts';

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
 * likely one, any where the statement may not end memories, any about another member's word, and any of a memory that says more links
 * the two for review. Memories that are gone, ended, of a later time or judged to be right beside the new one stay as they are. What an interrupted call ended counts.
 * CharacterNotFound, CharacterArchived.
 * @param batch that of the newer one, which ends what it ends
 */
export async function relate(
  context: Context,
  newer: Memory,
  verdicts: readonly Judged[],
  { mayEnd, batch }: { mayEnd: boolean; batch?: string | undefined },
): Promise<Related> {
  const { store, principal, now } = context;
  const ids = [...new Set(verdicts.filter(({ relation }) => relation === 'ends').map(({ memoryId }) => memoryId))];
  const layers = new Set([newer.characterId, ...(await layersBeside(context, newer.characterId))]);
  const found = (await memoriesNamed(context, newer.characterId, ids)).filter((one) => layers.has(one.characterId));
  const isOpen = (one: Memory) => one.id !== newer.id && !one.supersededBy && !isBefore(newer, one);
  const open = found.filter(isOpen);
  const kept = await store.pairs.areKept(
    principal,
    open.map(({ characterId, content }) => ({ characterId, texts: [newer.content, content] as const })),
  );
  const older = open.filter((_, i) => !kept[i]);
  const isSure = ({ id, origin = '', content }: Memory) =>
    mayEnd &&
    !leavesPart(newer.content, content) &&
    (originKind(origin) !== 'member' || origin === newer.origin) &&
    verdicts.some((one) => one.memoryId === id && one.relation === 'ends' && one.sureness === 'sure');
  const related: Related = { ended: found.filter((one) => one.supersededBy === newer.id), proposed: [] };
  for (const characterId of new Set(older.map((one) => one.characterId))) {
    const here = older.filter((one) => one.characterId === characterId);
    const changes = here.filter(isSure).map(
      (one): MemoryChange => ({
        kind: 'update',
        memoryId: one.id,
        fields: { supersededBy: newer.id },
        expectedRevision: one.revision,
      }),
    );
    const by = { ...author(context), kind: 'model', batch } as const;
    const outcomes = changes.length === 0 ? [] : await store.memories.writeEach(principal, characterId, changes, by);
    for (const one of outcomes)
      if (!(one instanceof ServiceError) && one.operation === 'END') related.ended.push(one.memory);
    const likely = here.filter((one) => !isSure(one)).map(({ id: olderId }) => ({ olderId, newerId: newer.id }));
    if (likely.length > 0) await store.pairs.link(principal, characterId, likely, now());
    related.proposed.push(...likely.map(({ olderId }) => olderId));
  }
  await askOfSuccessor(
    context,
    newer,
    related.ended.map(({ id }) => id),
  );
  return related;
}

/** A person's word about two linked memories. */
export type Answer = 'changed' | 'both' | 'neither';

interface Answered {
  /** The newer one; where its text stood already, the memory that it became one with. */
  newerId: string;
  batchId: string;
  /** What is left of the older one, if `changed` has left a part. */
  remains: string | undefined;
}

/**
 * Applies a person's answer about two memories, the newer one first, as one batch. `changed` ends the older one by the newer
 * one; where the older one says more, only what changed of it goes. `both` keeps both from being asked about again, and
 * `unsaid` takes that back; `neither` ends both; `ask` links them again. MemoryNotFound.
 * @param given the batch of the same answer that it joins; with `changed` what the older one says from now on, empty: it ends
 */
export async function answerLink(
  context: Context,
  characterId: string,
  pair: readonly [newer: string, older: string],
  answer: Answer | 'unsaid' | 'ask',
  given: { batchId?: string | undefined; remains?: string | undefined } = {},
): Promise<Answered> {
  const { store, principal, now, newId } = context;
  const isChange = answer === 'changed' || answer === 'neither';
  const batchId = given.batchId ?? (isChange ? changingAnswerId(answer, newId()) : answerId(newId()));
  const by = { ...author(context), batch: batchId };
  const [said, had] = await Promise.all(pair.map((id) => placeOf(context, characterId, id, pair)));
  if (isChange) for (const [at, one] of [said, had].entries()) if (!one) throw memoryNotFound(pair[at]!);
  const older = had?.characterId ?? characterId;
  let newer = said?.characterId ?? characterId;
  let newerId = pair[0];
  const left = answer === 'changed' && said && had ? (given.remains ?? heldBeside(said.content, had.content)) : '';
  const remains = left?.trim() || undefined;
  const keeping = answer === 'both' ? { batch: batchId, by: by.changedBy, client: by.client } : undefined;
  const isLeft = had !== undefined && remains !== undefined;
  // It comes first: a text that another memory has is refused, and nothing has moved then.
  if (isLeft) {
    const { id: memoryId, revision: expectedRevision } = had;
    const change = { kind: 'update', memoryId, fields: { content: remains }, expectedRevision } as const;
    await store.memories.write(principal, older, [change], by);
  }
  // What replaces something of the user's own is known wherever that was: it moves there.
  const isOther = answer === 'changed' && newer !== older;
  if (isOther && older === ((await ownLayerBeside(context, newer)) ?? (await ownMemory(context)))) {
    const { changed, joined } = await moveAsBatch(
      context,
      { from: newer, to: older },
      [{ memoryId: newerId }],
      batchId,
    );
    if (changed > 0) [newer, newerId] = [older, joined?.[0]?.into ?? newerId];
  }
  if (answer === 'both' || answer === 'unsaid' || answer === 'ask')
    await store.pairs.keep(principal, older, pair, keeping, now());
  // Both texts hold now; the question of the text before comes back with it.
  else if (isLeft) {
    const gone = goneOf(context, { id: newerId, said }, had);
    if (gone.length > 0) await store.memories.write(principal, older, gone, by);
    await store.pairs.keep(principal, older, [newerId, had.id], { by: by.changedBy, client: by.client }, now());
  } else if (answer === 'changed')
    await writeOverLayers(
      context,
      newer,
      [{ kind: 'update', memoryId: newerId, fields: {}, supersedes: [pair[1]] }],
      by,
    );
  else {
    // The newer one may have ended by the answer about another pair.
    const ending = pair.filter((id) => id !== said?.id || !hasEnded(said, context));
    const end = (memoryId: string): MemoryChange => ({ kind: 'update', memoryId, fields: { validUntil: now() } });
    if (newer === older) await store.memories.write(principal, older, ending.map(end), by);
    else for (const id of ending) await store.memories.write(principal, id === pair[0] ? newer : older, [end(id)], by);
  }
  // An answer leaves the link: what it does closes the question, so that an undo asks again.
  if (answer === 'ask') await store.pairs.link(principal, older, [{ newerId: pair[0], olderId: pair[1] }], now());
  return { newerId, batchId, remains };
}

/** What goes of an older memory stays as one of its own that has ended: nothing that it said beside the change is lost. */
function goneOf({ newId }: Context, newer: { id: string; said: Memory | undefined }, had: Memory): MemoryChange[] {
  const content = newer.said && goneBeside(newer.said.content, had.content);
  if (content === undefined) return [];
  const { category, salience, importance, source, occurredAt, createdAt, origin = '' } = had;
  const at = Date.parse(occurredAt ?? createdAt);
  const labels = { wordsOf: wordsOfOrigin(origin), supersededBy: newer.id };
  const memory = { id: newId(), content, category, salience, importance, source, occurredAt: at, ...labels };
  return [{ kind: 'add', memory }];
}

/** A memory of the given layer, of one beside it, or of one that was when the pair was linked. Undefined: none has it. */
async function placeOf(
  context: Context,
  characterId: string,
  memoryId: string,
  [newerId, olderId]: readonly [string, string],
): Promise<Memory | undefined> {
  const { store, principal } = context;
  const [found] = await memoriesNamed(context, characterId, [memoryId]);
  if (!found || found.characterId === characterId) return found;
  if ((await layersBeside(context, characterId)).includes(found.characterId)) return found;
  const linkedIn = [characterId, found.characterId].map((id) =>
    store.pairs.links(principal, id, { of: memoryId, limit: maxLinks }),
  );
  const links = (await Promise.all(linkedIn)).flat();
  return links.some(({ newer, older }) => newer.id === newerId && older.id === olderId) ? found : undefined;
}

/** The most questions about one memory. */
const maxLinks = 20;
