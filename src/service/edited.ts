import type { Memory } from '../domain/memory.ts';
import { isOfDocument } from '../domain/memory-rules.ts';
import { type Edit, editOf, onlyTakesAway, stillSays } from '../search/judge/edits.ts';
import type { Verdict } from '../search/judge/judge.ts';
import { aboutOf } from '../text/about/about.ts';
import { layersBeside } from './characters.ts';
import type { Context } from './context.ts';
import { relate } from './relations.ts';
import { hasEnded } from './retrieval/holding.ts';
import { findSimilar } from './retrieval/nearest.ts';
import { isBefore } from './successors.ts';

/** Memories with the words of the text before an edit that are looked at, and the links of an edited memory. */
const maxFound = 20;
const maxLinks = 20;

/**
 * A memory whose text was changed is said when it was changed, unless something was only taken away.
 * @param mayEnd its owner has said it: only then a memory of a document may be said later than the document
 */
export async function asEdited(context: Context, memory: Memory, mayEnd: boolean): Promise<Memory> {
  if (isOfDocument(memory) && !mayEnd) return memory;
  const change = await lastChangeOf(context, memory);
  const isNews = change !== undefined && !onlyTakesAway(change.before, memory.content);
  return isNews ? { ...memory, occurredAt: change.at } : memory;
}

/** The last change of a memory's text, whatever else was changed since then; undefined where its text has never been another. */
async function lastChangeOf(
  { store, principal }: Context,
  memory: Memory,
): Promise<{ before: string; at: string } | undefined> {
  if (memory.revision < 2) return undefined;
  const revisions = await store.memories.history(principal, memory.characterId, memory.id);
  const last = revisions.findLastIndex(({ content }) => content !== memory.content);
  const change = revisions[last + 1];
  return last < 0 || !change ? undefined : { before: revisions[last]!.content, at: change.createdAt };
}

/** What the last edit of a memory has replaced, if another one still has it; undefined: nothing. */
export async function editAgainst(context: Context, memory: Memory, other: Memory): Promise<Edit | undefined> {
  const change = await lastChangeOf(context, memory);
  const edit = change && editOf(change.before, memory.content);
  return edit && other.content.toLowerCase().includes(edit.from.toLowerCase()) ? edit : undefined;
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
  for (const characterId of await placesOf(context, memory)) {
    const links = await store.pairs.links(principal, characterId, { of: memory.id, limit: maxLinks });
    for (const { newer, older } of links) {
      const [said, had] = newer.id === memory.id ? [memory, older] : [newer, memory];
      if (isBefore(said, had) || judge(said, had).relation !== 'ends')
        await store.pairs.unlink(principal, characterId, [newer.id, older.id], now());
    }
  }
}

/** After an edit of a memory asks about those that still say what it said before. */
export async function askAboutEdit(context: Context, memory: Memory): Promise<void> {
  const change = await lastChangeOf(context, memory);
  const edit = change && editOf(change.before, memory.content);
  if (change === undefined || edit === undefined) return;
  const { before } = change;
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

/** The characters whose memories one may change: its own, and of a statement about the user the owner's other layers. */
async function placesOf(context: Context, { characterId, content }: Memory): Promise<string[]> {
  const layers = aboutOf(content) === 'user' ? await layersBeside(context, characterId) : [];
  return [characterId, ...layers];
}
