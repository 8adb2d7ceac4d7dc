import { ServiceError } from '../../../domain/errors.ts';
import type { Origin, Scope } from '../../../domain/principal.ts';
import { iso } from '../../../domain/text.ts';
import type { Services } from '../../../service/context.ts';
import { hashOf, newToken } from '../../../service/tenancy/keys.ts';
import type { Refusals } from '../../../service/tenancy/refusals.ts';
import { acting, newSession } from '../../../service/tenancy/sessions.ts';
import { makerDetail, requireVouched, type SignInLink } from '../domain/sign-in-link.ts';

/** The prefix of every link's secret, so that leaked ones are recognised. */
export const linkPrefix = 'amslink_';
/** The name of the secret in the address's fragment: browsers do not send fragments, so it reaches no log. */
export const linkField = 'link';

/**
 * A link that signs a member in to the dashboard once, for some minutes; its secret is stored nowhere. NotFound,
 * AccessDenied, InsufficientRole.
 * @param at the address of the server; absent: the link is relative to it
 */
export async function makeSignInLink(
  { store, now }: Pick<Services, 'store' | 'now'>,
  memberId: string,
  { minutes, at = '' }: { minutes: number; at?: string | undefined },
  by: Scope,
): Promise<{ url: string; expiresAt: string }> {
  const secret = linkPrefix + newToken();
  const time = now();
  const expiresAt = time + minutes * 60_000;
  await store.signInLinks.make(memberId, { hash: hashOf(secret), expiresAt }, time, by);
  return { url: `${at}/#${linkField}=${secret}`, expiresAt: iso(expiresAt) };
}

/** Opens sessions by links. */
export class SignInLinks {
  readonly #services: Pick<Services, 'store' | 'now' | 'newId'>;
  readonly #refusals: Refusals;

  constructor(services: Pick<Services, 'store' | 'now' | 'newId'>, refusals: Refusals) {
    this.#services = services;
    this.#refusals = refusals;
  }

  /**
   * Exchanges a link's secret for a session's token. Unauthorized for a link that was used or has expired; AccessDenied,
   * InsufficientRole.
   */
  async open(secret: string, userAgent: string, origin: Origin): Promise<string> {
    const { store, now } = this.#services;
    const { token, session } = newSession(this.#services, userAgent);
    let who: Parameters<typeof acting>[0] | undefined;
    const admit = (link: SignInLink) => {
      const { id: memberId, role, name } = link.member;
      who = { tenantId: link.tenantId, memberId, role, name };
      requireVouched(link);
      return acting(who, 'sign_in_by_link', origin, makerDetail(link));
    };
    try {
      const used = await store.signInLinks.redeem(hashOf(secret), session, admit, now());
      if (!used) throw new ServiceError('Unauthorized', 'The link was used or has expired: ask for a new one.');
    } catch (error) {
      if (who && error instanceof ServiceError) {
        const refused = {
          ...who,
          via: 'dashboard',
          action: 'sign_in_by_link',
          identity: `link ${who.memberId}`,
        } as const;
        await this.#refusals.record(refused, error, origin);
      }
      throw error;
    }
    return token;
  }
}
