import type { Hono } from 'hono';
import type { Origin } from '../domain/principal.ts';
import type { Services } from '../service/context.ts';
import type { Attempts } from '../service/tenancy/attempts.ts';
import type { Authenticated } from '../service/tenancy/keys.ts';
import type { Refusals } from '../service/tenancy/refusals.ts';
import type { Bodies } from './bodies.ts';
import type { Env } from './exchange.ts';
import type { Web } from './web.ts';

/** Makes this server its own authorization server; a feature has the code. */
export interface AuthorizationServer {
  /** The address of this server, without a slash at its end: the issuer. */
  publicUrl: string;
  /** @param resources the addresses that its tokens are for */
  open(services: Services, refusals: Refusals, resources: readonly string[]): Promise<Authorization>;
}

export interface Authorization {
  /** Whether a bearer token has the form of its access tokens. */
  isOwn(token: string): boolean;
  /** The identity behind an access token for a path. Unauthorized, AccessDenied. */
  authenticate(token: string, path: string, origin?: Origin): Promise<Authenticated>;
  /** Where people consent; authentication by a session of the dashboard is before it. */
  consentPath: string;
  serve(app: Hono<Env>, parts: { bodies: Bodies; web: Web; attempts: Attempts }): void;
}
