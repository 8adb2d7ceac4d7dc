import { yieldToOthers } from '../base/pace.ts';
import type { Proposal } from '../domain/ai.ts';
import type { Memory } from '../domain/memory.ts';
import { isMessage, isOfDocument } from '../domain/memory-rules.ts';
import type { WaitingStatement } from '../domain/stores/judging.ts';
import { hasFeature } from '../domain/tier.ts';
import { isComparable, isShort, saysChange, sharing, tellingWords } from '../search/judge/candidates.ts';
import type { TextJudge, Verdict } from '../search/judge/judge.ts';
import { withoutOwnName } from '../search/judge/own-name.ts';
import { areApart, comparable, type Placed } from '../search/judge/placed.ts';
import { profileOf } from '../search/judge/profile.ts';
import { withSubjectOf } from '../search/judge/pronouns.ts';
import { holdsState } from '../search/judge/states.ts';
import { tellsChangeOf } from '../search/judge/talk.ts';
import { aboutOf } from '../text/about/about.ts';
import { findCharacter, layersBeside } from './characters.ts';
import type { Context } from './context.ts';
import { asEdited, askAboutEdit, forgetStaleLinks } from './edited.ts';
import { placeOf } from './placed.ts';
import { noRelations, type Related, relate } from './relations.ts';
import { hasEnded } from './retrieval/holding.ts';
import { findNearest, findSimilar } from './retrieval/nearest.ts';
import { isBefore } from './successors.ts';

/** The judge, which compares statements of a character without its name; undefined where there is none. CharacterNotFound. */
export async function judgeIn(context: Context, characterId: string): Promise<TextJudge | undefined> {
  const judge = await context.judge?.();
  if (!judge) return undefined;
  const bare = withoutOwnName((await findCharacter(context, characterId)).name);
  return (newer, older, cosine) => judge(bare(newer), bare(older), cosine);
}

/** The old state is among the nearest eight in 96 to 100 of 100 probes, and in 85 of 100 hard situations. */
const maxNearest = 8;
/**
 * By the encoder of the package, what ends another statement nearly always is this near to it, or shares words with it; of
 * others only the very nearest are judged, and none that is farther than 125 of 127 changes that the judge finds.
 */
const nearCosine = 0.6;
const leastCosine = 0.4;
/** A change in other words than what it changes is as near as this: "저는 서울에 살아요", "지난달에 부산으로 이사했어요". */
const leastOfChange = 0.25;
const maxFarther = 3;
/** Of the nearest some have ended, and one is the statement itself. */
const maxLookedAt = 1.5 * maxNearest;
const maxFound = 12;
/** A statement changes little: a verdict on more of what is stored is doubtful. */
const maxEnded = 3;
/** The newest memories without a vector, which are encoded first; UTF-16 units of their texts. */
const maxEncoded = { memories: 8, size: 1_500 };

/**
 * Judges what a waiting memory does to the stored ones, for every door by which it came, and applies it as `relate`.
 * Nothing happens without a judge, or to a memory that has changed or ended meanwhile. Interrupted, it can be repeated.
 * CharacterNotFound, CharacterArchived.
 */
export async function judgeStatement(
  context: Context,
  characterId: string,
  waiting: WaitingStatement,
): Promise<Related> {
  const { store, principal } = context;
  const related = await relations(context, characterId, waiting);
  await store.judging.judged(principal, characterId, waiting);
  return related;
}

/** The most statements of one call that its answer waits for; the others are judged in the background. */
const maxAtOnce = 8;

/**
 * Judges memories that a call has just stored, as `judgeStatement`. What fails is left to the background, since they are
 * stored.
 */
export async function judgeStored(context: Context, characterId: string, memoryIds: string[]): Promise<Related> {
  const { judge, store, principal, log, signal } = context;
  const all: Related = { ended: [], proposed: [] };
  if (!judge || memoryIds.length === 0) return all;
  try {
    const waiting = await store.judging.among(principal, characterId, memoryIds);
    for (const one of waiting.slice(0, maxAtOnce)) {
      if (signal?.aborted) break;
      const { ended, proposed } = await judgeStatement(context, characterId, one);
      all.ended.push(...ended);
      all.proposed.push(...proposed);
    }
  } catch (error) {
    log('warn', 'a statement is judged later', { error });
  }
  return all;
}

/** What an extractor says that a new memory ends. */
export interface NamedEnds {
  memoryId: string;
  ends: readonly string[];
}

/** What a proposal ends, once it is stored under an id. */
export function endsOf(proposal: Proposal, memoryId: string): NamedEnds[] {
  if (proposal.operation !== 'ADD' || !proposal.ends) return [];
  return [{ memoryId, ends: proposal.ends.map(({ id }) => id) }];
}

