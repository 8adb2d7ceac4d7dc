import { counted } from '../../base/counted.ts';
import { isAsPreset } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import { cursorAt, type Page, type Place, pageAsked } from '../../domain/page.ts';
import type { MemoryFilter } from '../../domain/stores/memories.ts';
import { byBytes, foldCase } from '../../domain/text.ts';
import { type ExportPart, writeExport } from '../../files/export/write.ts';
import { documentSize, maxDocument, sentBytes } from '../answer-size.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { memoriesNamed } from '../retrieval/holding.ts';

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
  return (await exportParts(context, exported, inWhole)).map(({ text }) => text).join('');
}

/**
 * One part of the same memories that fits into an answer: an export by itself, which import reads back. Pages are counted
 * from 0, of all or of what is behind the cursor. By cursors each memory comes once, whatever is stored in between.
 * As `exportMarkdown`; ValidationError for a page beyond the last, InvalidInput for a cursor of another list.
 */
export async function exportPage(
  context: Context,
  exported: Exported,
  asked: { page: number; cursor?: string | undefined },
) {
  const { page, after } = pageAsked({ ...asked, limit: 1 });
  const pages = await exportParts(context, exported, inPages, after);
  const part = pages[page];
  if (part !== undefined) {
    const nextCursor = part.place && page + 1 < pages.length ? cursorAt(part.place) : undefined;
    return { markdown: part.text, page, pages: pages.length, ...(nextCursor !== undefined && { nextCursor }) };
  }
  const message = `must be at most ${pages.length - 1}: the export has ${counted(pages.length, 'page', 'pages')}`;
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
  after?: Place,
): Promise<(ExportPart & { place: Place | undefined })[]> {
  const { store, principal } = context;
  const character = await findCharacter(context, characterId);
  const chosen = filter ?? { state: ids === undefined ? 'ACTIVE' : 'ALL' };
  const { memories, places } = await store.memories.forExport(principal, character.id, chosen, { ids, after });
  const categories = await store.categories.list(principal, character.id);
  const isChosen =
    ids !== undefined ||
    Object.entries(filter ?? {}).some(([key, value]) => value !== undefined && key !== 'category' && key !== 'state');
  const held = new Set(memories.map(({ category }) => category));
  const shown = categories
    .filter(({ name }) => filter?.category === undefined || foldCase(name) === foldCase(filter.category))
    .filter(({ name }) => held.has(name) || after === undefined || byBytes(name, String(after[0])) > 0)
    .filter((one) => held.has(one.name) || (!isChosen && !isAsPreset(one, character.categoryPreset)));
  const placeOf = new Map(memories.map((memory, i) => [memory, places[i]]));
  // What replaced a memory may be in another part, or not be chosen.
  const here = new Set(memories.map(({ id }) => id));
  const others = memories.flatMap(({ supersededBy: id }) => (id === undefined || here.has(id) ? [] : [id]));
  const newer = await memoriesNamed(context, character.id, [...new Set(others)]);
  const texts = new Map(newer.map(({ id, content }) => [id, content]));
  return writeExport(character.name, shown, memories, room, weigh, texts).map((part) => ({
    ...part,
    place: part.memory ? placeOf.get(part.memory) : part.category === undefined ? undefined : endOf(part.category),
  }));
}

/** The place behind all memories of a category: before those of the next one. */
function endOf(category: string): Place {
  return [category, -1, 0, '', 0];
}
