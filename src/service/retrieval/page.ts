import type { Memory } from '../../domain/memory.ts';
import { likenessOf } from '../../search/likeness.ts';
import { words } from '../../text/words.ts';

/** Headings for the categories of the presets; others are their own. */
const headings: ReadonlyMap<string, string> = new Map([
  ['decisions', 'Decisions and rules'],
  ['events', 'Dates'],
  ['facts', 'Facts'],
  ['general', 'Facts'],
  ['goals', 'Plans'],
  ['preferences', 'Preferences'],
  ['relationships', 'People'],
  ['skills', 'Stack and skills'],
]);

/** The heading under which a page has the memories of a category. */
export function headingOf(category: string): string {
  return headings.get(category) ?? category;
}

/** How many of the first memories are compared with each other; fewer fit into the usual page. */
const maxCompared = 60;
/** Only texts with this share of common words are compared further, which costs a hundred times as much. */
const leastCommon = 0.6;

const beyondAscii = /[\u0080-\uffff]/;

/** Without memories that nearly repeat one before them. */
export function withoutRepetitions<One extends Pick<Memory, 'content'>>(memories: readonly One[]): One[] {
  const kept: { content: string; size: number }[] = [];
  const having = new Map<string, number[]>();
  const isNew = ({ content }: One) => {
    // Short words are in most texts.
    const own = new Set(words(content).filter((word) => word.length > 3 || beyondAscii.test(word)));
    const common = new Map<number, number>();
    for (const word of own) for (const i of having.get(word) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    for (const [i, count] of common) {
      const { content: before, size } = kept[i]!;
      const isNear = count >= leastCommon * Math.min(size, own.size);
      if (isNear && likenessOf(before, content)?.kind === 'duplicate') return false;
    }
    for (const word of own) having.set(word, [...(having.get(word) ?? []), kept.length]);
    kept.push({ content, size: own.size });
    return true;
  };
  return [...memories.slice(0, maxCompared).filter(isNew), ...memories.slice(maxCompared)];
}
