import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { label } from '../../../domain/text.ts';
import type { Outside } from '../../../service/team/outside.ts';
import { OAuthFault } from './oauth-error.ts';
import { isRedirectUri } from './redirect-uris.ts';

/** A program that asks for access. All are public clients, protected by PKCE and their redirect URIs. */
export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host of its metadata document. Absent: the client registered itself, and its name is unverified. */
  host?: string;
}

/** The prefix of the ids of registered clients; the registration follows it. */
const registeredPrefix = 'reg.';
const maxIdLength = 2_000;
const maxName = 100;
const maxRedirectUris = 10;
/** What nobody sees in a name, or what changes the text around it; joiners of scripts and emoji stay. */
const unseen = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

const timeoutMs = 5_000;
const maxDocumentBytes = 16 * 1024;
/** How long a document is cached, and how many are. */
const freshMs = 10 * 60_000;
const maxCached = 200;

const metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});
const document = metadata.extend({ client_id: z.string() });

/**
 * Registers a client (RFC 7591). The id contains the registration, so nothing is stored. Anyone may register, so a
 * made-up id is worth as much as a registered one. OAuthFault.
 */
export function register(given: unknown): OAuthClient {
  const parsed = metadata.safeParse(given);
  const redirectUris = parsed.data?.redirect_uris ?? [];
  if (!parsed.success || !redirectUris.every(isRedirectUri)) {
    const what =
      'redirect_uris must hold 1 to 10 addresses: https, http on loopback, or of a scheme of the client, such as com.example.app:/';
    throw new OAuthFault('invalid_redirect_uri', `${what}.`);
  }
  const { grant_types: grants = ['authorization_code'], response_types: responses = ['code'] } = parsed.data;
  if (!grants.includes('authorization_code') || !responses.includes('code')) {
    throw new OAuthFault(
      'invalid_client_metadata',
      'Clients sign in with authorization_code and the response type code.',
    );
  }
  const name = nameOf(parsed.data.client_name, redirectUris);
  const id = registeredPrefix + Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
  if (id.length > maxIdLength) throw new OAuthFault('invalid_client_metadata', 'The metadata is too long.');
  return { id, name, redirectUris };
}

/** Decodes the client in a registered id. OAuthFault. */
function registered(id: string): OAuthClient {
  const packed = z.tuple([z.string()]).rest(z.string());
  try {
    const text = Buffer.from(id.slice(registeredPrefix.length), 'base64url').toString('utf8');
    const [name, ...uris] = packed.parse(JSON.parse(text));
    const client = register({ client_name: name, redirect_uris: uris });
    if (client.id === id) return client;
  } catch {
    // The error is thrown below.
  }
  throw unknownClient();
}

function unknownClient(): OAuthFault {
  return new OAuthFault(
    'invalid_client',
    'The client_id is unknown: register first, or send the address of a client document.',
  );
}

function nameOf(given: string | undefined, redirectUris: readonly string[]): string {
  const name = label(maxName).safeParse(given?.replace(unseen, '').trim());
  return name.success ? name.data : new URL(redirectUris[0] as string).host || 'A program';
}

/** Clients by id: registered ones, and those whose id is the URL of their document (Client ID Metadata Documents). */
export class OAuthClients {
  readonly #outside: Outside;
  readonly #now: () => number;
  readonly #cache = new Map<string, { client: OAuthClient; at: number }>();
  readonly #loading = new Map<string, Promise<OAuthClient>>();

  constructor(outside: Outside, now: () => number) {
    this.#outside = outside;
    this.#now = now;
  }

  /** Whether finding the client needs a request to another server. */
  isFetched(id: string): boolean {
    return !id.startsWith(registeredPrefix) && !this.#fresh(id);
  }

  /** OAuthFault. */
  async find(id: string): Promise<OAuthClient> {
    if (id.length > maxIdLength) throw unknownClient();
    if (id.startsWith(registeredPrefix)) return registered(id);
    const cached = this.#fresh(id);
    if (cached) return cached;
    const loading = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  #fresh(id: string): OAuthClient | undefined {
    const cached = this.#cache.get(id);
    return cached && this.#now() - cached.at < freshMs ? cached.client : undefined;
  }

  async #load(id: string): Promise<OAuthClient> {
    const url = URL.canParse(id) ? new URL(id) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/' || url.hash !== '' || url.href !== id) {
      throw unknownClient();
    }
    const read = document.safeParse(await this.#read(id));
    if (!read.success || read.data.client_id !== id) {
      throw new OAuthFault('invalid_client', 'The client document has another client_id.');
    }
    const { redirect_uris: redirectUris, client_name: name } = read.data;
    if (!redirectUris.every(isRedirectUri)) {
      throw new OAuthFault('invalid_client', 'The client document has redirect_uris that no code may be sent to.');
    }
    const client = { id, name: nameOf(name, redirectUris), redirectUris, host: url.host };
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(id, { client, at: this.#now() });
    return client;
  }

  async #read(address: string): Promise<unknown> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await this.#outside.fetch(address, { headers: { accept: 'application/json' }, signal });
      if (!answer.ok || !answer.body) throw new Error(`it answered ${answer.status}`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
        size += part.byteLength;
        if (size > maxDocumentBytes) throw new Error('it is too long');
        parts.push(part);
      }
      return JSON.parse(Buffer.concat(parts).toString('utf8'));
    } catch (error) {
      const reason = error instanceof ServiceError ? error.message : 'It cannot be read.';
      throw new OAuthFault('invalid_client', `The client document: ${reason}`);
    }
  }
}
