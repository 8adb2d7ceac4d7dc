import { type ErrorType, errorStatus } from '../domain/errors.ts';
import type { Binding } from './bindings.ts';

const always: readonly ErrorType[] = [
  'InvalidInput',
  'Unauthorized',
  'AccessDenied',
  'TierLimitExceeded',
  'InternalError',
  'ServiceUnavailable',
];

/** Every error type an operation can give over HTTP, by status: from its role, feature, method and own list. */
export function errorsOf({ operation, hasBody }: Binding): Map<number, ErrorType[]> {
  const { input, role, feature, hints, errors = [] } = operation;
  const types = new Set<ErrorType>([
    ...always,
    ...(Object.keys(input.shape).length > 0 ? (['ValidationError'] as const) : []),
    ...(role === 'VIEWER' ? [] : (['InsufficientRole'] as const)),
    ...(feature ? (['FeatureNotAvailable'] as const) : []),
    ...(hints.readOnly ? [] : (['RequestInProgress', 'AnswerLost', 'IdempotencyKeyReused'] as const)),
    ...(hasBody ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...errors,
  ]);
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of [...types].toSorted((a, b) => errorStatus[a] - errorStatus[b])) {
    byStatus.set(errorStatus[type], [...(byStatus.get(errorStatus[type]) ?? []), type]);
  }
  return byStatus;
}
