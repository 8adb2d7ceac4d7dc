import { ServiceError } from '../../domain/errors.ts';
import { claimLost } from '../../domain/idempotency-rules.ts';
import { StoreUnusable, unavailable } from '../unusable.ts';

function codeOf(error: unknown): string {
  // Several addresses of one name were tried.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The driver's messages for a lost connection, which have no code. */
const lostMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|timeout expired|Query read timeout|read ECONN)/;

/** The causes of a database's failures, by the beginnings of their codes (PostgreSQL's and the system's). */
const reasons: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['28'], 'it refuses the user or the password'],
  [['3D000'], 'there is no such database'],
  [['3F000'], 'there is no schema to keep the tables in'],
  [['42501'], 'the user lacks a right that it needs'],
  [['25006'], 'it is read-only: a standby, or set so'],
  [['53100', '53200'], 'its disk or memory is full'],
  [['53300', '53400'], 'it takes no more connections'],
  // The operator of the database does not admit connections for now.
  [['55000'], 'it takes no connections'],
  [['58', 'XX001', 'XX002'], 'its disk answers with an error or its files are damaged'],
  [['57014', '55P03'], 'it took too long'],
  [['40'], 'other writers kept it busy for too long'],
  [['57P03'], 'it is starting or stopping'],
  [['08', '57P'], 'the connection was lost'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'its host is unknown'],
  [['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT', 'EACCES'], 'nothing answers at its address'],
  [['ECONNRESET', 'EPIPE'], 'the connection was lost'],
  [['ERR_TLS', 'ERR_SSL', 'CERT_', 'SELF_SIGNED', 'DEPTH_ZERO', 'UNABLE_TO'], 'its TLS certificate is not accepted'],
];

/** A conflict with other units, which can be retried: a deadlock, or a serialisation failure. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** The statement was not executed: an earlier one of its transaction had failed. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** The database does not know a transaction of that number: it was lost in a crash. */
export function isUnknownTransaction(error: unknown): boolean {
  return codeOf(error) === '22023';
}

/** A pooler refuses parameters of a session; all its errors, also temporary ones, have the same code. */
function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

/** The connection is lost, or none is possible now. */
export function isLost(error: unknown): boolean {
  if (isRefusedByPooler(error)) return false;
  const code = codeOf(error);
  if (/^(?:08|57P0|53300|55000|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/.test(code)) return true;
  return code === '' && error instanceof Error && lostMessages.test(error.message);
}

function reasonOf(error: unknown): string | undefined {
  if (isRefusedByPooler(error)) return 'a pooler in front of it keeps no sessions: set SERVICE_DATABASE_PREPARE=off';
  const code = codeOf(error);
  const known = reasons.find(([codes]) => codes.some((one) => code.startsWith(one)))?.[1];
  if (known !== undefined) return known;
  if (error instanceof Error && /does not support SSL/.test(error.message)) return 'it does not offer TLS';
  return isLost(error) ? 'nothing answers at its address, or the connection was lost' : undefined;
}

/** A one-line reason why a database can't be used; `place` names it without the password. */
export function openFailure(place: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const reason = reasonOf(error) ?? (error instanceof Error ? error.message : String(error));
  return new StoreUnusable(`The database ${place} can't be used: ${reason}. Nothing was changed.`);
}

/** A unit's failure as an error for its caller. */
export function unitFailure(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  // Only the statement that marks an idempotency key divides by zero (tenancy/idempotency.ts).
  if (codeOf(error) === '22012') return claimLost();
  const reason = reasonOf(error);
  return reason === undefined ? error : unavailable(reason, error);
}

/** It is unknown whether a unit was stored: the connection was lost during COMMIT and could not be opened again. */
export function undecided(cause: unknown): ServiceError {
  const message = 'The store was lost while it stored this: look whether it is there before you send it again.';
  return new ServiceError('ServiceUnavailable', message, undefined, cause);
}
