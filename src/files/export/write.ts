import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import { mended } from '../../domain/text.ts';

/**
 * A character's memories as Markdown that a person can read and that `read.ts` reads back without loss: a section for
 * each category, a list item for each memory, whose last line in brackets holds its weights and time.
 * There are no ids and no time of export, so equal memories give equal bytes.
 */
export function writeExport(name: string, categories: readonly Category[], memories: readonly Memory[]): string {
  const sections = categories
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) =>
      section(
        one,
        memories.filter((memory) => memory.category === one.name),
      ),
    );
  return [`# ${oneLine(name)}\n`, ...sections].join('\n');
}

function section({ name, description, importance, hints }: Category, memories: Memory[]): string {
  const about = [
    ...(description === ''
      ? []
      : mended(description)
          .split('\n')
          .map((line) => `> ${line}`)),
    `> Importance: ${importance}`,
    ...(hints.length === 0 ? [] : [`> Hints: ${hints.map((hint) => JSON.stringify(oneLine(hint))).join(', ')}`]),
  ];
  return [`## ${oneLine(name)}\n`, `${about.join('\n')}\n`, ...memories.map(item)].join('\n');
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