/**
 * Applies what an extractor named, by the rules of `relate`: what the owner did not say only proposes. The memories are
 * judged further as any.
 */
export async function applyEnds(context: Context, characterId: string, named: readonly NamedEnds[]): Promise<Related> {
  const { store, principal, log } = context;
  const all: Related = { ended: [], proposed: [] };
  if (named.length === 0) return all;
  try {
    const ids = named.map(({ memoryId }) => memoryId);
    for (const { memoryId, mayEnd, batch } of await store.judging.among(principal, characterId, ids)) {
      const ends = named.filter((one) => one.memoryId === memoryId).flatMap((one) => one.ends);
      const verdicts = ends.map((id) => ({ memoryId: id, relation: 'ends', sureness: 'sure' }) as const);
      const memory = await store.memories.get(principal, characterId, memoryId);
      const { ended, proposed } = await relate(context, memory, verdicts, { mayEnd, batch });
      all.ended.push(...ended);
      all.proposed.push(...proposed);
    }
  } catch (error) {
    log('warn', 'what a new memory ends is left to the judge', { error });
  }
  return all;
}

/** Calls that wait get their turn before each comparison. */
const letOthersIn = () => yieldToOthers(0);

async function relations(
  context: Context,
  characterId: string,
  { memoryId, content, mayEnd, batch }: WaitingStatement,
): Promise<Related> {
  const { store, principal, rest = letOthersIn } = context;
  const stored = await store.memories.get(principal, characterId, memoryId).catch(() => undefined);
  const isAsWaiting = stored?.state === 'ACTIVE' && stored.content === content && !hasEnded(stored, context);
  if (!isAsWaiting || !isComparable(content)) return noRelations;
  const judge = await judgeIn(context, characterId);
  if (!judge) return noRelations;
  const memory = await asEdited(context, stored, mayEnd);
  const isNewer = ({ memory: one }: Candidate) => isBefore(memory, one);
  const others = (await candidates(context, memory)).filter((one) =>
    isNewer(one) ? !isIdleTalk(one.memory, memory) : !isIdleTalk(memory, one.memory),
  );
  const verdictOn = (newer: Memory, older: Memory, cosine: number | undefined): Verdict => {
    const [now, before] = [newer, older].map(placeOf) as [Placed, Placed];
    const [said, had] = comparable(now, before);
    // One document, or two sections, say both: only what alone tells of a change ends what stands beside it.
    const holdBoth = areOfOneTime(newer, older) || areApart(now, before);
    const tells = isShort(had) && isShort(said) && saysChange(now.body);
    // What documents tell of changes is history, but for how it is since then.
    const isHistory = [newer, older].every(isOfDocument) && saysChange(before.body) && !holdsState(profileOf(had));
    return isHistory || (holdBoth && !tells) ? unrelated : judge(said, had, cosine);
  };
  await forgetStaleLinks(context, memory, (newer, older) => verdictOn(newer, older, undefined));
  const ending: (Verdict & { memoryId: string })[] = [];
  for (const { memory: one, cosine } of others.filter((each) => !isNewer(each))) {
    await rest();
    const verdict = verdictOn(memory, one, cosine);
    const named =
      verdict.relation !== 'ends' && isSaidAfter(memory, one) ? withSubjectOf(one.content, content) : undefined;
    if (verdict.relation === 'ends') ending.push({ ...verdict, memoryId: one.id });
    else if (named !== undefined && judge(named, one.content).relation === 'ends')
      ending.push({ relation: 'ends', sureness: 'likely', ends: verdict.ends, memoryId: one.id });
  }
  // What would end several without a word of change is one of a list.
  if (ending.length > 1 && isOfDocument(memory) && !saysChange(placeOf(memory).body)) ending.length = 0;
  ending.sort((a, b) => b.ends - a.ends);
  const related = await relate(context, memory, ending.slice(0, maxEnded), { mayEnd, batch });
  for (const { memory: newer, cosine } of others.filter(isNewer)) {
    const verdict = verdictOn(newer, memory, cosine);
    // Who said the newer one is no longer known.
    if (verdict.relation === 'ends') await relate(context, newer, [{ ...verdict, memoryId }], { mayEnd: false });
  }
  await askAboutEdit(context, memory);
  return related;
}

const unrelated: Verdict = { relation: 'unrelated', ends: 0 };

/** Whether two memories are of one document, and of one time. */
function areOfOneTime(one: Memory, other: Memory): boolean {
  const areStoredTogether = one.createdAt === other.createdAt && one.occurredAt === other.occurredAt;
  return areStoredTogether && [one, other].every(isOfDocument);
}

