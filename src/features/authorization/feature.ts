import type { AuthorizationServer } from '../../http/authorization-server.ts';
import { Outside } from '../../service/team/outside.ts';

interface Settings {
  publicUrl: string;
  clientHosts: readonly string[];
}

/** `serve` as its own authorization server: OAuth 2.1 for clients that a member allows in, and their grants. */
export const authorization = {
  name: 'authorization',
  /** Its code is loaded when it is opened. */
  server: ({ publicUrl, clientHosts }: Settings): AuthorizationServer =>
    authorizationServer(publicUrl, new Outside({ exceptions: clientHosts })),
};

/** @param outside reads the documents of clients */
export function authorizationServer(publicUrl: string, outside: Outside): AuthorizationServer {
  return {
    publicUrl,
    async open(services, refusals, resources) {
      const [{ accessPrefix, GrantTokens }, { consentPath, serveAuthorization }] = await Promise.all([
        import('./http/grant-tokens.ts'),
        import('./http/serve.ts'),
      ]);
      const tokens = new GrantTokens(services, refusals, resources);
      return {
        isOwn: (token) => token.startsWith(accessPrefix),
        authenticate: (token, path, origin) => tokens.authenticate(token, path, origin),
        consentPath,
        serve: (app, parts) => serveAuthorization(app, { ...parts, services, publicUrl, outside, tokens, resources }),
      };
    },
  };
}
