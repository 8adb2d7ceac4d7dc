import { isAsPreset } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import { foldCase } from '../../domain/text.ts';
import { writeExport } from '../../files/export/write.ts';
import { sentBytes } from '../answer-size.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';

/** The largest page of an export as it is sent, in bytes. */
const maxPageBytes = 1_000_000;

/** A character's memories as Markdown that import reads back without loss. CharacterNotFound, CategoryNotConfigured. */
export async function exportMarkdown(context: Context, reference: string, category?: string): Promise<string> {
  return (await exportParts(context, reference, category)).join('');
}

/**
 * One part of the same document, counted from 0: an export by itself, which import reads back. The pages joined are the
 * document as long as nothing is stored in between. As `exportMarkdown`; ValidationError for a page beyond the last.
 */
export async function exportPage(context: Context, reference: string, category: string | undefined, page: number) {
  const pages = await exportParts(context, reference, category);
  const markdown = pages[page];
  if (markdown !== undefined) return { markdown, page, pages: pages.length };
  const message = `must be at most ${pages.length - 1}: the export has ${pages.length} pages`;
  throw new ServiceError('ValidationError', `page ${message}.`, [{ field: 'page', message }]);
}

/** Leaves out a preset's category that was never changed and is empty: every character of that preset has it. */
async function exportParts(context: Context, reference: string, category: string | undefined): Promise<string[]> {
  const { store, principal } = context;
  const character = await findCharacter(context, reference);
  const memories = await store.memories.forExport(principal, character.id, category);
  const categories = await store.categories.list(principal, character.id);
  const shown = categories
    .filter(({ name }) => category === undefined || foldCase(name) === foldCase(category))
    .filter((one) => one.memoryCount > 0 || !isAsPreset(one, character.categoryPreset));
  return writeExport(character.name, shown, memories, maxPageBytes, sentBytes);
}
