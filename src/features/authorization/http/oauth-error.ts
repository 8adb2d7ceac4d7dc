import { PassingLimit, ServiceError } from '../../../domain/errors.ts';
import { type HttpContext, replyJson, retryAfter } from '../../../http/exchange.ts';

/** The error codes of RFC 6749, RFC 7591 and RFC 8707 that this server uses. */
export type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An OAuth error caused by the client. */
export class OAuthFault extends Error {
  readonly code: OAuthCode;

  constructor(code: OAuthCode, message: string) {
    super(message);
    this.code = code;
  }
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

export function replyTokens(c: HttpContext, status: number, body: object, headers = {}): Response {
  return replyJson(c, status, body, { ...noStore, ...headers });
}

/**
 * Answers a fault as a JSON error of OAuth; ServiceErrors of reading the body count as invalid requests. Rethrows other
 * errors.
 */
export function replyFault(c: HttpContext, error: unknown, now: number): Response {
  if (error instanceof OAuthFault) {
    return replyTokens(c, 400, { error: error.code, error_description: error.message });
  }
  if (!(error instanceof ServiceError)) throw error;
  if (error instanceof PassingLimit) {
    const said = { error: 'temporarily_unavailable', error_description: error.message };
    return replyTokens(c, error.status, said, retryAfter(error, now));
  }
  if (!readingFaults.has(error.type)) throw error;
  return replyTokens(c, error.status, { error: 'invalid_request', error_description: error.message });
}

const readingFaults = new Set(['InvalidInput', 'PayloadTooLarge', 'UnsupportedMediaType']);
