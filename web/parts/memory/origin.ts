import { datesInWords } from '../../languages/times.ts';
import { type Message, msg, t } from '../../languages/translate.ts';

const origins: ReadonlyMap<string, Message> = new Map([
  ['you', msg('you')],
  ['agent', msg('an agent')],
  ['file', msg('the file {name}')],
  ['import', msg('the import {name}')],
  ['member', msg('the member {name}')],
  ['service', msg('the service')],
]);

/** Whose word it is: a kind, mostly with a name (`file notes.md`). */
export function originIn(origin = ''): string {
  const [kind = ''] = origin.split(' ', 1);
  const words = origins.get(kind);
  return words === undefined ? origin : t(words, { name: origin.slice(kind.length + 1) }).trim();
}

/** The label of a line that an agent got: whose word it is, its days and more. */
export const labelInWords = (label: string): string => datesInWords(label).replace(/^[^,]+/u, originIn);
