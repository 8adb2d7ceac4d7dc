import { asJson, at, isObject, same } from '../edit/data.ts';
import type { Json, JsonObject } from '../host.ts';

/** A field of an entry in a project's file that `init` did not write. */
export interface Brought {
  host: string;
  path: string;
  /** Such as `env.NAME`. */
  name: string;
  value: Json;
  /** Never offered to the user: it would run code of the project, or send keys to its address. */
  isRefused: boolean;
}

const refused = /^(?:NODE_|LD_|DYLD_|NPM_CONFIG_|SERVICE_ENCODER)|^PATH$|_BASE_URL$/i;

/** Under this key the user's answer about a field is found. */
export function broughtKey({ path, name, value }: Pick<Brought, 'path' | 'name' | 'value'>): string {
  return JSON.stringify([path, name, value]);
}

interface Entries {
  /** The value in the file. */
  there: JsonObject;
  /** The value that was written before, if known. */
  recorded: unknown;
  /** The part that is written in any case, and that with defaults. */
  fixed: JsonObject;
  usual: JsonObject;
}

/**
 * The kept parts of a project's entry: those that `init` wrote, and those that the user confirms. Asks about all others
 * that will not be written anyway.
 */
export function filterEntry(
  { there, recorded, fixed, usual }: Entries,
  { host, path }: Pick<Brought, 'host' | 'path'>,
  approved: ReadonlySet<string>,
): { kept: JsonObject; brought: Brought[] } {
  const brought: Brought[] = [];
  const isKept = (keys: readonly string[], found: Json) => {
    const value = asJson(found);
    if (same(at(recorded, keys), value)) return true;
    const one = { host, path, name: keys.join('.'), value, isRefused: refused.test(keys.at(-1) ?? '') };
    if (!one.isRefused && approved.has(broughtKey(one))) return true;
    if (at(fixed, keys) === undefined && !same(at(usual, keys), value)) brought.push(one);
    return false;
  };
  return { kept: onlyKept(there, isKept), brought };
}

/** Of the objects in an entry, such as its variables, each field is checked. */
function onlyKept(entry: JsonObject, isKept: (keys: readonly string[], value: Json) => boolean): JsonObject {
  const fields = Object.entries(entry).flatMap(([key, value]): [string, Json][] => {
    if (!isObject(value)) return isKept([key], value) ? [[key, value]] : [];
    const inner = Object.entries(value as JsonObject).filter(([name, one]) => isKept([key, name], one));
    return inner.length === 0 ? [] : [[key, Object.fromEntries(inner)]];
  });
  return Object.fromEntries(fields);
}
