/** A JSON object with untrusted fields. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The field when it is an object, else an empty one. */
export function objectAt(json: Json, name: string): Json {
  const value = json[name];
  return isObject(value) ? value : {};
}

/** The first of these fields that is a text and not empty. */
export function textAt(json: Json, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = json[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The first text of a list field. */
export function firstOf(json: Json, name: string): string | undefined {
  const value = json[name];
  return Array.isArray(value) ? value.find((one): one is string => typeof one === 'string') : undefined;
}

/**
 * The texts of a message's content: the content itself, or its parts of these types (`undefined`: parts without a
 * type). Other parts (tool calls, their results, images, thoughts) are left out.
 */
export function textsIn(content: unknown, ...types: (string | undefined)[]): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) =>
    isObject(part) && types.includes(part.type as string | undefined) && typeof part.text === 'string'
      ? [part.text]
      : [],
  );
}
