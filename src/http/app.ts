import { Hono } from 'hono';
import { ServiceError } from '../domain/errors.ts';
import { localTenantId } from '../domain/principal.ts';
import type { Backend } from '../mcp/backend.ts';
import type { Services } from '../service/context.ts';
import { createAuthenticate } from './authentication.ts';
import { bindings } from './bindings.ts';
import { Bodies, type BodyLimits } from './bodies.ts';
import { documentation } from './documentation.ts';
import { type Env, type HttpContext, methodNotAllowed, replyError, replyJson } from './exchange.ts';
import { type GuardSettings, guard } from './guard.ts';
import type { JwtSettings } from './jwt.ts';
import { serveMcp } from './mcp.ts';
import { McpSessions, type McpSettings } from './mcp-sessions.ts';
import { serveRest, unknownRoute } from './rest.ts';

export interface HttpSettings extends GuardSettings {
  version: string;
  jwt: JwtSettings | undefined;
  mcp: Omit<McpSettings, 'version'>;
  bodies?: BodyLimits;
}

export interface HttpApp {
  fetch: Hono<Env>['fetch'];
  mcp: McpSessions;
}

/** The whole HTTP interface: REST under /v1, MCP at /mcp, its description and its health. */
export async function createHttpApp(backend: Backend, settings: HttpSettings): Promise<HttpApp> {
  const { version } = settings;
  const { services, operations } = backend;
  const bound = bindings([...operations.values()]);
  const authenticate = await createAuthenticate(services, settings.jwt);
  const mcp = new McpSessions(backend, { ...settings.mcp, version });
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    logRequest(services, c, performance.now() - start);
  });
  app.use(guard(settings));

  app.get('/healthz', (c) => health(c, services, version));
  documentation(app, bound, version);

  app.on(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['/healthz', '/docs'], (c) => {
    const { error, headers } = methodNotAllowed(c.req.method, ['GET']);
    return replyError(c, error, headers);
  });

  const authenticated = async (c: HttpContext, next: () => Promise<void>) => {
    const who = await authenticate(c.req.header('authorization'));
    c.set('authenticated', who);
    c.var.exchange.tenantId = who.principal.tenantId;
    await next();
  };
  app.use('/v1/*', authenticated);
  app.use('/mcp', authenticated);
  const bodies = new Bodies(settings.bodies);
  serveRest(app, services, bound, bodies);
  serveMcp(app, mcp, bodies);

  app.notFound((c) => replyError(c, unknownRoute()));
  app.onError((error, c) => replyError(c, toServiceError(services, c, error)));
  return { fetch: app.fetch, mcp };
}

async function health(c: HttpContext, { store, now, log }: Services, version: string): Promise<Response> {
  c.var.exchange.route = '/healthz';
  try {
    await store.tenants.find(localTenantId, now());
    return replyJson(c, 200, { status: 'ok', version });
  } catch (error) {
    log('error', 'the store does not answer', { error });
    return replyJson(c, 503, { status: 'unavailable', version });
  }
}

function toServiceError({ log }: Services, c: HttpContext, error: Error): ServiceError {
  if (error instanceof ServiceError) return error;
  log('error', 'request failed', { requestId: c.var.exchange.requestId, error });
  return new ServiceError('InternalError', "The request failed unexpectedly; the server's log tells more.");
}

/** One line a request; what failed inside has been logged with its cause. */
function logRequest({ log }: Services, c: HttpContext, milliseconds: number): void {
  const { requestId, route, tenantId } = c.var.exchange;
  const { status } = c.res;
  const fields = { requestId, method: c.req.method, route, status, ms: Math.round(milliseconds * 10) / 10, tenantId };
  log('info', 'request', fields);
}
