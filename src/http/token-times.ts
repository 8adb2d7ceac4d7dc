import type { JWTPayload } from 'jose';

/** The claims of a token that its issuer made for this server; `untimely` says why it isn't good at this time. */
export interface TimedClaims {
  claims: JWTPayload;
  untimely?: unknown;
}

/**
 * Distinguishes an expired token from an invalid one: its subject is known. jose checks the times last, after
 * signature, `iss` and `aud`. Throws jose's error for any other.
 */
export async function timedClaims(verifying: Promise<{ payload: JWTPayload }>): Promise<TimedClaims> {
  try {
    return { claims: (await verifying).payload };
  } catch (error) {
    const { code, claim, payload } = error as { code?: string; claim?: string; payload?: JWTPayload };
    const isEarly = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'nbf';
    if (payload && (code === 'ERR_JWT_EXPIRED' || isEarly)) return { claims: payload, untimely: error };
    throw error;
  }
}
