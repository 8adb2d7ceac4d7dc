import type { Memory } from '../domain/memory.ts';
import { isOfDocument } from '../domain/memory-rules.ts';
import { type Edit, editOf, onlyTakesAway, stillSays } from '../search/judge/edits.ts';
import type { Verdict } from '../search/judge/judge.ts';
import { aboutOf } from '../text/about/about.ts';
import { layersBeside, ownLayerBeside } from './characters.ts';
import type { Context } from './context.ts';
import { saysMany } from './placed.ts';
import { relate } from './relations.ts';
import { hasEnded } from './retrieval/holding.ts';
import { findSimilar } from './retrieval/nearest.ts';
import { isBefore } from './successors.ts';

/** Memories with the words of the text before an edit that are looked at, and the links of an edited memory. */
const maxFound = 20;
const maxLinks = 20;

/**
 * A memory whose text was changed is said when it first had that text, by an edit that did not only take something away:
 * what an Undo brings back is not said anew.
 * @param mayEnd its owner has said it: only then a memory of a document may be said later than the document
 */
export async function asEdited({ store, principal }: Context, memory: Memory, mayEnd: boolean): Promise<Memory> {
  // An edit of a note changes one sentence: the others keep their time.
  if (memory.revision < 2 || (isOfDocument(memory) && !mayEnd) || saysMany(memory)) return memory;
  const revisions = await store.memories.history(principal, memory.characterId, memory.id);
  let at = revisions.findIndex(({ content }) => content === memory.content);
  while (at > 0 && onlyTakesAway(revisions[at - 1]!.content, revisions[at]!.content)) at -= 1;
  return at > 0 ? { ...memory, occurredAt: revisions[at]!.createdAt } : memory;
}

/** The text of a memory before its last change; undefined where its text has never been another one. */
async function textBefore({ store, principal }: Context, memory: Memory): Promise<string | undefined> {
  if (memory.revision < 2) return undefined;
  const revisions = await store.memories.history(principal, memory.characterId, memory.id);
  return revisions.findLast(({ content }) => content !== memory.content)?.content;
}

/** What an edit has replaced, and the whole text before it. */
interface LastEdit extends Edit {
  before: string;
}

/** What the last edit of a memory has replaced; undefined: nothing, or the whole text. */
export async function lastEdit(context: Context, memory: Memory): Promise<LastEdit | undefined> {
  const before = await textBefore(context, memory);
  const edit = before === undefined ? undefined : editOf(before, memory.content);
  return before === undefined || edit === undefined ? undefined : { ...edit, before };
}

/** Whether a memory has the words that an edit of another one has replaced. */
export const hasReplaced = ({ content }: Memory, { from }: Edit) => content.toLowerCase().includes(from.toLowerCase());

/** What the last edit of a memory has replaced, if another one still has it; undefined: nothing. */
export async function editAgainst(context: Context, memory: Memory, other: Memory): Promise<Edit | undefined> {
  const edit = await lastEdit(context, memory);
  return edit && hasReplaced(other, edit) ? { from: edit.from, to: edit.to } : undefined;
}

/**
 * Takes back what was asked about an edited memory and others, where its new text changes nothing in them, or they in it.
 * @param judge compares the newer one with the older one
 */
export async function forgetStaleLinks(
  context: Context,
  memory: Memory,
  judge: (newer: Memory, older: Memory) => Verdict,
): Promise<void> {
  if (memory.revision < 2) return;
  const { store, principal, now } = context;
  const revisions = await store.memories.history(principal, memory.characterId, memory.id);
  const first = revisions.findIndex(({ content }) => content === memory.content);
  const next = revisions.slice(first).find(({ content }) => content !== memory.content);
  const [from, until] = [revisions[first], next].map((one) => (one ? Date.parse(one.createdAt) : Number.NaN));
  for (const characterId of await placesOf(context, memory)) {
    const links = await store.pairs.links(principal, characterId, { of: memory.id, limit: maxLinks });
    for (const { newer, older, at } of links) {
      // An undo has brought back the text that was asked about then.
      if (at >= from! && at < until!) continue;
      const [said, had] = newer.id === memory.id ? [memory, older] : [newer, memory];
      if (isBefore(said, had) || judge(said, had).relation !== 'ends')
        await store.pairs.unlink(principal, characterId, [newer.id, older.id], now());
    }
  }
}

/** After an edit of a memory asks about those that still say what it said before. */
export async function askAboutEdit(context: Context, memory: Memory, edit: LastEdit): Promise<void> {
  const { before } = edit;
  const byWords = { ...context, embeddings: undefined };
  for (const characterId of await placesOf(context, memory)) {
    const found = await findSimilar(byWords, characterId, before, maxFound);
    const still = found.filter(
      (one) => one.id !== memory.id && !hasEnded(one, context) && stillSays(one.content, before, edit),
    );
    const verdicts = still.map(({ id }) => ({ memoryId: id, relation: 'ends' }) as const);
    await relate(context, memory, verdicts, { mayEnd: false });
  }
}

/** The characters whose memories one may change: its own, of a statement about the user the owner's other layers, else their own. */
async function placesOf(context: Context, { characterId, content }: Memory): Promise<string[]> {
  if (aboutOf(content) === 'user') return [characterId, ...(await layersBeside(context, characterId))];
  const own = await ownLayerBeside(context, characterId);
  return own === undefined ? [characterId] : [characterId, own];
}
