import type { Hono } from 'hono';
import type { Attempts } from '../service/tenancy/attempts.ts';
import type { Bodies } from './bodies.ts';
import type { Env, HttpContext } from './exchange.ts';

/** Ways besides API keys for members to sign in to the dashboard; a feature has the code. */
export interface SignInWays {
  /**
   * Opens a session, to its token; undefined when the body of the request holds no proof of these ways. Unauthorized,
   * AccessDenied, InvalidInput.
   */
  open(given: object, c: HttpContext, userAgent: string): Promise<string> | undefined;
  /** What only a signed-in person may do; authentication by a session of the dashboard is before it. */
  ownPath: string;
  serve(app: Hono<Env>, parts: { bodies: Bodies; attempts: Attempts }): void;
}
