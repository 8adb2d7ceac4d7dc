import { instantOf } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { splitText } from '../plain-text.ts';
import { type Fields, isFields, textIn } from './values.ts';

const read = new Set(
  'title textContent listContent labels annotations isTrashed isArchived createdTimestampUsec userEditedTimestampUsec'.split(
    ' ',
  ),
);
/** How a note looks, and the same text with marks. */
const ofProgram = new Set(['color', 'isPinned', 'textContentHtml']);

/**
 * A note of Google Keep as Takeout has it (https://github.com/obsidianmd/obsidian-importer, formats/keep); undefined for
 * another value. What is in the bin is left out; what is archived says so.
 */
export function keepPieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  const isNote = 'userEditedTimestampUsec' in value || 'createdTimestampUsec' in value;
  if (!isNote || typeof value.isTrashed !== 'boolean') return undefined;
  if (value.isTrashed) {
    leftOut.add('notes in the bin');
    return [];
  }
  leftOut.addFields(value, (name) => !read.has(name) && !ofProgram.has(name));
  const title = [textIn(value, 'title'), value.isArchived === true ? '(archived)' : ''].filter(Boolean).join(' ');
  const context = title === '' ? [] : [title];
  const tags = listIn(value, 'labels').flatMap((label) => textIn(label, 'name') || []);
  // The first one: an edit changes only a word.
  const occurredAt = instantOf(value.createdTimestampUsec) ?? instantOf(value.userEditedTimestampUsec);
  const known = { occurredAt, ...(tags.length > 0 && { tags }) };
  const items = listIn(value, 'listContent').map((item) => ({
    body: `${item.isChecked === true ? 'done' : 'open'}: ${textIn(item, 'text')}`,
    context,
  }));
  const links = listIn(value, 'annotations')
    .map((link) => [textIn(link, 'title'), textIn(link, 'url')].filter(Boolean).join(': '))
    .map((body) => ({ body, context }));
  const pieces = [...splitText(textIn(value, 'textContent'), context), ...items, ...links];
  const isBare = pieces.every(({ body }) => body === '' || body === 'open: ');
  if (isBare) return title === '' ? [] : [{ ...known, body: title, context: [] }];
  return pieces.filter(({ body }) => !/^(?:|done: |open: )$/.test(body)).map((piece) => ({ ...piece, ...known }));
}

function listIn(value: Fields, name: string): Fields[] {
  const list = value[name];
  return Array.isArray(list) ? list.filter(isFields) : [];
}
