import type { JWTPayload } from 'jose';

/** The claims of a token that its issuer made for this server; `untimely` says why it isn't good at this time. */
export interface TimedClaims {
  claims: JWTPayload;
  untimely?: unknown;
}

/**
 * Tells a good token that is not good now from a bad one: who had it is known. jose looks at the times last, when
 * signature, `iss` and `aud` have been found to be right. Throws what jose throws for any other.
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
