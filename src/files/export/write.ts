import type { Category } from '../../domain/category.ts';
import type { Memory } from '../../domain/memory.ts';
import { byBytes } from '../../domain/text.ts';
import {
  aboutMark,
  indent,
  itemMark,
  oneLine,
  replacementKey,
  sectionMark,
  titleMark,
  writeAbout,
  writeItemEnd,
  written,
} from './format.ts';

/** A part of an export; it ends with this category, and with this memory of it if it has any. */
export interface ExportPart {
  text: string;
  category?: string;
  memory?: Memory | undefined;
}

/**
 * A character's memories as Markdown (see `format.ts`), a section for each category, in parts of at most `room` by
 * `weigh`; no memory is cut, and none is apart from its section's head. The joined parts are the document.
 * @param newer the texts of other memories that replaced some of these, by id
 */
export function writeExport(
  name: string,
  categories: readonly Category[],
  memories: readonly Memory[],
  room: number,
  weigh: (text: string) => number,
  newer: ReadonlyMap<string, string>,
): ExportPart[] {
  const byCategory = new Map<string, Memory[]>();
  const texts = new Map([...newer, ...memories.map(({ id, content }) => [id, content] as const)]);
  const itemOf = (memory: Memory) => item(memory, texts.get(memory.supersededBy ?? ''));
  for (const memory of memories) {
    const others = byCategory.get(memory.category);
    if (others) others.push(memory);
    else byCategory.set(memory.category, [memory]);
  }
  const title = `${titleMark}${oneLine(name)}\n`;
  let part: ExportPart = { text: title };
  const parts = [part];
  let left = room - weigh(title);
  /** @param section the head that the text is below */
  const write = (text: string, section: string, category: string, memory?: Memory) => {
    if (weigh(text) > left && part.category !== undefined) {
      part.text += '\n';
      part = { text: title + section };
      parts.push(part);
      left = room - weigh(part.text);
    }
    part.text += text;
    part.category = category;
    part.memory = memory;
    left -= weigh(text);
  };
  for (const category of categories.toSorted((a, b) => byBytes(a.name, b.name))) {
    const section = `\n${head(category)}`;
    const [first, ...others] = byCategory.get(category.name) ?? [];
    write(first ? `${section}\n${itemOf(first)}` : section, '', category.name, first);
    for (const memory of others) write(`\n${itemOf(memory)}`, section, category.name, memory);
  }
  return parts;
}

function head(category: Category): string {
  const about = writeAbout(category).map((line) => `${aboutMark}${line}\n`);
  return `${sectionMark}${oneLine(category.name)}\n\n${about.join('')}`;
}

/** @param newer the text that says what holds instead */
function item(memory: Memory, newer: string | undefined): string {
  const lines = written(memory.content)
    .split('\n')
    .map((line, i) => `${i === 0 ? itemMark : indent}${line}`);
  const replacedBy = newer === undefined ? undefined : replacementKey(newer);
  return `${[...lines, writeItemEnd({ ...memory, replacedBy })].join('\n')}\n`;
}
