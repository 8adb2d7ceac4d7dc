import type { CodeProof, Exchangeable, Exchanged, Grant, GrantedAccess, NewGrant, NewToken } from '../grant.ts';
import type { Scope } from '../principal.ts';

/** The tokens that take the place of the one that was exchanged. */
export interface FreshTokens {
  access: NewToken;
  refresh: NewToken;
}

/** `now` in milliseconds. A grant ends with its last token, when it is revoked, and when its member is removed. */
export interface GrantStore {
  /**
   * Stores a grant with its code, and clears away what is over. A member has at most `grantsOfMember`; beyond it the
   * least recently used gives way. NotFound for a member that does not exist.
   */
  open(grant: NewGrant, code: NewToken & CodeProof, now: number, by: Scope): Promise<void>;
  /**
   * Exchanges a code or a refresh token, once: its second use ends the grant with all its tokens (`reused`). Undefined
   * for one that is unknown, over, or of a member who is suspended. `check` decides inside the unit; what it throws
   * leaves everything as it was.
   */
  exchange(
    token: { kind: Exchangeable; hash: Uint8Array },
    fresh: FreshTokens,
    check: (found: Exchanged) => void,
    now: number,
  ): Promise<Exchanged | 'reused' | undefined>;
  /** What the access token with this SHA-256 leads to, while it lasts; its member may be suspended. */
  find(hash: Uint8Array, now: number): Promise<GrantedAccess | undefined>;
  /** Records that a grant was used. */
  recordUse(grantId: string, now: number): Promise<void>;
  /** Of a member, or of the whole tenant without one; newest first. */
  list(tenantId: string, memberId: string | undefined, now: number): Promise<Grant[]>;
  /** Ends a grant of the member, or of the tenant without one. NotFound. */
  revoke(tenantId: string, memberId: string | undefined, grantId: string, now: number, by?: Scope): Promise<Grant>;
  /** Ends the grant that a client's token belongs to, whatever token it is; nothing for an unknown one. */
  revokeByToken(hash: Uint8Array, clientId: string, now: number): Promise<void>;
}
