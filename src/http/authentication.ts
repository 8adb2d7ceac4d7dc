import { ServiceError } from '../domain/errors.ts';
import type { Services } from '../service/context.ts';
import { type Authenticated, KeyRing, keyPrefix } from '../service/tenancy/keys.ts';
import { createJwtVerifier, type JwtSettings } from './jwt.ts';

/** From the Authorization header to who calls. Unauthorized, AccessDenied. */
export type Authenticate = (header: string | undefined) => Promise<Authenticated>;

/** API keys, and tokens when they are configured; the token library is loaded only then. */
export async function createAuthenticate(services: Services, jwt: JwtSettings | undefined): Promise<Authenticate> {
  const keys = new KeyRing(services);
  const verifyToken = jwt && (await createJwtVerifier(services, jwt));
  return async (header) => {
    const token = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    if (token === undefined) {
      throw new ServiceError('Unauthorized', 'Send an API key in the header "Authorization: Bearer <key>".');
    }
    if (token.startsWith(keyPrefix)) return keys.authenticate(token);
    if (verifyToken) return verifyToken(token);
    throw new ServiceError('Unauthorized', `The bearer token is no API key: those begin with "${keyPrefix}".`);
  };
}
