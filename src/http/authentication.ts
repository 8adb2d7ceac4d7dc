import { ServiceError } from '../domain/errors.ts';
import type { Origin } from '../domain/principal.ts';
import type { LookUp } from '../domain/stores/tenancy.ts';
import type { Services } from '../service/context.ts';
import { type Authenticated, KeyRing, keyPrefix } from '../service/tenancy/keys.ts';
import type { Refusals } from '../service/tenancy/refusals.ts';
import type { Authorization } from './authorization-server.ts';
import { createJwtVerifier, type JwtSettings } from './jwt.ts';
import { createAccessTokenVerifier, type OAuthSettings } from './oauth/access-tokens.ts';

/** How a credential is looked up, and for which path. */
export interface LookedUp extends LookUp {
  path?: string | undefined;
}

/** Authorization header → principal. Unauthorized, AccessDenied. */
export type Authenticate = (header: string | undefined, origin?: Origin, how?: LookedUp) => Promise<Authenticated>;

/** Credentials besides API keys. */
export interface SignInSettings {
  jwt?: JwtSettings | undefined;
  oauth?: OAuthSettings | undefined;
}

/** Verifies the access tokens that this server has issued. */
type OwnTokens = Pick<Authorization, 'authenticate' | 'isOwn'>;

/** No valid credential is longer; a longer one would slow patterns and decoders. */
const maxHeader = 65_536;

/** The bearer token of an Authorization header; undefined: there is none. Unauthorized when it is too long. */
export function bearerOf(header = ''): string | undefined {
  if (header.length > maxHeader) {
    throw new ServiceError('Unauthorized', `The header "Authorization" is longer than ${maxHeader} characters.`);
  }
  return /^bearer +(\S+) *$/i.exec(header)?.[1];
}

/** API keys, and tokens when they are configured; the token library is loaded only then. */
export async function createAuthenticate(
  services: Services,
  { jwt, oauth }: SignInSettings,
  refusals: Refusals,
  ownTokens?: OwnTokens,
): Promise<Authenticate> {
  const keys = new KeyRing(services, refusals);
  const verifyToken = jwt && (await createJwtVerifier(services, jwt, refusals));
  const verifyAccessToken = oauth && (await createAccessTokenVerifier(services, oauth, refusals));
  return async (header, origin, how) => {
    const token = bearerOf(header);
    if (token === undefined) {
      throw new ServiceError('Unauthorized', 'Send an API key in the header "Authorization: Bearer <key>".');
    }
    if (token.startsWith(keyPrefix)) return keys.authenticate(token, origin, how);
    if (ownTokens?.isOwn(token)) return ownTokens.authenticate(token, how?.path ?? '', origin);
    const isOfIssuer = verifyAccessToken && (!verifyToken || (await issuerOf(token)) === oauth.issuer);
    const verify = isOfIssuer ? verifyAccessToken : verifyToken;
    if (verify) return verify(token, origin);
    throw new ServiceError('Unauthorized', `The bearer token is no API key: those begin with "${keyPrefix}".`);
  };
}

/** The claimed issuer: only decides whose keys verify the token. */
async function issuerOf(token: string): Promise<string | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
