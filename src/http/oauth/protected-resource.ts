import type { Hono } from 'hono';
import { scopes } from '../../domain/principal.ts';
import { type Env, replyJson } from '../exchange.ts';
import type { OAuthSettings } from './access-tokens.ts';
import { resources, wellKnown } from './challenge.ts';

/** Serves the metadata of a protected resource (RFC 9728); it needs no token. */
export function serveMetadata(
  app: Hono<Env>,
  { publicUrl, issuer }: Pick<OAuthSettings, 'publicUrl' | 'issuer'>,
): void {
  for (const resource of resources) {
    const path = `${wellKnown}${resource}`;
    app.get(path, (c) => {
      c.get('exchange').route = path;
      return replyJson(c, 200, {
        resource: `${publicUrl}${resource}`,
        authorization_servers: [issuer],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Agent memory service',
      });
    });
  }
}
