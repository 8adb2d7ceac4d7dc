import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import { aboutMark, indent, itemMark, sectionMark, titleMark, writeAbout, writeItemEnd } from './format.ts';

/** A character's memories as Markdown (see `format.ts`), a section for each category. */
export function writeExport(name: string, categories: readonly Category[], memories: readonly Memory[]): string {
  const sections = categories
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) =>
      section(
        one,
        memories.filter((memory) => memory.category === one.name),
      ),
    );
  return [`${titleMark}${name}\n`, ...sections].join('\n');
}

function section(category: Category, memories: Memory[]): string {
  const about = writeAbout(category).map((line) => `${aboutMark}${line}\n`);
  return [`${sectionMark}${category.name}\n`, about.join(''), ...memories.map(item)].join('\n');
}

function item(memory: Memory): string {
  const lines = memory.content.split('\n').map((line, i) => `${i === 0 ? itemMark : indent}${line}`);
  return `${[...lines, writeItemEnd(memory)].join('\n')}\n`;
}
