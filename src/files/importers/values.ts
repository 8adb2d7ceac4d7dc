/** Readers of other products' records, which trust neither presence nor type of a field. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these fields that is a non-empty text; empty if there is none. */
export function textIn(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** The texts of a list, which may be written as JSON in a text; empty for anything else. */
export function textsIn(fields: Fields, name: string): string[] {
  const list = unpacked(fields[name]);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

/** A value that may be JSON in a text, as in columns of databases; the text itself otherwise. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The fields without these. */
export function without(fields: Fields, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}
