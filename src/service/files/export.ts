import { isAsPreset } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { MemoryFilter } from '../../domain/stores/memories.ts';
import { foldCase } from '../../domain/text.ts';
import { writeExport } from '../../files/export/write.ts';
import { documentSize, maxDocument, sentBytes } from '../answer-size.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';

/** The parts of a document for programs, and of one that models read page by page. */
const inWhole = { room: 1_000_000, weigh: sentBytes };
const inPages = { room: maxDocument, weigh: documentSize };

/** The memories to export: all active ones, or the chosen ones. */
export interface Exported {
  characterId: string;
  ids?: readonly string[] | undefined;
  filter?: ChosenMemories | undefined;
}

type ChosenMemories = Omit<MemoryFilter, keyof Page | 'sort'>;

/** Memories as Markdown that import reads back without loss. CharacterNotFound, CategoryNotConfigured, FileNotFound. */
export async function exportMarkdown(context: Context, exported: Exported): Promise<string> {
  return (await exportParts(context, exported, inWhole)).join('');
}

/**
 * One part of the same memories, counted from 0, that fits into an answer: an export by itself, which import reads back.
 * The pages joined are such a document too as long as nothing is stored in between. As `exportMarkdown`; ValidationError for a page beyond the last.
 */
export async function exportPage(context: Context, exported: Exported, page: number) {
  const pages = await exportParts(context, exported, inPages);
  const markdown = pages[page];
  if (markdown !== undefined) return { markdown, page, pages: pages.length };
  const message = `must be at most ${pages.length - 1}: the export has ${pages.length} pages`;
  throw new ServiceError('ValidationError', `page ${message}.`, [{ field: 'page', message }]);
}

/**
 * Empty categories are left out: of an export of all memories only those unchanged since their preset (every character
 * of the preset has them), of an export of chosen memories all of them.
 */
async function exportParts(
  context: Context,
  { characterId, ids, filter }: Exported,
  { room, weigh }: typeof inWhole,
): Promise<string[]> {
  const { store, principal } = context;
  const character = await findCharacter(context, characterId);
  const chosen = filter ?? { state: ids === undefined ? 'ACTIVE' : 'ALL' };
  const memories = await store.memories.forExport(principal, character.id, chosen, ids);
  const categories = await store.categories.list(principal, character.id);
  const isChosen = ids !== undefined || Object.keys(filter ?? {}).some((key) => key !== 'category' && key !== 'state');
  const held = new Set(memories.map(({ category }) => category));
  const shown = categories
    .filter(({ name }) => filter?.category === undefined || foldCase(name) === foldCase(filter.category))
    .filter((one) => held.has(one.name) || (!isChosen && !isAsPreset(one, character.categoryPreset)));
  return writeExport(character.name, shown, memories, room, weigh);
}
