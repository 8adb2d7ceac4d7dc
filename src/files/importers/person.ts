import type { Piece } from '../piece.ts';
import { flat, statement } from './records.ts';

/** What is known of a person: a label, the kind of one of several (`home`), the value. */
export type Detail = readonly [label: string, kind: string, value: string];

/** A person is one statement under the name. The labels are the words that people ask with. */
export function personPieces(name: string, details: readonly Detail[], tags: readonly string[] = []): Piece[] {
  const told = details.filter(([, , value]) => value !== '');
  const shown = told.map(([label, kind, value]) => `${label}${kind === '' ? '' : ` (${kind})`}: ${flat(value)}`);
  const known = tags.length === 0 ? {} : { tags };
  const unique = [...new Set(shown)];
  if (unique.length === 0) return name === '' ? [] : statement(name, [], known);
  return statement(unique.join('; '), name === '' ? [] : [name], known);
}
