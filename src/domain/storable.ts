import { ServiceError } from './errors.ts';
import { textFault } from './text.ts';

/** The most of a caller's own field name that an error repeats, in UTF-16 units. */
const maxShown = 100;

/** Path of a field as a person writes it: `rules[3]`, `profile.customFields.a`. */
export function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${shortened(String(part))}`)).join('');
  return name.startsWith('.') ? name.slice(1) : name || 'input';
}

function shortened(name: string): string {
  return name.length > maxShown ? `${name.slice(0, maxShown)}…`.toWellFormed() : name;
}

/** How many values an input may hold, lists and objects included: more than any operation takes. */
const maxValues = 10_000;
const maxDepth = 64;

/** The size of an input. */
export interface Bounds {
  /** The most UTF-16 units that its texts and field names may have together. */
  size: number;
  /** Fields that hold a document, at any depth: control characters are taken. */
  documents?: readonly string[] | undefined;
}

/** More than any name weighs. */
export const nameBounds: Bounds = { size: 10_000 };

/** Where a value is in the input, the innermost step first; written out only when something is wrong. */
interface Place {
  key: PropertyKey;
  above: Place | undefined;
}

function pathOf(place: Place | undefined): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at; at = at.above) path.unshift(at.key);
  return path;
}

/**
 * Copies an input. Stops at the bounds, so the cost is bounded for any input.
 * @throws ServiceError PayloadTooLarge beyond a bound; InvalidContent for a `content`, InvalidInput for any other text
 * that can't be stored (see textFault) and for a field named `__proto__`.
 */
export function storable(input: unknown, { size, documents = [] }: Bounds): unknown {
  let room = size;
  let values = 0;

  function measure(count: number, length: number): void {
    values += count;
    room -= length;
    if (room < 0) throw tooLarge(`${size} characters`);
    if (values > maxValues) throw tooLarge(`${maxValues} values`);
  }

  function copied(value: unknown, place: Place | undefined, depth: number): unknown {
    if (typeof value === 'string') return text(value, place);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) {
      throw new ServiceError('InvalidInput', `${fieldName(pathOf(place).slice(0, 3))} is nested too deeply.`);
    }
    if (Array.isArray(value)) {
      measure(value.length, 0);
      return value.map((part, key) => copied(part, { key, above: place }, depth + 1));
    }
    const keys = Object.keys(value);
    measure(keys.length, 0);
    const parts = keys.map((key) => {
      if (key === '__proto__') throw new ServiceError('InvalidInput', 'A field must not be named "__proto__".');
      return [text(key, place), copied((value as Record<string, unknown>)[key], { key, above: place }, depth + 1)];
    });
    return Object.fromEntries(parts);
  }

  function text(given: string, place: Place | undefined): string {
    measure(0, given.length);
    const isDocument = documents.some((name) => name === place?.key);
    const fault = isDocument && given.isWellFormed() ? undefined : textFault(given);
    if (fault === undefined) return given;
    const field = fieldName(pathOf(place));
    throw new ServiceError(field === 'content' ? 'InvalidContent' : 'InvalidInput', `${field} ${fault}.`);
  }

  return copied(input, undefined, 0);
}

function tooLarge(bound: string): ServiceError {
  return new ServiceError('PayloadTooLarge', `The input must hold at most ${bound}.`);
}
