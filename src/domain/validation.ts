import type * as z from 'zod';
import { type ErrorType, type FieldFault, ServiceError } from './errors.ts';
import { fieldName } from './storable.ts';

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

/**
 * Replaces an issue of a union by those of the alternative that matched furthest, which say more than "invalid input".
 */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: z.core.$ZodIssue[]) => Math.max(...issues.map((one) => one.path.length));
    const typed = (issues: z.core.$ZodIssue[]) =>
      issues.every((one) => one.path.length > 0 || one.code !== 'invalid_type');
    const best = issue.errors.find(typed) ?? issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    const unknown = best.filter(({ code }) => code === 'unrecognized_keys');
    return (unknown.length > 0 ? unknown : best).flatMap((one) =>
      flatten({ ...one, path: [...issue.path, ...one.path] }),
    );
  }
  if (issue.code === 'invalid_key') return issue.issues.flatMap((one) => flatten({ ...one, path: issue.path }));
  return [issue];
}

function explain(issue: z.core.$ZodIssue, value: unknown): FieldFault {
  const field = fieldName(issue.path);
  if (issue.code === 'invalid_type' && value === undefined) return { field, message: 'is required' };
  if (issue.code === 'unrecognized_keys') {
    const isDefault = issue.message.startsWith('Unrecognized');
    const message = isDefault ? 'is not an argument of this operation' : issue.message;
    return { field: fieldName([...issue.path, issue.keys[0] ?? '']), message };
  }
  if (issue.code === 'invalid_type')
    return { field, message: `must be ${typeNames.get(issue.expected) ?? `a ${issue.expected}`}` };
  if (issue.code === 'invalid_value') return { field, message: `must be one of ${issue.values.join(', ')}` };
  if (issue.code === 'too_small' && value === '') return { field, message: 'must not be empty' };
  if (issue.code === 'too_small') return { field, message: `must be ${bound(issue, 'at least', issue.minimum)}` };
  if (issue.code === 'too_big') return { field, message: `must be ${bound(issue, 'at most', issue.maximum)}` };
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return { field, message: 'must be an ISO-8601 time such as 2026-01-31T09:00:00Z' };
  }
  return { field, message: issue.message };
}

function bound(issue: { origin: string }, word: string, limit: number | bigint): string {
  if (issue.origin === 'array') return `a list of ${word} ${limit}`;
  return issue.origin === 'string' ? `${word} ${limit} characters long` : `${word} ${limit}`;
}

/** Names of expected types in messages; other types keep their own names. */
const typeNames = new Map([
  ['int', 'a whole number'],
  ['array', 'a list'],
  ['record', 'an object'],
  ['object', 'an object'],
]);

/**
 * Validates a storable input (see `storable`) against a schema.
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

/** As `validated`, but returns the fault as a sentence instead of throwing it. */
export function judged<Schema extends z.ZodObject>(
  schema: Schema,
  given: unknown,
): { valid: z.output<Schema>; fault?: undefined } | { valid?: undefined; fault: string } {
  try {
    return { valid: validated(schema, given) };
  } catch (error) {
    if (error instanceof ServiceError) return { fault: error.message };
    throw error;
  }
}
