import { setImmediate as turn } from 'node:timers/promises';
import { judgeName } from '../domain/judging.ts';
import type { Memory } from '../domain/memory.ts';
import { isMessage } from '../domain/memory-rules.ts';
import { servicePrincipal } from '../domain/principal.ts';
import { ofRank, type PairPlace, rankOf } from '../domain/stores/alike.ts';
import type { LinkedMemories } from '../domain/stores/pairs.ts';
import { changedIn, heldBeside } from '../search/judge/held.ts';
import { type Likeness, likenessOf, type PairReader } from '../search/likeness.ts';
import { cursorOf, placeOf } from './answer-size.ts';
import { largestCharacters } from './characters.ts';
import type { Context } from './context.ts';
import { editAgainst } from './edited.ts';
import { toldBy } from './placed.ts';
import { hasEnded } from './retrieval/holding.ts';
import { findSimilar } from './retrieval/nearest.ts';
import { isBefore } from './successors.ts';

export interface Pair extends Omit<Likeness, 'isSure'> {
  /** Each says something of its own: they are only alike. */
  weak?: true;
  /** The newer one first. */
  memories: [Memory, Memory];
}

interface PairsAsked {
  limit: number;
  cursor?: string | undefined;
  /** Pairs that a person judged to be both right, instead of the others. */
  kept?: boolean | undefined;
}

/** A first page compares so many memories itself: what was just stored, no import and no older store. */
const maxComparedAtOnce = 16;

/**
 * Stored pairs of memories that say about the same, the most alike first, with their number and how many memories were
 * compared. InvalidInput for a malformed cursor. CharacterNotFound.
 */
export async function findPairs(context: Context, characterId: string | undefined, asked: PairsAsked) {
  const { store, principal, now } = context;
  const { limit, cursor, kept = false } = asked;
  if (cursor === undefined) await compareNewest(context, characterId);
  const before = cursor === undefined ? undefined : pairPlace(cursor);
  const { pairs, ...found } = await store.alike.list(principal, { characterId, kept, before, now: now(), limit });
  return {
    pairs: pairs.map(({ memories: [one, other], kind, likeness: rank }): Pair => {
      // Of one time, the one stored later is the newer one.
      const memories: [Memory, Memory] = isBefore(other, one) ? [one, other] : [other, one];
      const [newer, older] = memories;
      const { likeness, isSure } = ofRank(rank);
      const shared = likenessOfTold(newer, older)?.shared ?? [];
      return { kind, likeness, shared, memories, ...(!isSure && { weak: true }) };
    }),
    ...found,
    isMore: pairs.length === limit,
    /** The cursor of what comes after each pair. */
    cursors: pairs.map(({ place }) => pairCursor(place)),
  };
}

/** Compares the memories that were changed last, as the background does with all. */
async function compareNewest(context: Context, characterId: string | undefined): Promise<void> {
  const { store, principal, signal } = context;
  const waiting = await store.alike.uncompared(principal, characterId, maxComparedAtOnce + 1);
  if (waiting.length > maxComparedAtOnce) return;
  const own = { ...context, principal: servicePrincipal(principal.tier, judgeName, principal.tenantId) };
  for (const memory of waiting) {
    if (signal?.aborted) return;
    await comparePairs(own, memory);
    // Other calls come in between.
    await turn();
  }
}

/** Words that two messages of chats have in common where they are no mere answers: "Wow, that looks great!" */
const leastOfTalk = 4;

/** By what they tell: thanks and cheers of a chat are similar, but no duplicates. */
function likenessOfTold(one: Memory, other: Memory, reader?: PairReader): Likeness | undefined {
  const [said, known] = [toldBy(one), toldBy(other)];
  const alike = said === undefined || known === undefined ? undefined : likenessOf(said, known, reader);
  if (alike === undefined || ![one, other].every(isMessage)) return alike;
  // Who says it again in one chat insists.
  return one.sessionId === other.sessionId || alike.shared.length < leastOfTalk ? undefined : alike;
}

/** Undefined without the judge, which needs the encoder of the package. */
async function readerIn(context: Context): Promise<PairReader | undefined> {
  const judge = await context.judge?.();
  if (!judge) return undefined;
  const [{ sentenceEncoder }, { cosineOf }] = await Promise.all([
    import('../search/encoder/encoder.ts'),
    import('../search/judge/pair-network.ts'),
  ]);
  return {
    near: (one, other) => cosineOf(sentenceEncoder().read(one), sentenceEncoder().read(other)),
    repeats: (newer, older) => judge(newer, older).relation === 'repeats',
  };
}

/** The most pairs of one memory, and the nearest stored ones that it is compared with. */
const [maxPairs, maxNearest] = [5, 10];
/** More memories that differ in a number alone are a series: "Stand-up 12: …", "Stand-up 13: …". */
const maxContradicted = 2;

