import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { printable } from '../../../base/printable.ts';
import { isConfidential } from '../../../base/web-address.ts';
import { clipped, ServiceError } from '../../../domain/errors.ts';
import { replicaScope, scopes } from '../../../domain/principal.ts';
import { jsonOf } from './answers.ts';
import { unreachable } from './http-server.ts';

/*
 * This program as a client of a server's OAuth 2.1: metadata (RFC 9728, RFC 8414), registration (RFC 7591), PKCE (RFC 7636),
 * the resource of tokens (RFC 8707), `iss` (RFC 9207), revocation (RFC 7009).
 */

const timeoutMs = 30_000;
const scope = [...scopes, replicaScope].join(' ');

const confidential = z.string().refine(isConfidential);
const resourceMetadata = z.object({ resource: z.string(), authorization_servers: z.array(confidential).min(1) });
const serverMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: confidential,
  token_endpoint: confidential,
  registration_endpoint: confidential,
  revocation_endpoint: confidential.optional(),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
const registration = z.object({ client_id: z.string().min(1) });
const answer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().default(3_600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(scope),
});
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/** The address and client for renewing tokens, and the tokens; `expiresAt` (ms) is that of `access`. */
export const signedIn = z.object({
  resource: z.string(),
  tokenEndpoint: confidential,
  revocationEndpoint: confidential.optional(),
  clientId: z.string(),
  access: z.string(),
  refresh: z.string(),
  expiresAt: z.number(),
});
export type SignedIn = z.output<typeof signedIn>;

/** A pending sign-in: the address for the person, and the state that its end must return. */
export interface Begun {
  address: string;
  state: string;
  verifier: string;
  redirectUri: string;
  resource: string;
  clientId: string;
  server: z.output<typeof serverMetadata>;
}

/** Asks a server how to sign in, and registers. ServiceUnavailable; InvalidInput where it offers no sign-in. */
export async function begin(url: string, redirectUri: string, name: string, ask = fetch): Promise<Begun> {
  const protects = await metadata(ask, wellKnown(url, 'oauth-protected-resource'), resourceMetadata);
  if (protects === undefined) throw noSignIn(url);
  if (protects.resource.replace(/\/$/, '') !== url) {
    throw new ServiceError('InvalidInput', `The server calls itself ${shown(protects.resource)}: connect with that.`);
  }
  const [issuer = ''] = protects.authorization_servers;
  const server = await metadata(ask, wellKnown(issuer, 'oauth-authorization-server'), serverMetadata);
  if (server?.issuer !== issuer || !server.code_challenge_methods_supported.includes('S256')) throw noSignIn(url);
  const asked = {
    client_name: name,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  const json = { 'content-type': 'application/json' };
  const given = await post(ask, server.registration_endpoint, JSON.stringify(asked), json);
  const { client_id: clientId } = understood(registration, given, url);
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const address = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope,
    resource: url,
  };
  for (const [parameter, value] of Object.entries(parameters)) address.searchParams.set(parameter, value);
  return { address: address.href, state, verifier, redirectUri, resource: url, clientId, server };
}

/** Whether an answer at the redirect URI is the one to this sign-in. */
export function isOwn({ state }: Begun, search: URLSearchParams): boolean {
  const [given, own] = [Buffer.from(search.get('state') ?? ''), Buffer.from(state)];
  return given.length === own.length && timingSafeEqual(given, own);
}

/**
 * Completes a sign-in with the browser's redirect; the state has been checked. AccessDenied when the user declined or
 * allows only reading; Unauthorized for an answer of another server, or an invalid code.
 */
