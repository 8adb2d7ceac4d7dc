import type { Scope } from '../../../domain/principal.ts';
import type { NewSession } from '../../../domain/stores/sessions.ts';
import type { NewPasskey, Passkey, PasskeyHolder } from '../domain/passkey.ts';

/** Passkeys of members, and the challenges that they sign; a challenge is good for one success. `now` in milliseconds. */
export interface PasskeyStore {
  /** Stores a challenge, for a member who adds a passkey or for a sign-in. Deletes expired ones. */
  challenge(challenge: Uint8Array, memberId: string | undefined, expiresAt: number, now: number): Promise<void>;
  /**
   * Adds a passkey for the caller who got the challenge. Unauthorized for an unknown or expired challenge;
   * InvalidInput when the credential is known or the member has too many. NotFound.
   */
  add(challenge: Uint8Array, passkey: NewPasskey, now: number, by: Scope): Promise<Passkey>;
  /**
   * Exchanges the signature of a challenge for a session, in one unit; undefined for an unknown credential.
   * Unauthorized for an unknown or expired challenge.
   * @param check returns the caller and the new counter; if it throws, nothing is changed
   */
  signIn(
    challenge: Uint8Array,
    credential: Uint8Array,
    session: NewSession,
    check: (found: PasskeyHolder) => { by: Scope; counter: number },
    now: number,
  ): Promise<PasskeyHolder | undefined>;
  /** Of a member, or of the whole tenant without one; oldest first. */
  list(tenantId: string, memberId: string | undefined): Promise<Passkey[]>;
  /** The credential ids of the member's passkeys. */
  credentials(tenantId: string, memberId: string): Promise<Uint8Array[]>;
  /** Removes a passkey of the member, or of the tenant without one, and ends its sessions. NotFound. */
  remove(tenantId: string, memberId: string | undefined, passkeyId: string, now: number, by: Scope): Promise<Passkey>;
}
