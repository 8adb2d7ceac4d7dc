import type { Scope } from '../../../domain/principal.ts';
import type { NewSession } from '../../../domain/stores/sessions.ts';
import type { SignInLink } from '../domain/sign-in-link.ts';

/** A link to be stored: of its secret only the SHA-256. */
export interface NewLink {
  hash: Uint8Array;
  /** Milliseconds. */
  expiresAt: number;
}

/** Links that sign a member in to the dashboard once; a member has at most one. `now` in milliseconds. */
export interface SignInLinkStore {
  /**
   * A link for the member, which replaces the one before; `by` made it. NotFound, AccessDenied, InsufficientRole: as
   * `requireVouched` decides.
   */
  make(memberId: string, link: NewLink, now: number, by: Scope): Promise<void>;
  /**
   * Exchanges the link with this SHA-256 for a session, in one unit, so that one of several concurrent calls succeeds;
   * undefined for an unknown link.
   * @param admit returns the caller; if it throws, the link stays
   */
  redeem(
    hash: Uint8Array,
    session: NewSession,
    admit: (link: SignInLink) => Scope,
    now: number,
  ): Promise<SignInLink | undefined>;
}
