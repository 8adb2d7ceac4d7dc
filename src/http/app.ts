import { join } from 'node:path';
import { Hono } from 'hono';
import { isReplaced } from '../base/program.ts';
import { programReplaced, ServiceError } from '../domain/errors.ts';
import type { Bucket } from '../domain/tier.ts';
import type { Backend } from '../mcp/backend.ts';
import type { Services } from '../service/context.ts';
import { Attempts } from '../service/tenancy/attempts.ts';
import type { Authenticated } from '../service/tenancy/keys.ts';
import { Refusals } from '../service/tenancy/refusals.ts';
import { MemberSessions, type Sessions } from '../service/tenancy/sessions.ts';
import { createAuthenticate, type SignInSettings } from './authentication.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { bindings } from './bindings.ts';
import { Bodies, type BodyLimits } from './bodies.ts';
import { documentation } from './documentation.ts';
import { EventStreams, type StreamSettings } from './event-streams.ts';
import {
  type Challenge,
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  replyError,
  retryAfter,
} from './exchange.ts';
import { type GuardSettings, guard } from './guard.ts';
import { healthPaths, Readiness, serveHealth } from './health.ts';
import { KnownCallers } from './known-callers.ts';
import { serveMcp } from './mcp.ts';
import { McpSessions, type McpSettings } from './mcp-sessions.ts';
import { challengeFor, resources, serveMetadata } from './oauth/protected-resource.ts';
import { serveRest, unknownRoute } from './rest.ts';
import { Routes } from './routes.ts';
import { givenSession, requireOwnPage, serveSession } from './session.ts';
import type { SignInWays } from './sign-in-ways.ts';
import { Turns } from './turns.ts';
import { openWeb } from './web.ts';

/** Any other method gets no metric label of its own. */
const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface HttpSettings extends GuardSettings, SignInSettings {
  version: string;
  mcp: Omit<McpSettings, 'version'>;
  bodies?: BodyLimits;
  /** Who signs in to the dashboard; default: members, by an API key. */
  sessions?: Sessions;
  /** Makes further ways for members to sign in to the dashboard; absent: sessions by `sessions` alone. */
  signInWays?: ((services: Services, refusals: Refusals) => Promise<SignInWays>) | undefined;
  /** The folder of the built dashboard; absent: there is none. */
  web?: string | undefined;
  /** Makes this server its own authorization server; it needs the dashboard. */
  builtIn?: AuthorizationServer | undefined;
  streams?: StreamSettings;
  /** Runs each request, so that it can be observed. */
  around?: (request: ObservedRequest, run: () => Promise<Handled>) => Promise<void>;
}

/** A request before it is handled. */
export interface ObservedRequest {
  method: string;
  header(name: string): string | undefined;
}

/** The outcome of a request; the route is a pattern, without names or ids. */
export interface Handled {
  route: string;
  status: number;
}

export interface HttpApp {
  fetch: Hono<Env>['fetch'];
  mcp: McpSessions;
  streams: EventStreams;
  readiness: Readiness;
  /** Sockets whose last request had a valid credential. */
  credentialed: WeakSet<object>;
  /** Absent without an identity provider. */
  challenge?: Challenge | undefined;
}

