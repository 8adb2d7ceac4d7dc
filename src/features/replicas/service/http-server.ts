import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type * as z from 'zod';
import { isConfidential } from '../../../base/web-address.ts';
import type { NewCategory } from '../../../domain/category.ts';
import { errorTypes, ServiceError } from '../../../domain/errors.ts';
import { storeHeader } from '../../../domain/stores/store.ts';
import { type ExchangeAnswer, type ExchangeGiven, readAnswer, requestOf } from '../domain/replication-message.ts';
import {
  answered,
  exchanged,
  jsonOf,
  type RemoteCharacter,
  type RemoteMember,
  readBody,
  remoteCategories,
  remoteCharacter,
  remoteCharacters,
  remoteMember,
} from './answers.ts';
import type { RemoteServer } from './replica.ts';

/** Timeout of a request (ms). */
const timeoutMs = 30_000;
/** Shorter messages are sent uncompressed (UTF-16 units). */
const minCompressed = 256;

/** The most characters of a server that are listed. */
const maxCharacters = 100_000;
/** UTF-16 units of a line of the stream of changes: longer ones are no report. */
const maxLine = 100_000;

/** A change that a server reports. */
export interface RemoteChange {
  remoteId: string;
  /** The memory's id and the number of the revision, divided by a full stop. */
  revision: string | undefined;
}

/**
 * The credential of requests: a key, or an access token.
 * @param refused a credential that the server refused: returns another one, if there is one
 * @throws ServiceError Unauthorized when the member has to sign in again; ServiceUnavailable
 */
export type Bearer = (refused?: string) => Promise<string>;

/** A server's address without a trailing slash. InvalidInput for an invalid one, or one without encryption. */
export function serverAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new ServiceError('InvalidInput', `"${given}" is no address of a server, such as https://memory.example.org.`);
  }
  if (!isConfidential(url.href)) {
    throw new ServiceError('InvalidInput', `${url.origin} is not https: others could read the key and the memories.`);
  }
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
}

type Body = string | Uint8Array<ArrayBuffer> | undefined;

/** A server that is called over HTTP with a member's key, or with access tokens of a sign-in. */
export class HttpServer implements RemoteServer {
  readonly #url: string;
  readonly #bearer: Bearer;
  readonly #fetch: typeof fetch;
  readonly #compresses: boolean;

  /** @param compresses whether longer messages are sent by gzip */
  constructor(url: string, key: string | Bearer, ask: typeof fetch = fetch, compresses = true) {
    this.#url = url;
    this.#bearer = typeof key === 'string' ? async () => key : key;
    this.#fetch = ask;
    this.#compresses = compresses;
  }

