import type { Scope } from '../../../domain/principal.ts';
import { iso } from '../../../domain/text.ts';
import type { Services } from '../../../service/context.ts';
import { hashOf, newToken } from '../../../service/tenancy/keys.ts';

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
