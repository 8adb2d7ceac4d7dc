import type { Category } from '../../domain/category.ts';
import { type ImportedConversation, maxExampleLength } from '../../domain/file.ts';
import type { MemoryChange, NewMemory } from '../../domain/memory.ts';
import type { Piece } from '../../files/piece.ts';

/** How many memories a dry run shows of a document, and of each conversation, unless asked for more. */
const [fewExamples, fewExamplesOfConversation] = [10, 5];

/** A memory as a dry run shows it. */
export function asShown(content: string): string {
  const points = [...content.slice(0, 2 * maxExampleLength)];
  return points.length > maxExampleLength ? `${points.slice(0, maxExampleLength - 1).join('')}…` : content;
}

/** The first memories, enough to judge how a document was read, or as many as were asked for. */
export function examplesOf(added: readonly NewMemory[], most = fewExamples): string[] {
  return added.slice(0, most).map(({ content }) => asShown(content));
}

/** The conversations, each with what it would add, and how much of what it says in passing is left out. */
export function withNew(
  conversations: readonly ImportedConversation[],
  added: readonly NewMemory[],
  passing: readonly NewMemory[],
  most = fewExamplesOfConversation,
): ImportedConversation[] {
  const [news, aside] = [bySession(added), bySession(passing)];
  return conversations.map((one) => {
    const own = news.get(one.id) ?? [];
    const passing = aside.get(one.id)?.length;
    return { ...one, added: own.length, ...(passing && { passing }), examples: examplesOf(own, most) };
  });
}

function bySession(memories: readonly NewMemory[]): ReadonlyMap<string | undefined, NewMemory[]> {
  const found = new Map<string | undefined, NewMemory[]>();
  for (const memory of memories) {
    const before = found.get(memory.sessionId);
    if (before) before.push(memory);
    else found.set(memory.sessionId, [memory]);
  }
  return found;
}

/** What the user told an assistant in passing: neither the piece nor the category says how little it matters. */
export function saidInPassing(
  { said, importance }: Piece,
  changes: readonly MemoryChange[],
  categories: readonly Category[],
): string[] {
  if (!said || importance !== undefined) return [];
  const isLow = (category: string | undefined) =>
    categories.find(({ name }) => name === category)?.importance === 'LOW';
  return changes.flatMap((change) =>
    change.kind === 'add' && change.memory.importance === 'LOW' && !isLow(change.memory.category)
      ? [change.memory.id]
      : [],
  );
}
