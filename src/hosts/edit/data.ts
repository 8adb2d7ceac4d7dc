import type { Json, JsonObject } from '../host.ts';

export type Key = string | number;

/** The data of a file: JSON, and TOML's further types (dates, bigints). */
export type Data = unknown;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The value under the keys, or undefined. */
export function at(data: Data, path: readonly Key[]): Data {
  let found = data;
  for (const key of path) {
    const isThere = Array.isArray(found) ? typeof key === 'number' : isObject(found);
    if (!isThere || !Object.hasOwn(found as object, key)) return undefined;
    found = (found as Record<Key, unknown>)[key];
  }
  return found;
}

/** A copy with the value under the keys; a missing or null object on the path is made. */
export function withValue(data: Data, path: readonly Key[], value: Data): Data {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(data))
    return data.map((element, index) => (index === key ? withValue(element, rest, value) : element));
  const object = isObject(data) ? data : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}

/** A copy without the value under the keys. */
export function without(data: Data, path: readonly Key[]): Data {
  const [key, ...rest] = path;
  if (key === undefined) return undefined;
  if (Array.isArray(data)) {
    return rest.length === 0
      ? data.filter((_, index) => index !== key)
      : data.map((element, index) => (index === key ? without(element, rest) : element));
  }
  if (!isObject(data) || !Object.hasOwn(data, key)) return data;
  const { [key]: found, ...others } = data;
  return rest.length === 0 ? others : { ...data, [key]: without(found, rest) };
}

/** The same content, in any order of keys. */
export function same(one: Data, other: Data): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => same(element, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    return keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
  }
  if (one instanceof Date && other instanceof Date) return String(one) === String(other);
  return Object.is(one, other);
}

/** The JSON form of it; dates and large integers become strings. */
export function asJson(data: Data): Json {
  return JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value))) as Json;
}

/** The value in objects, one for each key: `nested(['a', 'b'], 1)` is `{a: {b: 1}}`. */
export function nested(path: readonly Key[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}

/** `later` merged over `earlier`, recursively. */
export function merged(earlier: JsonObject, later: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before as JsonObject, value as JsonObject) : value;
  }
  return result;
}
