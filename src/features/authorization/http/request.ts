import { replicaScope, scopes } from '../../../domain/principal.ts';
import { type GrantAccess, scopesOf } from '../domain/grant.ts';
import type { OAuthClient, OAuthClients } from './clients.ts';
import { OAuthFault } from './oauth-error.ts';
import { isRegistered, placeOf } from './redirect-uris.ts';

/** A client's authorization request. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  /** The S256 challenge of PKCE (RFC 7636). */
  challenge: string;
  resource: string;
  /** The largest scope that it asks for. */
  access: GrantAccess;
}

type ReturnAddress = Pick<AuthorizationRequest, 'client' | 'redirectUri' | 'state'>;

/** An error of a request whose client is known. The client gets it when the person is sent back. */
export class RequestFault extends Error {
  readonly fault: OAuthFault;
  readonly to: ReturnAddress;

  constructor(fault: OAuthFault, to: ReturnAddress) {
    super(fault.message);
    this.fault = fault;
    this.to = to;
  }
}

const maxState = 2_000;
/** A SHA-256 in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads an authorization request (OAuth 2.1, RFC 8707).
 * @throws OAuthFault before the redirect address is known; RequestFault after that
 */
export async function readRequest(
  search: URLSearchParams,
  clients: Pick<OAuthClients, 'find'>,
  resources: readonly string[],
): Promise<AuthorizationRequest> {
  const client = await clients.find(required(search, 'client_id'));
  const redirectUri = single(search, 'redirect_uri') ?? onlyOf(client);
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthFault('invalid_request', 'The redirect_uri is not registered for this client.');
  }
  const state = single(search, 'state');
  try {
    if ((state?.length ?? 0) > maxState) throw new OAuthFault('invalid_request', 'The state is too long.');
    return { client, redirectUri, state, ...readAsked(search, resources, placeOf(redirectUri).kind === 'machine') };
  } catch (error) {
    throw error instanceof OAuthFault ? new RequestFault(error, { client, redirectUri, state }) : error;
  }
}

function readAsked(search: URLSearchParams, resources: readonly string[], mayReplicate: boolean) {
  if (required(search, 'response_type') !== 'code') {
    throw new OAuthFault('unsupported_response_type', 'The response_type must be code.');
  }
  const challenge = required(search, 'code_challenge');
  if (single(search, 'code_challenge_method') !== 'S256' || !challengePattern.test(challenge)) {
    throw new OAuthFault('invalid_request', 'The code_challenge must be one of the method S256.');
  }
  return {
    challenge,
    resource: resourceOf(search, resources),
    access: accessOf(single(search, 'scope'), mayReplicate),
  };
}

/** The resource that tokens are for; default: the last one. OAuthFault. */
export function resourceOf(search: URLSearchParams, resources: readonly string[]): string {
  const [first, ...others] = search.getAll('resource');
  const given = first?.replace(/\/$/, '');
  const found = given === undefined ? resources.at(-1) : resources.find((one) => one === given);
  if (found === undefined || others.length > 0) {
    throw new OAuthFault('invalid_target', `The resource must be one of ${resources.join(', ')}.`);
  }
  return found;
}

/**
 * Unknown scopes are ignored. Without any, everything but replication is asked for; programs on a person's machine alone
 * are replicas. OAuthFault.
 */
function accessOf(scope: string | undefined, mayReplicate: boolean): GrantAccess {
  const asked = scope?.split(' ').filter((one) => one !== '') ?? [];
  const known = scopesOf('REPLICATE').filter((one) => asked.includes(one));
  if (asked.length > 0 && known.length === 0) {
    throw new OAuthFault('invalid_scope', `The scopes are ${scopes.join(' and ')}.`);
  }
  if (known.includes(replicaScope) && mayReplicate) return 'REPLICATE';
  return asked.length === 0 || known.some((one) => one !== 'memory:read') ? 'WRITE' : 'READ';
}

function onlyOf({ redirectUris: [only, another] }: OAuthClient): string {
  if (only !== undefined && another === undefined) return only;
  throw new OAuthFault('invalid_request', 'The redirect_uri is missing.');
}

/** Undefined if absent. OAuthFault if given twice. */
export function single(search: URLSearchParams, name: string): string | undefined {
  const [first, another] = search.getAll(name);
  if (another !== undefined) throw new OAuthFault('invalid_request', `${name} is given twice.`);
  return first;
}

/** OAuthFault. */
export function required(search: URLSearchParams, name: string): string {
  const given = single(search, name);
  if (given) return given;
  throw new OAuthFault('invalid_request', `${name} is missing.`);
}
