import * as z from 'zod';
import { validated } from '../../../domain/validation.ts';
import { originOf } from '../../../http/exchange.ts';
import type { SignInWays } from '../../../http/sign-in-ways.ts';
import type { Services } from '../../../service/context.ts';
import type { Refusals } from '../../../service/tenancy/refusals.ts';
import { linkPrefix, SignInLinks } from '../service/links.ts';
import { Passkeys } from '../service/passkeys.ts';
import { newPasskeyPath, requireSite, servePasskeys, signed } from './passkeys.ts';

/** A link's secret comes where a key does: people paste both into one field. */
const linkProof = z.object({ key: z.string().max(1_000).trim().startsWith(linkPrefix) });

export function waysOf(services: Services, refusals: Refusals): SignInWays {
  const passkeys = new Passkeys(services, refusals);
  const links = new SignInLinks(services, refusals);
  return {
    open(given, c, userAgent) {
      if ('passkey' in given) {
        const { passkey } = validated(signed, given);
        return passkeys.open(passkey, requireSite(c, services.publicUrl), userAgent, originOf(c));
      }
      const link = linkProof.safeParse(given);
      return link.success ? links.open(link.data.key, userAgent, originOf(c)) : undefined;
    },
    ownPath: newPasskeyPath,
    serve: (app, parts) => servePasskeys(app, { ...parts, passkeys, services }),
  };
}
