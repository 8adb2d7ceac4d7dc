import { isAsPreset } from '../../domain/category.ts';
import { foldCase } from '../../domain/text.ts';
import { writeExport } from '../../files/export/write.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';

/**
 * A character's memories as Markdown that import reads back without loss. A preset's category that was never changed
 * and holds nothing is left out: every character of that preset has it anyway.
 * CharacterNotFound, CategoryNotConfigured.
 */
export async function exportMarkdown(context: Context, reference: string, category?: string): Promise<string> {
  const { store, principal } = context;
  const character = await findCharacter(context, reference);
  const memories = await store.memories.forExport(principal, character.id, category);
  const categories = await store.categories.list(principal, character.id);
  const shown = categories
    .filter(({ name }) => category === undefined || foldCase(name) === foldCase(category))
    .filter((one) => one.memoryCount > 0 || !isAsPreset(one, character.categoryPreset));
  return writeExport(character.name, shown, memories);
}