/** Whether two memories are messages of chats, and the newer one tells of no change in what the older one states. */
function isIdleTalk(newer: Memory, older: Memory): boolean {
  if (![newer, older].every(isMessage)) return false;
  const [said, had] = [newer, older].map((one) => placeOf(one).body) as [string, string];
  return !tellsChangeOf(withSubjectOf(had, said) ?? said, had);
}

/** "He" names whom a statement just before names. */
const maxApartMs = 10 * 60_000;

function isSaidAfter(newer: Memory, older: Memory): boolean {
  if (newer.sessionId !== undefined && newer.sessionId === older.sessionId) return true;
  const [now, before] = [newer, older].map((one) => Date.parse(one.occurredAt ?? one.createdAt)) as [number, number];
  return now - before <= maxApartMs;
}

/** A stored memory to compare, with the cosine to the statement by the encoder of the package, where it takes part. */
interface Candidate {
  memory: Memory;
  cosine?: number | undefined;
}

/** The candidates in a memory's own character, and of statements about the user those in the owner's other layers. */
async function candidates(context: Context, memory: Memory): Promise<Candidate[]> {
  await context.rest?.();
  await encodeNewest(context);
  await context.rest?.();
  const found = await candidatesIn(context, memory, memory.characterId);
  const layers = await layersBeside(context, memory.characterId);
  if (layers.length === 0 || aboutOf(memory.content) !== 'user') return found;
  for (const characterId of layers) {
    const others = await candidatesIn(context, memory, characterId);
    found.push(...others.filter(({ memory: { content } }) => aboutOf(content) === 'user'));
  }
  return found;
}

/**
 * What holds and is nearest to a memory, and what shares names or numbers with it; where there are no vectors, or a
 * provider is paid for each query, also what shares most words.
 */
async function candidatesIn(context: Context, memory: Memory, characterId: string): Promise<Candidate[]> {
  const { embeddings } = context;
  const { content } = memory;
  const encoder = embeddings?.embedder.onMachine;
  const isOwn = encoder?.isOwn === true;
  const isCandidate = (one: Memory) => one.id !== memory.id && isComparable(one.content) && !hasEnded(one, context);
  const least = saysChange(content) ? leastOfChange : leastCosine;
  const near = encoder === undefined ? [] : await findNearest(context, characterId, content, maxLookedAt);
  const nearest = near
    .filter(({ memory: one }) => isCandidate(one))
    .slice(0, maxNearest)
    .filter(({ memory: one, cosine }, i) => {
      const isCheap = !isShort(content) || !isShort(one.content);
      return !isOwn || isCheap || cosine >= (i < maxFarther ? least : nearCosine);
    });
  const known = new Set(nearest.map(({ memory: { id } }) => id));
  const words = near.length === 0 ? content : tellingWords(placeOf(memory).body);
  await context.rest?.();
  const byWords = { ...context, embeddings: undefined };
  const found = words === '' ? [] : await findSimilar(byWords, characterId, words, maxFound);
  const others = found.filter((one) => isCandidate(one) && !known.has(one.id));
  // What is not among the nearest is farther than they are.
  const said = others.map((one) => ({ memory: one, content: placeOf(one).body }));
  const further = sharing(placeOf(memory).body, said).map((one) => ({ memory: one.memory, cosine: leastCosine }));
  return [...nearest, ...further].map((one) => (isOwn && near.length > 0 ? one : { memory: one.memory }));
}

/** Encodes what waits for the encoder of the package: the state before a statement may be seconds old. */
async function encodeNewest({ embeddings, store, principal, signal }: Context): Promise<void> {
  if (!embeddings?.embedder.onMachine?.isOwn || embeddings.unsupported !== undefined) return;
  if (!hasFeature(principal.tier, 'aiExtraction')) return;
  const { embedder } = embeddings;
  const current = await store.embeddings.currentModel();
  if (current !== undefined && current.name !== embedder.generation.name) return;
  const { memories, size } = maxEncoded;
  const waiting = await store.embeddings.takeWaiting(embedder.generation, principal.tenantId, memories, size);
  if (waiting.length === 0) return;
  const { vectors } = await embedder.embed(
    waiting.map(({ content }) => content),
    signal,
  );
  const [first] = vectors;
  if (first === undefined) return;
  const model = { ...embedder.generation, dimensions: first.length };
  await store.embeddings.useModel(model);
  await store.embeddings.save(
    model,
    vectors.map((vector, i) => ({ ...waiting[i]!, vector })),
  );
}
