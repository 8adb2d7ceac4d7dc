import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import { mended } from '../../domain/text.ts';
import { aboutMark, indent, itemMark, oneLine, sectionMark, titleMark, writeAbout, writeItemEnd } from './format.ts';

/**
 * A character's memories as Markdown (see `format.ts`), a section for each category.
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
  return [`${titleMark}${oneLine(name)}\n`, ...sections];
}

function head(category: Category): string {
  const about = writeAbout(category).map((line) => `${aboutMark}${line}\n`);
  return `${sectionMark}${oneLine(category.name)}\n\n${about.join('')}`;
}

function item(memory: Memory): string {
  const lines = mended(memory.content)
    .split('\n')
    .map((line, i) => `${i === 0 ? itemMark : indent}${line}`);
  return `${[...lines, writeItemEnd(memory)].join('\n')}\n`;
}