  async exchange(remoteId: string, given: ExchangeGiven): Promise<ExchangeAnswer> {
    const json = JSON.stringify({ message: requestOf(given) });
    const isCompressed = this.#compresses && json.length >= minCompressed;
    const body = isCompressed ? new Uint8Array(await promisify(gzip)(json)) : json;
    try {
      const { message } = await this.#send(exchanged, 'POST', `/v1/characters/${remoteId}/exchange`, body);
      return readAnswer(message, given.changes);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.type !== 'UnsupportedMediaType') throw error;
      throw new ServiceError(
        'ServiceUnavailable',
        'The server has an older version of the program: update it.',
        undefined,
        error,
      );
    }
  }

  whoami(): Promise<RemoteMember> {
    return this.#ask(remoteMember, 'GET', '/v1/whoami');
  }

  /** The id of the server's store, which it tells everybody; undefined: it can't be asked, or is of an older version. */
  async identity(): Promise<string | undefined> {
    try {
      const response = await this.#sendAs('', 'GET', '/readyz', undefined);
      return response.headers.get(storeHeader) ?? undefined;
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  /** All active characters that the member can see. */
  async characters(): Promise<RemoteCharacter[]> {
    const all = new Map<string, RemoteCharacter>();
    for (let page = 0; page * 100 < maxCharacters; page++) {
      const { characters } = await this.#ask(remoteCharacters, 'GET', `/v1/characters?limit=100&page=${page}`);
      const before = all.size;
      for (const one of characters) {
        const { data } = remoteCharacter.safeParse(one);
        if (data) all.set(data.id, data);
      }
      if (characters.length < 100) return [...all.values()];
      if (all.size === before) break;
    }
    throw new ServiceError('ServiceUnavailable', `${this.#url} lists characters without end: nothing was exchanged.`);
  }

  async categories(remoteId: string): Promise<NewCategory[]> {
    return (await this.#ask(remoteCategories, 'GET', `/v1/characters/${remoteId}/categories`)).categories;
  }

  /** Creates a private character, or one for everyone where the server's tier has no private ones. */
  async create({ name, categoryPreset }: Pick<RemoteCharacter, 'name' | 'categoryPreset'>): Promise<RemoteCharacter> {
    const made = { name, categoryPreset };
    try {
      return await this.#ask(remoteCharacter, 'POST', '/v1/characters', { ...made, visibility: 'PRIVATE' });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.type !== 'FeatureNotAvailable') throw error;
      return this.#ask(remoteCharacter, 'POST', '/v1/characters', made);
    }
  }

  /**
   * Reports every change that the member can see, until the signal or the server ends the stream.
   * @param missed called when changes may be missing from the stream: those before it began, and when there were too
   * many
   */
  async follow(signal: AbortSignal, changed: (change: RemoteChange) => void, missed: () => void): Promise<void> {
    const response = await this.#fetch(`${this.#url}/v1/changes`, {
      headers: { authorization: `Bearer ${await this.#bearer()}`, accept: 'text/event-stream' },
      redirect: 'error',
      signal,
    });
    if (!response.ok || !response.body) throw await fault(this.#url, response);
    missed();
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = (lines.pop() ?? '').slice(-maxLine);
      for (const line of lines) {
        if (line.startsWith('event: missed')) missed();
        const [, remoteId, revision] = /"id":"([0-9a-f-]{36})\.([0-9a-f-]{36}\.\d+)"/.exec(line) ?? [];
        if (line.startsWith('data:') && remoteId !== undefined) changed({ remoteId, revision });
      }
    }
  }

  #ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.output<Schema>> {
    return this.#send(schema, method, path, body === undefined ? undefined : JSON.stringify(body));
  }

  /** @param body JSON; as bytes, compressed by gzip */
  async #send<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body: Body,
  ): Promise<z.output<Schema>> {
    const bearer = await this.#bearer();
    let response = await this.#sendAs(bearer, method, path, body);
    if (response.status === 401) {
      const other = await this.#bearer(bearer);
      if (other !== bearer) response = await this.#sendAs(other, method, path, body);
    }
    if (!response.ok) throw await fault(this.#url, response);
    return answered(schema, this.#url, await this.#json(response));
  }

  async #json(response: Response): Promise<unknown> {
    try {
      return JSON.parse(await readBody(this.#url, response));
    } catch (error) {
      throw error instanceof ServiceError ? error : unreachable(this.#url, error);
    }
  }

  async #sendAs(bearer: string, method: string, path: string, body: Body): Promise<Response> {
    try {
      return await this.#fetch(this.#url + path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(typeof body === 'object' && { 'content-encoding': 'gzip' }),
        },
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw unreachable(this.#url, error);
    }
  }
}

/** The error of an unreachable server; the network gives the reason. */
export function unreachable(url: string, error: unknown): ServiceError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ServiceError('ServiceUnavailable', `${url} can't be reached: ${reason}`, undefined, error);
}

/**
 * The server's error. ServiceUnavailable for any other answer, such as that of a proxy or the sign-in page of a
 * network.
 */
async function fault(url: string, response: Response): Promise<ServiceError> {
  const said = (await jsonOf(url, response)) as { error?: { type?: unknown; message?: unknown } } | null | undefined;
  const type = errorTypes.find((one) => one === said?.error?.type) ?? 'ServiceUnavailable';
  const message = typeof said?.error?.message === 'string' ? said.error.message : `HTTP ${response.status}`;
  return new ServiceError(type, message);
}
