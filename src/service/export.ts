import { type Category, isAsPreset } from '../domain/category.ts';
import type { Memory } from '../domain/memory.ts';
import { foldCase } from '../domain/text.ts';
import { findCharacter } from './characters.ts';
import type { Context } from './context.ts';

/**
 * A character's memories as Markdown that a person can read and that import reads back without loss: a section for
 * each category, a list item for each memory, whose last line in brackets holds its weights and time.
 * There are no ids and no time of export, so equal memories give equal bytes. A preset's category that was never
 * changed and holds nothing is left out: every character of that preset has it anyway.
 * CharacterNotFound, CategoryNotConfigured.
 */
export async function exportMarkdown(context: Context, reference: string, category?: string): Promise<string> {
  const { store, principal } = context;
  const character = await findCharacter(context, reference);
  const memories = await store.memories.forExport(principal.tenantId, character.id, category);
  const categories = await store.categories.list(principal.tenantId, character.id);
  const sections = categories
    .filter(({ name }) => category === undefined || foldCase(name) === foldCase(category))
    .filter((one) => one.memoryCount > 0 || !isAsPreset(one, character.categoryPreset))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) =>
      section(
        one,
        memories.filter((memory) => memory.category === one.name),
      ),
    );
  return [`# ${character.name}\n`, ...sections].join('\n');
}

function section({ name, description, importance, hints }: Category, memories: Memory[]): string {
  const about = [
    ...(description === '' ? [] : description.split('\n').map((line) => `> ${line}`)),
    `> Importance: ${importance}`,
    ...(hints.length === 0 ? [] : [`> Hints: ${hints.map((hint) => JSON.stringify(hint)).join(', ')}`]),
  ];
  return [`## ${name}\n`, `${about.join('\n')}\n`, ...memories.map(item)].join('\n');
}

function item({ content, importance, salience, occurredAt }: Memory): string {
  const lines = content.split('\n').map((line, i) => `${i === 0 ? '-' : ' '} ${line}`);
  return `${lines.join('\n')}\n  [${importance}, salience ${salience}, ${occurredAt}]\n`;
}
