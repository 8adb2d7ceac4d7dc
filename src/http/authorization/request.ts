import { scopes, type TokenScope } from '../../domain/principal.ts';
import type { Access } from '../../domain/sharing.ts';
import type { OAuthClient, OAuthClients } from './clients.ts';
import { OAuthFault } from './oauth-error.ts';
import { isRegistered } from './redirect-uris.ts';

/** A client's authorization request. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  /** The S256 challenge of PKCE (RFC 7636). */
  challenge: string;
  resource: string;
  /** The largest scope that it asks for. */
  access: Access;
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
    return { client, redirectUri, state, ...readAsked(search, resources) };
  } catch (error) {
    throw error instanceof OAuthFault ? new RequestFault(error, { client, redirectUri, state }) : error;
  }
}

function readAsked(search: URLSearchParams, resources: readonly string[]) {
  if (required(search, 'response_type') !== 'code') {
    throw new OAuthFault('unsupported_response_type', 'The response_type must be code.');
  }
  const challenge = required(search, 'code_challenge');
  if (single(search, 'code_challenge_method') !== 'S256' || !challengePattern.test(challenge)) {
    throw new OAuthFault('invalid_request', 'The code_challenge must be one of the method S256.');
  }
  return { challenge, resource: resourceOf(search, resources), access: accessOf(single(search, 'scope')) };
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

/** Unknown scopes are ignored. Without any, everything is asked for. OAuthFault. */
function accessOf(scope: string | undefined): Access {
  const asked = scope?.split(' ').filter((one) => one !== '') ?? [];
  const known = asked.filter((one): one is TokenScope => scopes.includes(one as TokenScope));
  if (asked.length > 0 && known.length === 0) {
    throw new OAuthFault('invalid_scope', `The scopes are ${scopes.join(' and ')}.`);
  }
  return asked.length === 0 || known.includes('memory:write') ? 'WRITE' : 'READ';
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
