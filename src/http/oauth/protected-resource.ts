import type { Hono } from 'hono';
import { scopes } from '../../domain/principal.ts';
import { type Challenge, type Env, replyJson } from '../exchange.ts';
import type { OAuthSettings } from './access-tokens.ts';

/** Where the metadata of a protected resource is, before the path of the resource (RFC 9728). */
export const wellKnown = '/.well-known/oauth-protected-resource';
/** The protected resources: the whole server, or its MCP endpoint, which clients know by its own address. */
export const resources = ['', '/mcp'] as const;
type Resource = (typeof resources)[number];

export function challengeFor({ publicUrl }: Pick<OAuthSettings, 'publicUrl'>, path: string): Challenge {
  const resource: Resource = path === '/mcp' ? '/mcp' : '';
  return (parameters) => {
    const all = { ...parameters, resource_metadata: `${publicUrl}${wellKnown}${resource}` };
    return `Bearer ${Object.entries(all)
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`;
  };
}

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
