/** One bad field of a ValidationError. */
export interface FieldFault {
  field: string;
  message: string;
}

interface About {
  status?: number;
  details?: FieldFault[] | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Why a call failed, as the service says it. */
export class MemoryServiceError extends Error {
  override readonly name = 'MemoryServiceError';
  /** One of the service's error types, such as `CharacterNotFound`; `Unreachable` when no answer of it came. */
  readonly type: string;
  /** The HTTP status; 503 when no answer came, 400 for a call that was not sent. */
  readonly status: number;
  readonly details: FieldFault[] | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** In how many seconds it is worth trying again, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(type: string, message: string, { status = 503, details, requestId, retryAfter, cause }: About = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.type = type;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The error of an answer that is none of success. */
export function errorOf(status: number, headers: Headers, text: string): MemoryServiceError {
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  };
  try {
    const { type, message, details } = (JSON.parse(text) as { error: MemoryServiceError }).error;
    if (typeof message === 'string') return new MemoryServiceError(type, message, { ...about, details });
  } catch {
    // It is no JSON, or another one.
  }
  // A proxy in between speaks for itself.
  return new MemoryServiceError('Unreachable', `The service did not answer (HTTP ${status}).`, about);
}

/** The error that ends a stream, by its event's data. */
export function errorOfEvent(data: unknown, headers: Headers): MemoryServiceError {
  const { status } = (data as { error: { status: number } }).error;
  return errorOf(status, headers, JSON.stringify(data));
}

/** Whether the same call may succeed a little later. */
export function isPassing({ type, status }: MemoryServiceError): boolean {
  return type === 'Unreachable' ? status > 500 : ['RequestInProgress', 'ServiceUnavailable'].includes(type);
}
