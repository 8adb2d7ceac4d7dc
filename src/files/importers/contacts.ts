import type { ReadDocument } from '../document.ts';
import { unreadable } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { componentsIn, type Property, partsOf, unescaped } from './content-lines.ts';
import { inEnglish } from './outlook-columns.ts';
import { isOutlooks, outlookPieces } from './outlook-contacts.ts';
import { type Detail, personPieces } from './person.ts';

/** The labels of a vCard's properties. */
const labels = new Map([
  ['TEL', 'phone number'],
  ['EMAIL', 'e-mail address'],
  ['ADR', 'address'],
  ['LABEL', 'address'],
  ['BDAY', 'birthday'],
  ['ANNIVERSARY', 'anniversary'],
  ['ORG', 'organization'],
  ['TITLE', 'title'],
  ['ROLE', 'role'],
  ['NICKNAME', 'nickname'],
  ['NOTE', 'note'],
  ['URL', 'website'],
  ['IMPP', 'messenger'],
  ['LANG', 'language'],
  ['RELATED', 'related'],
  ['X-ABRELATEDNAMES', 'related'],
]);
const structured = new Set(['ADR', 'ORG', 'NICKNAME']);
const read = new Set(['FN', 'N', 'CATEGORIES']);
/** What every card has and says nothing of the person. */
const ofProgram = new Set(['VERSION', 'PRODID', 'UID', 'REV', 'SORT-STRING', 'X-ABLABEL', 'X-ABUID', 'KIND', 'CLASS']);

/** Address books as vCards (RFC 6350, and its versions 2.1 and 3.0): one statement a person. InvalidInput without one. */
export function readVcards(text: string): ReadDocument {
  const cards = componentsIn(text, new Set(['VCARD']));
  if (cards.length === 0) throw unreadable('it holds no vCard (BEGIN:VCARD)');
  refuseBeyond(limits.records, cards.length, 'contacts');
  const leftOut = new LeftOut();
  const pieces = cards.flatMap(({ properties }) => {
    for (const { name } of properties) {
      if (!labels.has(name) && !read.has(name) && !ofProgram.has(name)) leftOut.add(name.toLowerCase());
    }
    const tags = properties
      .filter(({ name }) => name === 'CATEGORIES')
      .flatMap(({ value }) => value.split(/(?<!\\),/).map(unescaped))
      .filter((tag) => tag !== '');
    return personPieces(nameOf(properties), properties.flatMap(detailOf), tags);
  });
  return { pieces, leftOut: leftOut.list() };
}

function nameOf(properties: readonly Property[]): string {
  const formatted = properties.find(({ name }) => name === 'FN')?.value;
  if (formatted !== undefined && formatted.trim() !== '') return unescaped(formatted);
  const [family = '', given = '', ...more] = (properties.find(({ name }) => name === 'N')?.value ?? '')
    .split(/(?<!\\);/)
    .map(unescaped);
  return [given, more[0] ?? '', family].filter((part) => part !== '').join(' ');
}

function detailOf({ name, type, value }: Property): Detail[] {
  const label = labels.get(name);
  if (label === undefined) return [];
  const shown = structured.has(name) ? partsOf(value).join(', ') : unescaped(value);
  const isDay = name === 'BDAY' || name === 'ANNIVERSARY';
  return [[label, type, isDay ? dayOf(shown) : shown.replace(/^(?:tel|mailto):/i, '')]];
}

/** `19800501` as `1980-05-01`, and a day without a year, `--0712`, as `12 July`. */
function dayOf(value: string): string {
  const [, month, day] = /^--(\d\d)-?(\d\d)/.exec(value) ?? [];
  if (month !== undefined && day !== undefined) {
    const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    return format.format(Date.UTC(2024, Number(month) - 1, Number(day)));
  }
  return value.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?$/, '$1-$2-$3');
}

/** Columns of address books as tables; Google numbers several of a kind: `Phone 1 - Label`, `Phone 1 - Value`. */
const numbered = /^(.{2,40}?) (\d{1,2}) - (type|label|value|formatted|name|title|.{2,40})$/i;
const nameColumns = ['first name', 'given name', 'middle name', 'additional name', 'last name', 'family name'];
const columnLabels = new Map([
  ['phone', 'phone number'],
  ['e-mail', 'e-mail address'],
  ['email', 'e-mail address'],
  ['notes', 'note'],
  ['organization name', 'organization'],
  ['organization title', 'title'],
  ['organization department', 'department'],
]);

/**
 * Whether a table is an address book: its columns have a name's parts, and numbered phones or addresses (Google's), or
 * the columns of Outlook's.
 */
export function isAddressBook(header: readonly string[]): boolean {
  const names = header.map((name) => name.trim().toLowerCase());
  const isNamed = names.some((name) => name === 'name' || nameColumns.includes(name));
  return (isNamed && names.some((name) => numbered.test(name))) || isOutlooks(inEnglish(names));
}

/** A row of an address book: what is said of the person, not the names of the columns it stands in. */
export function contactPieces(row: readonly (readonly [column: string, value: string])[], leftOut: LeftOut): Piece[] {
  const fields = row.map(([column, value]) => [column.trim().toLowerCase(), value.trim()] as const);
  const columns = inEnglish(fields.map(([column]) => column));
  if (isOutlooks(columns)) return outlookPieces(fields.map(([, value], i) => [columns[i]!, value]));
  const cellOf = (column: string) => fields.find(([name]) => name === column)?.[1] ?? '';
  const parts = nameColumns.map(cellOf).filter((part) => part !== '');
  const name = cellOf('name') || parts.join(' ') || cellOf('organization name') || cellOf('file as');
  const kinds = new Map<string, string>();
  const whole = new Set<string>();
  for (const [column, value] of fields) {
    const [, of = '', number = '', part = ''] = numbered.exec(column) ?? [];
    if (/^(?:type|label)$/.test(part)) kinds.set(`${of} ${number}`, value.replace(/^\*?\s*/, '').toLowerCase());
    if (part === 'formatted' && value !== '') whole.add(`${of} ${number}`);
  }
  const tags: string[] = [];
  const details = fields.flatMap(([column, value]): Detail[] => {
    if (value === '' || column === 'name' || nameColumns.includes(column) || column === 'file as') return [];
    if (column === 'labels' || column === 'group membership') {
      tags.push(...value.split(':::').map((one) => one.replace(/^\s*\*?\s*/, '').trim()));
      return [];
    }
    if (column === 'photo') {
      leftOut.add(column);
      return [];
    }
    const [, of = '', number = '', part = ''] = numbered.exec(column) ?? [];
    const key = `${of} ${number}`;
    if (/^(?:type|label)$/.test(part) || (whole.has(key) && part !== 'formatted')) return [];
    const label = /^(?:|value|formatted)$/.test(part) ? of || column : `${of} ${part}`;
    if (column === 'birthday') return [[column, '', dayOf(value)]];
    // Google joins several values of one kind.
    return value.split(' ::: ').map((one) => [columnLabels.get(label) ?? label, kinds.get(key) ?? '', one]);
  });
  return personPieces(
    name,
    details,
    tags.filter((tag) => tag !== '' && tag.toLowerCase() !== 'mycontacts'),
  );
}