/** Compares a memory with those that a search for its words finds, and stores the pairs. CharacterNotFound. */
export async function comparePairs(context: Context, memory: Memory): Promise<void> {
  const { id, characterId } = memory;
  const byWords = { ...context, embeddings: undefined };
  // Small talk is no statement that two memories could share.
  const told = memory.importance === 'LOW' ? undefined : toldBy(memory);
  const others = told === undefined ? [] : await findSimilar(byWords, characterId, told, maxNearest);
  const reader = others.length > 1 ? await readerIn(context) : undefined;
  const pairs = others.flatMap((other) => {
    const alike = other.id === id || other.importance === 'LOW' ? undefined : likenessOfTold(memory, other, reader);
    // What somebody once said in an imported chat is not worth a question.
    const isAsked = alike?.isSure === true && !isMessage(memory) && !isMessage(other);
    return alike ? [{ ...alike, isSure: isAsked, otherId: other.id }] : [];
  });
  const isSeries = pairs.filter(({ kind }) => kind === 'contradiction').length > maxContradicted;
  const nearest = pairs
    .map(({ otherId, kind, likeness, isSure }) => {
      return { otherId, kind, likeness: rankOf(likeness, isSure && !(isSeries && kind === 'contradiction')) };
    })
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, maxPairs);
  await context.store.alike.compared(context.principal, characterId, memory, nearest);
}

/** The most links in one answer. */
const maxLinks = 50;

/**
 * Pairs that hold, of which the newer memory may say what holds instead, newest first; own words before imported chats.
 * @param kept those of which a person kept both, in place of the others
 */
export async function linksThatHold(
  context: Context,
  characterId: string | undefined,
  kept = false,
): Promise<LinkedMemories[]> {
  const { store, principal } = context;
  const ids = characterId === undefined ? await largestCharacters(context) : [characterId];
  const links = (
    await Promise.all(ids.map((id) => store.pairs.links(principal, id, { kept, limit: maxLinks })))
  ).flat();
  return links
    .filter(({ newer, older }) => !hasEnded(newer, context) && !hasEnded(older, context))
    .toSorted((a, b) => Number(isOfChat(a)) - Number(isOfChat(b)) || b.at - a.at);
}

/** One question about each part of an older memory, and none about what one of them waits for: its answer often settles the others. */
export function oneOfEach(links: readonly LinkedMemories[]): LinkedMemories[] {
  const [doubted, newest] = [new Map<string, string[]>(), new Set<string>()];
  return links
    .filter(({ newer, older }) => {
      // Empty: all of it.
      const part = changedIn(newer.content, older.content) ?? '';
      const parts = doubted.get(older.id) ?? [];
      const isAsked = parts.some((one) => one.includes(part) || part.includes(one));
      if (isAsked || doubted.has(newer.id) || newest.has(older.id)) return false;
      doubted.set(older.id, [...parts, part]);
      newest.add(newer.id);
      return true;
    })
    .slice(0, maxLinks);
}

/** The pairs that a person is asked about. */
export const openLinks = async (context: Context, characterId: string | undefined): Promise<LinkedMemories[]> =>
  oneOfEach(await linksThatHold(context, characterId));

/** Of which a person kept both. */
export async function keptLinks(context: Context, characterId: string | undefined) {
  return (await linksThatHold(context, characterId, true)).slice(0, maxLinks).map(outdated);
}

const outdated = ({ newer, older }: LinkedMemories) => {
  return { kind: 'outdated' as const, likeness: 1, shared: [], memories: [newer, older] };
};

/** As `openLinks`, each with its `restOf`. */
export async function linkedPairs(context: Context, characterId: string | undefined) {
  const open = await openLinks(context, characterId);
  return await Promise.all(open.map(async (link) => ({ ...outdated(link), ...(await restOf(context, link)) })));
}

/** What remains of the older memory of a link, and the edit that answers it. */
export async function restOf(context: Context, { newer, older }: LinkedMemories) {
  const [remains, edit] = [heldBeside(newer.content, older.content), await editAgainst(context, newer, older)];
  return { ...(remains !== undefined && { remains }), ...(edit && { edit }) };
}

const isOfChat = ({ newer, older }: LinkedMemories) => isMessage(newer) || isMessage(older);

function pairCursor({ at, character, one, other }: PairPlace): string {
  return cursorOf([at, character, one, other]);
}

/** The cursor before the first pair: thousandths end below it. */
export const beforeAllPairs = pairCursor({ at: 1_001, character: 0, one: 0, other: 0 });

function pairPlace(cursor: string): PairPlace {
  const [at = 0, character = 0, one = 0, other = 0] = placeOf(cursor, 4);
  return { at, character, one, other };
}
