import type { Hono } from 'hono';
import { ServiceError } from '../../../domain/errors.ts';
import { scopes } from '../../../domain/principal.ts';
import { validated } from '../../../domain/validation.ts';
import type { Bodies } from '../../../http/bodies.ts';
import {
  attemptOf,
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  reply,
  replyError,
  replyJson,
} from '../../../http/exchange.ts';
import { readBytes, readJsonObject } from '../../../http/read-body.ts';
import { requireDashboard } from '../../../http/session.ts';
import type { Web } from '../../../http/web.ts';
import type { Services } from '../../../service/context.ts';
import type { Outside } from '../../../service/team/outside.ts';
import { type As, Attempts } from '../../../service/tenancy/attempts.ts';
import { hashOf } from '../../../service/tenancy/keys.ts';
import { OAuthClients, register } from './clients.ts';
import { allow, decision, refuseClient, shown, shownClient } from './consent.ts';
import type { GrantTokens } from './grant-tokens.ts';
import { OAuthFault, replyFault, replyTokens } from './oauth-error.ts';
import { RequestFault, readRequest, required } from './request.ts';

export const consentPath = '/oauth/consent';
const paths = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;
const maxBodyBytes = 16 * 1024;
/** Of one address in a minute: each writes a line of the log. */
const maxRegistrations = 100;

interface Parts {
  services: Services;
  /** The address of this server, without a slash at its end. */
  publicUrl: string;
  /** Reads the documents of clients. */
  outside: Outside;
  tokens: GrantTokens;
  resources: readonly string[];
  bodies: Bodies;
  web: Web;
  attempts: Attempts;
}

/** Serves OAuth 2.1 to clients, and the consent page. Requests to `consentPath` are authenticated before. */
export function serveAuthorization(app: Hono<Env>, parts: Parts): void {
  const { services, publicUrl: issuer, outside, tokens, resources, bodies, web, attempts } = parts;
  const clients = new OAuthClients(outside, services.now);
  const registrations = new Attempts(services.now, maxRegistrations);

  /** A request that makes this server ask another one counts as an attempt. */
  const requested = async (c: HttpContext, search: URLSearchParams) => {
    const clientId = search.get('client_id') ?? '';
    if (clients.isFetched(clientId)) {
      attempts.take(attemptOf(c, 'document'));
    }
    return readRequest(search, clients, resources);
  };
  const backTo = (redirectUri: string, answer: Record<string, string | undefined>): string => {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...answer, iss: issuer })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url.href;
  };
  const refusal = ({ fault, to: { redirectUri, state } }: RequestFault) =>
    backTo(redirectUri, { error: fault.code, error_description: fault.message, state });

  serve(app, paths.metadata, {
    GET: (c) =>
      replyJson(c, 200, {
        issuer,
        authorization_endpoint: issuer + paths.authorize,
        token_endpoint: issuer + paths.token,
        registration_endpoint: issuer + paths.register,
        revocation_endpoint: issuer + paths.revoke,
        scopes_supported: scopes,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        protected_resources: resources,
      }),
  });
  serve(app, paths.authorize, {
    // The page fetches the rest from `consentPath` once the user is signed in. Anybody may register a client, so a
    // redirect without consent would make this server an open redirector.
    async GET(c) {
      try {
        await requested(c, new URL(c.req.url).searchParams);
      } catch (error) {
        if (!(error instanceof RequestFault)) return replyFault(c, error, services.now());
      }
      return web.shown(c);
    },
  });
  serve(app, consentPath, {
    async GET(c) {
      const { principal } = requireDashboard(c, 'Clients are allowed in');
      try {
        const asked = await requested(c, new URL(c.req.url).searchParams);
        return replyJson(c, 200, shown(asked, principal));
      } catch (error) {
        if (!(error instanceof RequestFault)) throw asInput(error);
        return replyJson(c, 200, { ...shownClient(error.to), fault: error.message, location: refusal(error) });
      }
    },
    async POST(c) {
      const { principal } = requireDashboard(c, 'Clients are allowed in');
      const decided = validated(decision, await readJsonObject(c, bodies, maxBodyBytes));
      try {
        const asked = await requested(c, new URLSearchParams(decided.request));
        if (!decided.allow) {
          await refuseClient(services, principal, originOf(c));
          const denied = new OAuthFault('access_denied', 'The person did not agree.');
          return replyJson(c, 200, { location: refusal(new RequestFault(denied, asked)) });
        }
        const code = await allow(services, asked, decided, principal, originOf(c));
        const location = backTo(asked.redirectUri, { code, state: asked.state });
        return replyJson(c, 200, { location }, { 'cache-control': 'no-store' });
      } catch (error) {
        throw asInput(error);
      }
    },
  });
  serve(app, paths.token, {
    POST: (c) =>
      answering(c, services, async () => {
        const form = await readForm(c, bodies);
        const exchanging = (as: As) => tokens.exchange(form, originOf(c), as);
        return replyTokens(c, 200, await attempts.limited(attemptOf(c, 'token'), exchanging));
      }),
  });
  serve(app, paths.register, {
    POST: (c) =>
      answering(c, services, async () => {
        registrations.take(attemptOf(c, 'registration'));
        const client = register(await readJsonObject(c, bodies, maxBodyBytes));
        services.log('info', 'a client has registered', { client: client.name, redirectUris: client.redirectUris });
        return replyTokens(c, 201, {
          client_id: client.id,
          client_id_issued_at: Math.floor(services.now() / 1000),
          client_name: client.name,
          redirect_uris: client.redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        });
      }),
  });
  serve(app, paths.revoke, {
    POST: (c) =>
      answering(c, services, async () => {
        const form = await readForm(c, bodies);
        const [token, clientId] = [required(form, 'token'), required(form, 'client_id')];
        await services.store.grants.revokeByToken(hashOf(token), clientId, services.now());
        return reply(c, 200, null, {});
      }),
  });
}

type Handler = (c: HttpContext) => Response | Promise<Response>;

function serve(app: Hono<Env>, path: string, handlers: { readonly [Method in 'GET' | 'POST']?: Handler }): void {
  app.all(path, (c) => {
    c.get('exchange').route = path;
    const handle = handlers[c.req.method === 'HEAD' ? 'GET' : (c.req.method as 'GET' | 'POST')];
    if (handle) return handle(c);
    const { error, headers } = methodNotAllowed(c.req.method, Object.keys(handlers));
    return replyError(c, error, headers);
  });
}

async function answering(
  c: HttpContext,
  { now }: Pick<Services, 'now'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    return replyFault(c, error, now());
  }
}

/** The page shows an error of the client's request like its own errors. */
function asInput(error: unknown): unknown {
  const isFault = error instanceof OAuthFault || error instanceof RequestFault;
  return isFault ? new ServiceError('InvalidInput', error.message) : error;
}

async function readForm(c: HttpContext, bodies: Bodies): Promise<URLSearchParams> {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new OAuthFault('invalid_request', 'The body must be sent as application/x-www-form-urlencoded.');
  }
  const bytes = await readBytes(c, bodies, maxBodyBytes);
  return new URLSearchParams(Buffer.from(bytes ?? []).toString('utf8'));
}
