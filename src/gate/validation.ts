import type * as z from 'zod';
import { type ErrorType, type FieldFault, ServiceError } from '../domain/errors.ts';

/** Path of a field as a person writes it: `rules[3]`, `profile.customFields.a`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.startsWith('.') ? name.slice(1) : name || 'input';
}

/**
 * Refuses what no field may hold: text that is not well-formed Unicode (it could not be stored unchanged) and keys
 * named `__proto__`.
 */
function refuseUnstorable(value: unknown, path: readonly PropertyKey[]): void {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return;
    const field = fieldName(path);
    const type = field === 'content' ? 'InvalidContent' : 'InvalidInput';
    throw new ServiceError(type, `${field} is not well-formed Unicode: it holds a lone surrogate.`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length > 64) throw new ServiceError('InvalidInput', `${fieldName(path.slice(0, 3))} is nested too deeply.`);
  for (const [key, part] of Object.entries(value)) {
    if (key === '__proto__') throw new ServiceError('InvalidInput', 'A field must not be named "__proto__".');
    if (!Array.isArray(value)) refuseUnstorable(key, path);
    refuseUnstorable(part, [...path, Array.isArray(value) ? Number(key) : key]);
  }
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
  if (issue.code === 'invalid_type') return { field, message: `must be ${article(issue.expected)}` };
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

function article(expected: string): string {
  const words: Record<string, string> = {
    int: 'a whole number',
    array: 'a list',
    record: 'an object',
    object: 'an object',
  };
  return words[expected] ?? `a ${expected}`;
}

/**
 * Validates raw input against an operation's schema.
 * @throws ServiceError InvalidInput (missing, mistyped or unknown fields), ValidationError (well-typed values that
 * break a rule, with details for each) or a rule's own type.
 */
export function validate<Schema extends z.ZodObject>(schema: Schema, raw: unknown): z.output<Schema> {
  refuseUnstorable(raw, []);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data as z.output<Schema>;
  const faults = parsed.error.issues.flatMap(flatten).map((issue) => {
    const value = at(raw, issue.path);
    return { type: errorTypeOf(issue, value), ...explain(issue, value) };
  });
  const worst =
    faults.find(({ type }) => type === 'InvalidInput') ?? faults.find(({ type }) => type !== 'ValidationError');
  if (worst) throw new ServiceError(worst.type, `${worst.field} ${worst.message}.`);
  const details = faults.map(({ field, message }) => ({ field, message }));
  const summary = details.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new ServiceError('ValidationError', `${summary}.`, details);
}
