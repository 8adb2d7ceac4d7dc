import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import { mended } from '../../domain/text.ts';

/**
 * A character's memories as Markdown that a person can read and that `read.ts` reads back without loss: a section for
 * each category, a list item for each memory, whose last line in brackets holds its weights and time.
 * There are no ids and no time of export, so equal memories give equal bytes.
 * @returns the document in pieces: the title, the head of each section, each memory
 */
export function writeExport(name: string, categories: readonly Category[], memories: readonly Memory[]): string[] {
  const byCategory = new Map<string, Memory[]>();
  for (const memory of memories) {
    const others = byCategory.get(memory.category);
    if (others) others.push(memory);
    else byCategory.set(memory.category, [memory]);
  }
  const sections = categories
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((one) => [`\n${head(one)}`, ...(byCategory.get(one.name) ?? []).map((memory) => `\n${item(memory)}`)]);
  return [`# ${oneLine(name)}\n`, ...sections];
}

function head({ name, description, importance, hints }: Category): string {
  const about = [
    ...(description === ''
      ? []
      : mended(description)
          .split('\n')
          .map((line) => `> ${line}`)),
    `> Importance: ${importance}`,
    ...(hints.length === 0 ? [] : [`> Hints: ${hints.map((hint) => JSON.stringify(oneLine(hint))).join(', ')}`]),
  ];
  return `## ${oneLine(name)}\n\n${about.join('\n')}\n`;
}

function item({ content, importance, salience, occurredAt }: Memory): string {
  const lines = mended(content)
    .split('\n')
    .map((line, i) => `${i === 0 ? '-' : ' '} ${line}`);
  return `${lines.join('\n')}\n  [${importance}, salience ${salience}, ${occurredAt}]\n`;
}

/** Stores of earlier versions may hold what no text may hold now. */
function oneLine(text: string): string {
  return mended(text).replaceAll('\n', ' ');
}
