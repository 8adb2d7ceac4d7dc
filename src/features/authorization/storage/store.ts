import type { Scope } from '../../../domain/principal.ts';
import type { CodeProof, Exchangeable, Exchanged, Grant, GrantedAccess, NewGrant, NewToken } from '../domain/grant.ts';

/** The tokens that replace the exchanged one. */
export interface FreshTokens {
  access: NewToken;
  refresh: NewToken;
}

/** `now` is in milliseconds. A grant ends with its last token, by revocation, and with its member. */
export interface GrantStore {
  /**
   * Stores a grant with its code, and deletes expired grants. A member has at most `grantsOfMember`; beyond it the
   * least recently used ones are deleted. NotFound for a member that does not exist.
   */
  open(grant: NewGrant, code: NewToken & CodeProof, now: number, by: Scope): Promise<void>;
  /**
   * Exchanges a code or a refresh token once: a second use ends the grant with all its tokens (`reused`). Undefined for
   * an unknown or expired one. `check` decides inside the unit, also on a suspended member; if it throws, nothing changes.
   */
  exchange(
    token: { kind: Exchangeable; hash: Uint8Array },
    fresh: FreshTokens,
    check: (found: Exchanged) => void,
    now: number,
  ): Promise<Exchanged | 'reused' | undefined>;
  /** The access of the token with this SHA-256, until it expires; its member may be suspended. */
  find(hash: Uint8Array, now: number): Promise<GrantedAccess | undefined>;
  /** Records that a grant was used. */
  recordUse(grantId: string, now: number): Promise<void>;
  /** Grants of a member, or of the whole tenant; newest first. */
  list(tenantId: string, memberId: string | undefined, now: number): Promise<Grant[]>;
  /** Ends a grant of the member, or of anyone in the tenant. NotFound. */
  revoke(tenantId: string, memberId: string | undefined, grantId: string, now: number, by?: Scope): Promise<Grant>;
  /** Ends the grant of a client's token of any kind. No effect for an unknown token. */
  revokeByToken(hash: Uint8Array, clientId: string, now: number): Promise<void>;
}

declare module '../../../domain/stores/store.ts' {
  interface Store {
    grants: GrantStore;
  }
}
