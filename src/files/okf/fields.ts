import type { Metadata } from '../../domain/labels.ts';

// The front matter of concepts (OKF, Open Knowledge Format 0.3) beside the fields of a memory. What no field of a memory
// has stands in its metadata, with this prefix.
export const okfPrefix = 'okf.';

/** Our own keys of the front matter. */
export const ownKeys = { importance: 'ams_importance', salience: 'ams_salience', metadata: 'ams_metadata' } as const;

const asJson = /^(?:[[{"]|(?:true|false|null)$)/;

/** A value of the front matter as one of metadata: numbers and texts as they are, others as JSON. */
export function flatValue(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && !asJson.test(value) ? value : JSON.stringify(value);
}

/** The value of which `flatValue` made it. */
export function fullValue(flat: string | number): unknown {
  if (typeof flat === 'number' || !asJson.test(flat)) return flat;
  try {
    return JSON.parse(flat);
  } catch {
    return flat;
  }
}

/** The keys of the front matter that stand in metadata. */
export function keptKeys(metadata: Readonly<Metadata>): Map<string, unknown> {
  const kept = Object.entries(metadata).filter(([key]) => key.startsWith(okfPrefix));
  return new Map(kept.map(([key, flat]) => [key.slice(okfPrefix.length), fullValue(flat)]));
}

/** An instant as concepts have it. */
export const written = (instant: string): string => instant.replace('.000Z', 'Z');

/** A text of the front matter by which a concept names another one, as the end of its id. */
export function namedConcept(target: string): string {
  return target
    .trim()
    .replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/\.md$/i, '');
}
