/** Every error type of the interface with its HTTP status: the specification's table and further types. */
export const errorStatus = {
  CharacterNotFound: 404,
  MemoryNotFound: 404,
  FileNotFound: 404,
  InvalidContent: 400,
  InvalidInput: 400,
  DuplicateCharacterName: 400,
  CategoryNotConfigured: 400,
  InvalidPreset: 400,
  VisibilityChangeNotAllowed: 400,
  ValidationError: 400,
  Unauthorized: 401,
  AccessDenied: 403,
  FeatureNotAvailable: 403,
  InsufficientRole: 403,
  TierLimitExceeded: 429,
  CharacterLimitExceeded: 429,
  ConflictUnresolved: 409,
  SnapshotConflict: 409,
  NameTaken: 409,
  CharacterArchived: 409,
  RequestInProgress: 409,
  AnswerLost: 409,
  IdempotencyKeyReused: 422,
  ExtractionFailed: 502,
  SyncFailed: 502,
  InternalError: 500,
  NotImplemented: 501,
  NotFound: 404,
  MethodNotAllowed: 405,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  Cancelled: 499,
  ServiceUnavailable: 503,
} as const;

export type ErrorType = keyof typeof errorStatus;

export const errorTypes = Object.keys(errorStatus) as [ErrorType, ...ErrorType[]];

/** One bad field of a ValidationError; `field` is its path, such as `profile.rules[3]`. */
export interface FieldFault {
  field: string;
  message: string;
}

/** The error envelope as it goes over the wire. */
export interface ErrorEnvelope {
  error: { type: string; message: string; status: number; details?: FieldFault[] | undefined };
}

/** The longest message, and the longest quotation of the caller's own text in it, in UTF-16 units. */
const maxMessage = 2_000;
const maxDetails = 100;

/** The program's files were replaced under a running process; what was not loaded before can't be loaded. */
export const programReplaced =
  'The program was updated or removed while it runs. Restart the host (or the server) that started it; if its files are back, try again.';

/** A text, shortened for an error. */
export function clipped(text: string, max = maxMessage): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

/** The one kind of error that every layer may throw. Its message is for the caller: the fault and the remedy. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly type: ErrorType;
  readonly details: FieldFault[] | undefined;

  /** The cause is only for the log. */
  constructor(type: ErrorType, message: string, details?: FieldFault[], cause?: unknown) {
    super(clipped(message), cause === undefined ? undefined : { cause });
    this.type = type;
    this.details = details
      ?.slice(0, maxDetails)
      .map((one) => ({ field: clipped(one.field), message: clipped(one.message) }));
  }

  get status(): number {
    return errorStatus[this.type];
  }

  /** The wire form; every transport sends exactly this. */
  toEnvelope(): ErrorEnvelope {
    const { type, message, status, details } = this;
    return { error: details ? { type, message, status, details } : { type, message, status } };
  }
}

/** An error as a message between threads, which do not preserve its class. */
export type ErrorMessage = Pick<ServiceError, 'type' | 'message' | 'details' | 'cause'> & { retryAt?: number };

export function messageOf(error: ServiceError): ErrorMessage {
  const { type, message, details, cause } = error;
  return { type, message, details, cause, ...(error instanceof PassingLimit && { retryAt: error.retryAt }) };
}

export function errorOf({ type, message, details, cause, retryAt }: ErrorMessage): ServiceError {
  return retryAt === undefined ? new ServiceError(type, message, details, cause) : new PassingLimit(message, retryAt);
}

/** The caller disconnected before the call was done. The answer is not read, but logs and metrics count it. */
export function cancelled(what: 'call' | 'import' | 'search' = 'call'): ServiceError {
  return new ServiceError('Cancelled', `The ${what} was cancelled; nothing was stored.`);
}

/** A person must confirm first. The call ends with the question, and is repeated with the answer. Not a refusal. */
export class AnswerNeeded extends ServiceError {
  constructor() {
    super('AccessDenied', 'The user has to be asked first; nothing was changed.');
  }
}

/** A temporary limit: TierLimitExceeded, with the time from which a retry makes sense. */
export class PassingLimit extends ServiceError {
  /** Milliseconds since the epoch. */
  readonly retryAt: number;

  constructor(message: string, retryAt: number) {
    super('TierLimitExceeded', message);
    this.retryAt = retryAt;
  }
}
