import type * as z from 'zod';
import { type ErrorType, type FieldFault, ServiceError } from './errors.ts';
import { textFault, withLineFeeds } from './text.ts';

/** Path of a field as a person writes it: `rules[3]`, `profile.customFields.a`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.startsWith('.') ? name.slice(1) : name || 'input';
}

/** How many values an input may hold, lists and objects included: more than any operation takes. */
const maxValues = 10_000;
const maxDepth = 64;

/** What an input is measured by. */
export interface Bounds {
  /** The most UTF-16 units that its texts and field names may have together. */
  size: number;
  /** Fields that hold a document, at any depth: kept as they are. */
  documents?: readonly string[] | undefined;
}

/** More than any name weighs. */
export const nameBounds: Bounds = { size: 10_000 };

/** Where a value stands in the input, the innermost step first; written out only when something is wrong. */
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
 * A copy of an input with line feeds in its texts. Looks at no more of it than the bounds allow, so its cost is theirs
 * whatever is sent.
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
    const kept = isDocument ? given : withLineFeeds(given);
    const fault = isDocument && given.isWellFormed() ? undefined : textFault(kept);
    if (fault === undefined) return kept;
    const field = fieldName(pathOf(place));
    throw new ServiceError(field === 'content' ? 'InvalidContent' : 'InvalidInput', `${field} ${fault}.`);
  }

  return copied(input, undefined, 0);
}

function tooLarge(bound: string): ServiceError {
  return new ServiceError('PayloadTooLarge', `The input must hold at most ${bound}.`);
}

/** A well-typed value that breaks a rule is a ValidationError (or the rule's own type); anything else is InvalidInput. */
function errorTypeOf(issue: z.core.$ZodIssue, value: unknown): ErrorType {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.errorType as ErrorType | undefined) ?? 'ValidationError';
    case 'invalid_type':
      return issue.expected === 'int' && typeof value === 'number' && Number.isFinite(value)
        ? 'ValidationError'
        : 'InvalidInput';
    case 'invalid_value':
      return typeof value === typeof issue.values[0] ? 'ValidationError' : 'InvalidInput';
    case 'invalid_union':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
      return 'InvalidInput';
    default:
      return 'ValidationError';
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/** Replaces an issue of a union by those of the alternative that got furthest: it tells more than "invalid input". */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: z.core.$ZodIssue[]) => Math.max(...issues.map((one) => one.path.length));
    const typed = (issues: z.core.$ZodIssue[]) =>
      issues.every((one) => one.path.length > 0 || one.code !== 'invalid_type');
    const best = issue.errors.find(typed) ?? issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    return best.flatMap((one) => flatten({ ...one, path: [...issue.path, ...one.path] }));
  }
  if (issue.code === 'invalid_key') return issue.issues.flatMap((one) => flatten({ ...one, path: issue.path }));
  return [issue];
}

function explain(issue: z.core.$ZodIssue, value: unknown): FieldFault {
  const field = fieldName(issue.path);
  if (issue.code === 'invalid_type' && value === undefined) return { field, message: 'is required' };
  if (issue.code === 'unrecognized_keys') {
    return { field: fieldName([...issue.path, issue.keys[0] ?? '']), message: 'is not an argument of this operation' };
  }
  if (issue.code === 'invalid_type')
    return { field, message: `must be ${typeNames.get(issue.expected) ?? `a ${issue.expected}`}` };
  if (issue.code === 'invalid_value') return { field, message: `must be one of ${issue.values.join(', ')}` };
  if (issue.code === 'too_small') return { field, message: `must be ${bound(issue, 'at least', issue.minimum)}` };
  if (issue.code === 'too_big') return { field, message: `must be ${bound(issue, 'at most', issue.maximum)}` };
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return { field, message: 'must be an ISO-8601 time such as 2026-01-31T09:00:00Z' };
  }
  return { field, message: issue.message };
}

function bound(issue: { origin: string }, word: string, limit: number | bigint): string {
  if (issue.origin === 'array') return `a list of ${word} ${limit}`;
  return `${word} ${limit}`;
}

/** What a type that was expected is called; any other is called as it is. */
const typeNames = new Map([
  ['int', 'a whole number'],
  ['array', 'a list'],
  ['record', 'an object'],
  ['object', 'an object'],
]);

/**
 * Validates what is storable (see `storable`) against a schema.
 * @throws ServiceError InvalidInput (missing, mistyped or unknown fields), ValidationError (well-typed values that
 * break a rule, with details for each) or a rule's own type.
 */
export function validated<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as z.output<Schema>;
  const faults = parsed.error.issues.flatMap(flatten).map((issue) => {
    const value = at(given, issue.path);
    return { type: errorTypeOf(issue, value), ...explain(issue, value) };
  });
  const worst =
    faults.find(({ type }) => type === 'InvalidInput') ?? faults.find(({ type }) => type !== 'ValidationError');
  if (worst) throw new ServiceError(worst.type, `${worst.field} ${worst.message}.`);
  const details = faults.map(({ field, message }) => ({ field, message }));
  const summary = details.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new ServiceError('ValidationError', `${summary}.`, details);
}
