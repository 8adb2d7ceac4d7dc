import type { OAuthSettings } from './access-tokens.ts';

/** Where the metadata of a protected resource is, before the path of the resource (RFC 9728). */
export const wellKnown = '/.well-known/oauth-protected-resource';
/** What may be protected by itself: the whole server, or its MCP endpoint, which clients know by its own address. */
export const resources = ['', '/mcp'] as const;
type Resource = (typeof resources)[number];

/** The value of WWW-Authenticate with these parameters, and where to learn how to get a token (RFC 6750, RFC 9728). */
export type Challenge = (parameters: Record<string, string>) => string;

export function challengeFor({ publicUrl }: Pick<OAuthSettings, 'publicUrl'>, path: string): Challenge {
  const resource: Resource = path === '/mcp' ? '/mcp' : '';
  return (parameters) => {
    const all = { ...parameters, resource_metadata: `${publicUrl}${wellKnown}${resource}` };
    return `Bearer ${Object.entries(all)
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`;
  };
}
