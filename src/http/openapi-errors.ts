import { type ErrorType, errorStatus } from '../domain/errors.ts';
import type { Binding } from './bindings.ts';

/** Fields whose value can name something that does not exist or break a rule of its own. */
const errorsOfFields: Record<string, readonly ErrorType[]> = {
  characterId: ['CharacterNotFound'],
  memoryId: ['MemoryNotFound'],
  fileId: ['FileNotFound'],
  content: ['InvalidContent'],
  category: ['CategoryNotConfigured'],
};

const always: readonly ErrorType[] = [
  'InvalidInput',
  'Unauthorized',
  'AccessDenied',
  'TierLimitExceeded',
  'InternalError',
];

/** Every error type an operation can give over HTTP, by status: from its fields, role, feature, method and own list. */
export function errorsOf({ operation, hasBody }: Binding): Map<number, ErrorType[]> {
  const { input, role, feature, errors = [] } = operation;
  const fields = Object.keys(input.shape);
  const types = new Set<ErrorType>([
    ...always,
    ...(fields.length > 0 ? (['ValidationError'] as const) : []),
    ...fields.flatMap((field) => errorsOfFields[field] ?? []),
    ...(role === 'VIEWER' ? [] : (['InsufficientRole'] as const)),
    ...(feature ? (['FeatureNotAvailable'] as const) : []),
    ...(hasBody ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...errors,
  ]);
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of [...types].toSorted((a, b) => errorStatus[a] - errorStatus[b])) {
    byStatus.set(errorStatus[type], [...(byStatus.get(errorStatus[type]) ?? []), type]);
  }
  return byStatus;
}
