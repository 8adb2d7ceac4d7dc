import type { Piece } from '../piece.ts';
import { type Detail, personPieces } from './person.ts';

/** The columns of Outlook's table of contacts, in lower case, as public exports have them. */
const email = /^e-mail(?: \d)? address$/;
const phone = /^(?:(.{1,30}) )?(phone|fax|pager)(?: \d)?$/;
const addressPart =
  /^(home|business|other) (street(?: \d)?|city|state|postal code|country(?:\/region)?|address po box|address)$/;
const nameParts = ['first name', 'middle name', 'last name', 'suffix'];
/** What each contact has and says nothing of the person. */
const ofProgram =
  /^(?:title|initials|e-mail(?: \d)? (?:type|display name)|(?:given|family|company) .{0,10}yomi|priority|private|sensitivity|directory server|billing information|mileage|internet free busy|account|keywords|user \d)$/;
/** Outlook's day for none, and its gender for none. */
const empty = /^(?:0\/0\/00|unspecified)$/i;
const kinds = new Map([
  ['business', 'work'],
  ['primary', ''],
]);

export function isOutlooks(names: readonly string[]): boolean {
  return names.includes('last name') && names.some((name) => email.test(name) || name === 'mobile phone');
}

/** A row of Outlook's contacts as one statement of the person. */
export function outlookPieces(fields: readonly (readonly [column: string, value: string])[]): Piece[] {
  const cells = fields.filter(([, value]) => value !== '' && !empty.test(value));
  const cellOf = (column: string) => cells.find(([name]) => name === column)?.[1] ?? '';
  const own = nameParts.map(cellOf).filter((part) => part !== '');
  const name = own.join(' ') || cellOf('company') || cellOf('e-mail address');
  const tags = cellOf('categories')
    .split(/[;,]/)
    .map((tag) => tag.trim());
  const addresses = new Map<string, string[]>();
  const whole = new Map<string, string>();
  const details = cells.flatMap(([column, value]): Detail[] => {
    if (nameParts.includes(column) || ofProgram.test(column) || column === 'categories') return [];
    const [, place, part] = addressPart.exec(column) ?? [];
    if (place !== undefined) {
      if (part === 'address') whole.set(place, value);
      else if (!addresses.get(place)?.push(value)) addresses.set(place, [value]);
      return [];
    }
    if (email.test(column)) return [['e-mail address', '', value]];
    const [, of = '', kind] = phone.exec(column) ?? [];
    if (kind !== undefined) return [[kind === 'phone' ? 'phone number' : kind, kinds.get(of) ?? of, value]];
    return [[column === 'notes' ? 'note' : column, '', value]];
  });
  // A whole address repeats its parts.
  const places = [...new Set([...whole.keys(), ...addresses.keys()])];
  const lived = places.map((place): Detail => {
    const value = addresses.get(place)?.join(', ') ?? whole.get(place) ?? '';
    return ['address', kinds.get(place) ?? place, value];
  });
  const known = tags.filter((tag) => tag !== '');
  return personPieces(name, [...details, ...lived], known);
}