/** The whole HTTP interface: REST under /v1, MCP at /mcp, its description and its health. */
export async function createHttpApp(backend: Backend, settings: HttpSettings): Promise<HttpApp> {
  const { version, builtIn } = settings;
  const oauth = builtIn ? { publicUrl: builtIn.publicUrl, issuer: builtIn.publicUrl } : settings.oauth;
  const { services, operations } = backend;
  const bound = bindings([...operations.values()]);
  const refusals = new Refusals(services);
  const ownResources = resources.map((path) => `${builtIn?.publicUrl}${path}`);
  const authorization = await builtIn?.open(services, refusals, ownResources);
  const authenticate = await createAuthenticate(services, settings, refusals, authorization);
  const mcp = new McpSessions(backend, {
    ...settings.mcp,
    version,
    app: settings.web === undefined ? undefined : join(settings.web, 'app.html'),
  });
  const app = new Hono<Env>();

  const { around = async (_, run) => void (await run()) } = settings;
  app.use(async (c, next) => {
    const handle = async () => {
      const start = performance.now();
      await next();
      return note(services, c, performance.now() - start);
    };
    // Probes come every few seconds and are not traced.
    if (healthPaths.includes(c.req.path)) await handle();
    else await around({ method: c.req.method, header: (name) => c.req.header(name) }, handle);
  });
  app.use(guard(settings));

  const readiness = new Readiness();
  serveHealth(app, services, readiness, version);
  documentation(app, { bound, version, web: settings.web });
  if (oauth) serveMetadata(app, oauth);

  app.on(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], [...healthPaths, '/docs'], (c) => {
    const { error, headers } = methodNotAllowed(c.req.method, ['GET']);
    return replyError(c, error, headers);
  });

  const bodies = new Bodies(settings.bodies);
  const sessions = settings.sessions ?? new MemberSessions(services, refusals);
  const web = settings.web === undefined ? undefined : openWeb(settings.web);
  const attempts = new Attempts(services.now);
  const ways = await settings.signInWays?.(services, refusals);
  serveSession(app, { sessions, ways, bodies, attempts });
  web?.serve(app);

  const turns = new Turns();
  const callers = new KnownCallers();
  const credentialed = new WeakSet<object>();
  const authenticated = (find: (c: HttpContext, expected: string | undefined) => Promise<Authenticated>) => {
    return async (c: HttpContext, next: () => Promise<void>) => {
      c.get('exchange').challenge = oauth && challengeFor(oauth, c.req.path);
      const caller = callers.find(c.req.header('authorization') ?? givenSession(c)?.token ?? '');
      await turns.take(caller.owner);
      const socket = c.env.incoming?.socket;
      const who = await find(c, caller.owner || undefined).catch((error) => {
        if (socket) credentialed.delete(socket);
        throw error;
      });
      if (socket) credentialed.add(socket);
      c.set('authenticated', who);
      const { tenantId } = who.principal;
      c.get('exchange').tenantId = tenantId;
      caller.saw(tenantId);
      await next();
    };
  };
  const routes = new Routes(bound);
  /** The bucket of a REST request, counted together with the look-up of its credential. */
  const counting = ({ req }: HttpContext): Bucket | undefined => {
    if (!services.rateLimiter?.withCredential || !req.path.startsWith('/v1/')) return undefined;
    return routes.find(req.method, req.path)?.binding?.operation.bucket ?? 'MANAGEMENT';
  };
  const byHeader = (c: HttpContext, expected: string | undefined) =>
    authenticate(c.req.header('authorization'), originOf(c), { counting: counting(c), expected, path: c.req.path });
  const bySession = async (c: HttpContext, expected: string | undefined) => {
    const given = givenSession(c);
    if (!given) return byHeader(c, expected);
    if (given.isCookie) requireOwnPage(c);
    return sessions.authenticate(given.token, originOf(c));
  };
  app.use('/v1/*', authenticated(bySession));
  app.use('/mcp', authenticated(byHeader));
  if (ways) {
    app.use(ways.ownPath, authenticated(bySession));
    ways.serve(app, { bodies, attempts });
  }
  if (authorization) {
    if (!web) throw new Error('signing in needs the dashboard, on which people decide');
    app.use(authorization.consentPath, authenticated(bySession));
    authorization.serve(app, { bodies, web, attempts });
  }
  const streams = new EventStreams(services, settings.streams);
  serveRest(app, services, routes, bodies, streams);
  serveMcp(app, mcp, bodies, streams, { operations, refusals });

  app.notFound((c) => web?.page(c) ?? replyError(c, unknownRoute()));
  app.onError((thrown, c) => {
    const error = toServiceError(services, c, thrown);
    return replyError(c, error, retryAfter(error, services.now()));
  });
  return { fetch: app.fetch, mcp, streams, readiness, credentialed, challenge: oauth && challengeFor(oauth, '/mcp') };
}

function toServiceError({ log }: Services, c: HttpContext, error: Error): ServiceError {
  if (error instanceof ServiceError) return error;
  log('error', 'request failed', { requestId: c.get('exchange').requestId, error });
  if (isReplaced()) return new ServiceError('ServiceUnavailable', programReplaced);
  return new ServiceError('InternalError', "The request failed unexpectedly; the server's log tells more.");
}

/** One line a request; what failed inside has been logged with its cause. */
function note({ log, metrics }: Services, c: HttpContext, milliseconds: number): Handled {
  const { requestId, route, tenantId } = c.get('exchange');
  const { status } = c.res;
  const { method } = c.req;
  const fields = { requestId, method, route, status, ms: Math.round(milliseconds * 10) / 10, tenantId };
  const isProbe = healthPaths.includes(route) && status === 200;
  log(isProbe ? 'debug' : 'info', 'request', fields);
  const labels = { method: usualMethods.has(method) ? method : 'other', route, status };
  metrics?.measure('http.server.request.duration', milliseconds / 1000, labels);
  return { route, status };
}