export async function finish(begun: Begun, search: URLSearchParams, now: number, ask = fetch): Promise<SignedIn> {
  const { server, clientId, redirectUri, resource, verifier } = begun;
  const iss = search.get('iss');
  const isChecked = server.authorization_response_iss_parameter_supported === true || iss !== null;
  if (isChecked && iss !== server.issuer) {
    throw new ServiceError('Unauthorized', 'Another server has answered the sign-in: it ends here.');
  }
  const code = search.get('code');
  if (code === null) {
    const why = search.get('error_description') ?? search.get('error') ?? 'there is no code';
    throw new ServiceError('AccessDenied', `The sign-in was refused: ${shown(why)}`);
  }
  const form = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri };
  const proof = { code_verifier: verifier, resource };
  const body = new URLSearchParams({ ...form, ...proof });
  const given = understood(answer, await post(ask, server.token_endpoint, body), resource);
  const made = {
    resource,
    tokenEndpoint: server.token_endpoint,
    revocationEndpoint: server.revocation_endpoint,
    clientId,
    access: given.access_token,
    refresh: given.refresh_token ?? '',
    expiresAt: now + given.expires_in * 1_000,
  };
  if (made.refresh !== '' && given.scope.split(' ').includes('memory:write')) return made;
  await revoke(made, ask).catch(() => undefined);
  const lacks = made.refresh === '' ? 'The server gives no refresh token' : 'You allowed reading alone';
  throw new ServiceError('AccessDenied', `${lacks}: a connection reads and writes, for longer than an hour.`);
}

/** Unauthorized when the server renews the sign-in no more. */
export async function renew(given: SignedIn, now: number, ask = fetch): Promise<SignedIn> {
  const { tokenEndpoint, clientId: client_id, refresh: refresh_token, resource } = given;
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, resource });
  const fresh = understood(answer, await post(ask, tokenEndpoint, form), resource);
  const { access_token: access, refresh_token: refresh = refresh_token, expires_in: seconds } = fresh;
  return { ...given, access, refresh, expiresAt: now + seconds * 1_000 };
}

/** Ends the grant at the server, with all its tokens. */
export async function revoke({ revocationEndpoint, refresh, access, clientId }: SignedIn, ask = fetch): Promise<void> {
  if (revocationEndpoint === undefined) throw new ServiceError('InvalidInput', 'The server can’t be asked to end it.');
  const token = refresh === '' ? access : refresh;
  await post(ask, revocationEndpoint, new URLSearchParams({ token, client_id: clientId }));
}

/** ServiceUnavailable for any other answer, without its text, which may be secret. */
function understood<Schema extends z.ZodType>(schema: Schema, given: unknown, url: string): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ServiceError('ServiceUnavailable', `${url} answered the sign-in as no server of OAuth does.`);
}

function wellKnown(address: string, name: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;
}

/** Undefined for a missing document, or another one. */
async function metadata<Schema extends z.ZodType>(ask: typeof fetch, address: string, schema: Schema) {
  const response = await send(ask, address, { headers: { accept: 'application/json' } });
  if (response.status >= 500) throw unreachable(address, `HTTP ${response.status}`);
  const read = schema.safeParse(response.ok ? await jsonOf(address, response) : undefined);
  return read.success ? read.data : undefined;
}

async function post(ask: typeof fetch, address: string, body: string | URLSearchParams, headers: object = {}) {
  const response = await send(ask, address, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...headers },
  });
  const said: unknown = await jsonOf(address, response);
  if (response.ok) return said;
  const read = refusal.safeParse(said);
  const why = read.success ? shown(read.data.error_description ?? read.data.error) : `HTTP ${response.status}`;
  if (read.data?.error === 'invalid_grant') throw new ServiceError('Unauthorized', why);
  throw new ServiceError('ServiceUnavailable', `The sign-in at ${new URL(address).origin} failed: ${why}`);
}

async function send(ask: typeof fetch, address: string, init: RequestInit): Promise<Response> {
  try {
    return await ask(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw unreachable(new URL(address).origin, error);
  }
}

const shown = (text: string) => clipped(printable(text), 300);

function noSignIn(url: string): ServiceError {
  const instead = 'give a key with --key-file FILE, or set SERVICE_SIGN_IN=built-in there';
  return new ServiceError('InvalidInput', `${url} offers no sign-in: ${instead}.`);
}
