import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import {
  aboutMark,
  indent,
  itemMark,
  oneLine,
  sectionMark,
  titleMark,
  writeAbout,
  writeItemEnd,
  written,
} from './format.ts';

/**
 * A character's memories as Markdown (see `format.ts`), a section for each category, in parts of at most `room` by
 * `weigh`; no memory is cut. The joined parts are the document.
 */
export function writeExport(
  name: string,
  categories: readonly Category[],
  memories: readonly Memory[],
  room: number,
  weigh: (text: string) => number,
): string[] {
  const byCategory = new Map<string, Memory[]>();
  for (const memory of memories) {
    const others = byCategory.get(memory.category);
    if (others) others.push(memory);
    else byCategory.set(memory.category, [memory]);
  }
  const title = `${titleMark}${oneLine(name)}\n`;
  const parts = [title];
  let left = room - weigh(title);
  /** @param section the head that the text is below */
  const write = (text: string, section = '') => {
    if (weigh(text) > left) {
      parts[parts.length - 1] += '\n';
      parts.push(title + section);
      left = room - weigh(title + section);
    }
    parts[parts.length - 1] += text;
    left -= weigh(text);
  };
  for (const category of categories.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const section = `\n${head(category)}`;
    write(section);
    for (const memory of byCategory.get(category.name) ?? []) write(`\n${item(memory)}`, section);
  }
  return parts;
}

function head(category: Category): string {
  const about = writeAbout(category).map((line) => `${aboutMark}${line}\n`);
  return `${sectionMark}${oneLine(category.name)}\n\n${about.join('')}`;
}

function item(memory: Memory): string {
  const lines = written(memory.content)
    .split('\n')
    .map((line, i) => `${i === 0 ? itemMark : indent}${line}`);
  return `${[...lines, writeItemEnd(memory)].join('\n')}\n`;
}
