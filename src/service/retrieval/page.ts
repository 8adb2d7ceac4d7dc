import type { Memory } from '../../domain/memory.ts';
import { originKind } from '../../domain/memory-origin.ts';
import { likenessOf } from '../../search/likeness.ts';
import { saysOwnName } from '../../text/own-name.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { words } from '../../text/words.ts';
import { findCharacter } from '../characters.ts';
import type { ReadingContext } from '../context.ts';
import { mayTakeOver } from './held.ts';

/** Headings for the categories of the presets; others are their own. */
const headings: ReadonlyMap<string, string> = new Map([
  ['decisions', 'Decisions and rules'],
  ['events', 'Events'],
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

/** The memories with those first in which the reader says how they are called. */
export function nameFirst<One extends Memory>(memories: readonly One[]): One[] {
  const isName = ({ origin = '', content }: One) => originKind(origin) === 'you' && saysOwnName(content);
  return [...memories.filter(isName), ...memories.filter((one) => !isName(one))];
}

/** How many of the most useful memories are considered: more than fit. */
const considered = 200;
/** Tokens of a line beside its text: origin and day. */
const lineTokens = 10;

/** What holds of one kind. */
export interface Section {
  heading: string;
  memories: Memory[];
}

/**
 * What holds of a character, under headings, the most useful first and near-equal ones once, in at most `maxTokens`.
 * `omitted`: how many of the considered memories did not fit. CharacterNotFound.
 */
export async function pageOf(
  context: ReadingContext,
  reference: string,
  maxTokens: number,
): Promise<{ name: string; sections: Section[]; omitted: number }> {
  const { store, principal, now } = context;
  const { id, name } = await findCharacter(context, reference);
  const found = nameFirst(await store.memories.mostUseful(principal, id, considered, now()));
  const useful = withoutRepetitions(found.filter((memory) => !mayTakeOver(memory)));
  const sections = new Map<string, Memory[]>();
  let left = maxTokens;
  let omitted = 0;
  for (const memory of useful) {
    const size = lineTokens + estimateTokens(memory.content);
    if (size > left) {
      omitted += 1;
      continue;
    }
    left -= size;
    const heading = headingOf(memory.category);
    sections.set(heading, [...(sections.get(heading) ?? []), memory]);
  }
  return { name, sections: [...sections].map(([heading, memories]) => ({ heading, memories })), omitted };
}
