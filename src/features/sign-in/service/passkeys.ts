import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../../domain/errors.ts';
import type { Origin, Principal } from '../../../domain/principal.ts';
import type { Services } from '../../../service/context.ts';
import { hashOf, memberSuspended, newToken } from '../../../service/tenancy/keys.ts';
import type { Refusals } from '../../../service/tenancy/refusals.ts';
import { acting, newSession } from '../../../service/tenancy/sessions.ts';
import type { Passkey, PasskeyHolder } from '../domain/passkey.ts';
import { type PasskeySite, readRegistration, verifyAssertion } from './webauthn.ts';

/** How long a challenge can be answered. */
const challengeMs = 5 * 60_000;

/** The challenge is the SHA-256 of a secret that only the requesting page has. */
interface Ticketed {
  ticket: string;
}

export interface PasskeyAnswer extends Ticketed {
  clientData: Uint8Array;
  authenticatorData: Uint8Array;
}

export interface Registration extends PasskeyAnswer {
  name: string;
  publicKey: Uint8Array;
}

export interface Assertion extends PasskeyAnswer {
  credential: Uint8Array;
  signature: Uint8Array;
  /** The user id that the authenticator has. */
  userHandle: Uint8Array;
}

/** The user id for authenticators: it reveals nothing about the person. */
export function userHandleOf(memberId: string): Uint8Array {
  return Buffer.from(memberId);
}

/** Passkeys of members. */
export class Passkeys {
  readonly #services: Pick<Services, 'store' | 'now' | 'newId' | 'log'>;
  readonly #refusals: Refusals;

  constructor(services: Pick<Services, 'store' | 'now' | 'newId' | 'log'>, refusals: Refusals) {
    this.#services = services;
    this.#refusals = refusals;
  }

  /** A challenge with its ticket: to add a passkey of a member, or for anybody to sign in. */
  async challenge(memberId?: string): Promise<Ticketed & { challenge: Uint8Array }> {
    const { store, now } = this.#services;
    const ticket = newToken();
    const challenge = hashOf(ticket);
    await store.passkeys.challenge(challenge, memberId, now() + challengeMs, now());
    return { ticket, challenge };
  }

  /** InvalidInput, Unauthorized. */
  async add(
    { ticket, name, ...answer }: Registration,
    principal: Principal,
    site: PasskeySite,
    origin: Origin,
  ): Promise<Passkey> {
    const { store, now, newId } = this.#services;
    const challenge = hashOf(ticket);
    const { publicKey } = answer;
    const passkey = { id: newId(), name, publicKey, ...readRegistration(answer, challenge, site) };
    return store.passkeys.add(challenge, passkey, now(), acting(principal, 'add_passkey', origin));
  }

  /** Exchanges a signature for a session's token. InvalidInput, Unauthorized; AccessDenied for a suspended member. */
  async open(answer: Assertion, site: PasskeySite, userAgent: string, origin: Origin): Promise<string> {
    const { store, now } = this.#services;
    const { token, session } = newSession(this.#services, userAgent);
    const challenge = hashOf(answer.ticket);
    let holder: PasskeyHolder | undefined;
    const check = (found: PasskeyHolder) => {
      holder = found;
      const { memberId, member: name } = found;
      if (!isSame(answer.userHandle, userHandleOf(memberId))) throw unknownPasskey();
      const counter = verifyAssertion(answer, found, challenge, site);
      if (found.memberStatus === 'SUSPENDED') throw memberSuspended(name);
      return { counter, by: acting({ ...found, name }, 'sign_in_by_passkey', origin) };
    };
    try {
      const used = await store.passkeys.signIn(challenge, answer.credential, session, check, now());
      if (!used) throw unknownPasskey();
    } catch (error) {
      if (holder && error instanceof ServiceError) {
        const { tenantId, memberId, role, member: name, passkeyId } = holder;
        const who = { tenantId, memberId, role, name, via: 'dashboard', action: 'sign_in_by_passkey' } as const;
        await this.#refusals.record({ ...who, targetId: passkeyId, identity: `passkey ${passkeyId}` }, error, origin);
      }
      throw error;
    }
    return token;
  }
}

function unknownPasskey(): ServiceError {
  return new ServiceError(
    'Unauthorized',
    'The passkey is not known here: it was removed, or is one of another server.',
  );
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
