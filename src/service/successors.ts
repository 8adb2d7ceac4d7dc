import type { Memory } from '../domain/memory.ts';
import { isOfDocument } from '../domain/memory-rules.ts';
import { dayMs } from '../domain/text.ts';
import { replaceAlike } from '../search/judge/agreement.ts';
import { sharing } from '../search/judge/candidates.ts';
import { countShared } from '../search/judge/news.ts';
import { type Profile, profileOf } from '../search/judge/profile.ts';
import { inOneSpelling } from '../search/judge/spelling.ts';
import { layersBeside } from './characters.ts';
import type { Context } from './context.ts';

/** The most open questions about one memory that are asked about its successor. */
const maxAsked = 20;

/** Whether a memory is of a time before another one. */
export function isBefore(one: Memory, other: Memory): boolean {
  const [mine, others] = [one, other].map(timeOf) as [string, string];
  if (mine !== others && !isUndated(one, other) && !isUndated(other, one)) return mine < others;
  // Of one unit: the one judged first is the newer one, and the other stays what it was called then.
  return one.createdAt < other.createdAt || one.mayBeOutdatedBy === other.id;
}

const timeOf = ({ occurredAt, createdAt }: Memory) => occurredAt ?? createdAt;

/** Whether the time of a document's piece is that of its import alone, less than a day after what was said and stored later. */
function isUndated(document: Memory, said: Memory): boolean {
  const at = timeOf(document);
  const isKnown = !isOfDocument(document) || at !== document.createdAt || said.createdAt <= document.createdAt;
  return !isKnown && !isOfDocument(said) && Date.parse(at) - Date.parse(timeOf(said)) < dayMs;
}

/**
 * Links what was linked to memories that have ended with their successor, so that the question stays open: of two memories
 * that may say what holds instead of a third, at most one does, but for two that say the same. What fails is logged, since the end is stored.
 */
export async function askOfSuccessor(context: Context, successor: Memory, endedIds: readonly string[]): Promise<void> {
  if (endedIds.length === 0) return;
  try {
    const layers = [successor.characterId, ...(await layersBeside(context, successor.characterId))];
    for (const characterId of layers)
      for (const endedId of endedIds) await askInstead(context, characterId, endedId, successor);
  } catch (error) {
    context.log('warn', 'what was asked about a memory that has ended is not asked about its successor', { error });
  }
}

/** Whether two statements share a word that says something, in one spelling of names. */
function shareWord(one: string, other: string): boolean {
  const [mine, others] = inOneSpelling(one, other).map(profileOf) as [Profile, Profile];
  return countShared(mine, others) > 0;
}

async function askInstead(
  { store, principal, now }: Context,
  characterId: string,
  endedId: string,
  successor: Memory,
): Promise<void> {
  for (const { older, newer } of await store.pairs.links(principal, characterId, { of: endedId, limit: maxAsked })) {
    const isOlder = older.id === endedId;
    const [ended, other] = isOlder ? [older, newer] : [newer, older];
    if (other.id === successor.id || other.supersededBy !== undefined) continue;
    if (replaceAlike(successor.content, other.content, ended.content)) continue;
    const [first, last] = isBefore(successor, other) ? [successor, other] : [other, successor];
    // What has ended may have said several things, of which the successor says one.
    if (!shareWord(last.content, first.content) && sharing(last.content, [first]).length === 0) continue;
    await store.pairs.link(principal, first.characterId, [{ olderId: first.id, newerId: last.id }], now());
  }
}
