import type { ClaimedCall } from '../../domain/idempotency-rules.ts';

/** A row of `idempotency_keys`. */
export interface ClaimRow {
  fingerprint: Uint8Array;
  holder: string;
  until: number | null;
  changed: number | boolean;
  answer: Uint8Array | null;
  claimed_at: number;
}

export function toClaimedCall(row: ClaimRow): ClaimedCall {
  return {
    fingerprint: row.fingerprint,
    until: row.until ?? undefined,
    changed: Boolean(row.changed),
    answer: row.answer ?? undefined,
    claimedAt: row.claimed_at,
  };
}
