import { yieldToOthers } from '../base/pace.ts';
import type { Proposal } from '../domain/ai.ts';
import type { Memory } from '../domain/memory.ts';
import { isMessage, isOfDocument } from '../domain/memory-rules.ts';
import type { WaitingStatement } from '../domain/stores/judging.ts';
import { isComparable, isShort, saysChange, sentencesSharing } from '../search/judge/candidates.ts';
import { heldBeside } from '../search/judge/held.ts';
import type { TextJudge, Verdict } from '../search/judge/judge.ts';
import { countShared } from '../search/judge/news.ts';
import { withoutOwnName } from '../search/judge/own-name.ts';
import { areApart, comparable, type Placed } from '../search/judge/placed.ts';
import { type Profile, profileOf } from '../search/judge/profile.ts';
import { withSubjectOf } from '../search/judge/pronouns.ts';
import { inOneSpelling } from '../search/judge/spelling.ts';
import { holdsState } from '../search/judge/states.ts';
import { tellsChangeOf } from '../search/judge/talk.ts';
import { splitSentences } from '../text/sentences.ts';
import { isChangingAnswer, isMerge, undonePart } from './batch-ids.ts';
import { findCharacter } from './characters.ts';
import type { Context } from './context.ts';
import { asEdited, askAboutEdit, forgetStaleLinks, hasReplaced, lastEdit } from './edited.ts';
import { type Candidate, candidates } from './judging-candidates.ts';
import { namedAlike } from './names/shared-names.ts';
import { placeOf, saysMany } from './placed.ts';
import { noRelations, type Related, relate } from './relations.ts';
import { hasEnded } from './retrieval/holding.ts';
import { isBefore } from './successors.ts';

/** The judge, which compares statements of a character without its name; undefined where there is none. CharacterNotFound. */
export async function judgeIn(context: Context, characterId: string): Promise<TextJudge | undefined> {
  const judge = await context.judge?.();
  if (!judge) return undefined;
  const bare = withoutOwnName((await findCharacter(context, characterId)).name);
  return (newer, older, cosine) => judge(bare(newer), bare(older), cosine);
}

/** A statement changes little: a verdict on more of what is stored is doubtful. */
const maxEnded = 3;

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
  if (!isAsWaiting || !(isComparable(placeOf(stored).body) || saysMany(stored))) return noRelations;
  if (batch !== undefined && (await saysNothingNew(context, stored, batch))) return noRelations;
  const judge = await judgeIn(context, characterId);
  if (!judge) return noRelations;
  // What a person leaves of a memory by an answer is said no later than the memory.
  const isLeft = batch !== undefined && isChangingAnswer(batch);
  const memory = isLeft ? stored : await asEdited(context, stored, mayEnd);
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
    if (isHistory || (holdBoth && !tells)) return unrelated;
    const verdict = judge(said, had, cosine);
    // Beside what was written with it, only the words count.
    if (verdict.relation === 'ends')
      return !verdict.isTold && (holdBoth || meetByHeading(now, before)) ? unrelated : verdict;
    if (!saysMany(older)) return onBodies(now.body, before.body, judge) ?? verdict;
    // Nobody ends a whole note for one of its sentences.
    return heldBeside(newer.content, older.content) === undefined ? unrelated : onSentenceOf(had, said, judge);
  };
  await forgetStaleLinks(context, memory, (newer, older) => verdictOn(newer, older, undefined));
  const edit = await lastEdit(context, stored);
  const ending: (Verdict & { memoryId: string })[] = [];
  for (const { memory: one, cosine, isAsked } of others.filter((each) => !isNewer(each))) {
    await rest();
    const judged = verdictOn(memory, one, cosine);
    // An edit changes what has the words that it has replaced; in all else its words must say so.
    const verdict = edit && !judged.isTold && !hasReplaced(one, edit) ? unrelated : judged;
    const named =
      verdict.relation !== 'ends' && isSaidAfter(memory, one) ? withSubjectOf(one.content, content) : undefined;
    if (verdict.relation === 'ends') ending.push({ ...verdict, ...(isAsked && doubted), memoryId: one.id });
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
  if (edit && !isLeft) await askAboutEdit(context, memory, edit);
  return related;
}

/** Whether a text only joins what two memories said, or is back by the undo of that: both were judged. */
async function saysNothingNew(
  { store, principal }: Context,
  { characterId, content }: Memory,
  batch: string,
): Promise<boolean> {
  const undone = undonePart(batch);
  if (undone !== undefined) return isMerge(undone);
  if (!isMerge(batch)) return false;
  const joined = await store.changes.batch(principal, characterId, batch);
  const said = joined.map(({ before }) => before?.content ?? '').join('\n');
  return splitSentences(content).every((sentence) => said.includes(sentence.trim()));
}

/** What a verdict is at most that only asks. */
const doubted = { sureness: 'likely' } as const;
const unrelated: Verdict = { relation: 'unrelated', ends: 0 };

/** The verdict on a sentence of a longer text, which tells of what a statement changes: it only asks. */
function onSentenceOf(text: string, newer: string, judge: TextJudge): Verdict {
  const [said] = inOneSpelling(newer, text);
  const verdicts = sentencesSharing(said, text)
    .map((sentence) => judge(said, sentence))
    .filter(({ relation }) => relation === 'ends');
  const [first] = verdicts.toSorted((a, b) => b.ends - a.ends);
  return first === undefined ? unrelated : { ...first, ...doubted };
}

/**
 * The verdict on two statements that share a name or a relative, spelt alike and without headings, which hide it from the judge;
 * undefined where the words do not say so. It only asks.
 */
function onBodies(newer: string, older: string, judge: TextJudge): Verdict | undefined {
  const alike = isShort(newer) && isShort(older) ? namedAlike(newer, older) : undefined;
  const verdict = alike && judge(...alike);
  return verdict?.isTold ? { ...verdict, ...doubted } : undefined;
}

/** Whether an older statement tells a state of somebody, and shares nothing but its heading with a newer one: "Falcon: Ana lives in Graz". */
function meetByHeading(newer: Placed, older: Placed): boolean {
  const [now, before] = [newer, older].map(({ body }) => profileOf(body)) as [Profile, Profile];
  return older.heading !== '' && holdsState(before) && countShared(now, before) === 0;
}

/** Whether two memories are of one document, and of one time. */
function areOfOneTime(one: Memory, other: Memory): boolean {
  const areStoredTogether = one.createdAt === other.createdAt && one.occurredAt === other.occurredAt;
  return areStoredTogether && [one, other].every(isOfDocument);
}

/** Whether the older one is a message of a chat, in which a newer message or line of a document tells of no change. */
function isIdleTalk(newer: Memory, older: Memory): boolean {
  if (!isMessage(older) || !isOfDocument(newer)) return false;
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
