import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { clipped, ServiceError } from '../../../../domain/errors.ts';
import {
  type AnswerBundle,
  answerBundle,
  type Manifest,
  manifest,
  maxFile,
  type RequestBundle,
  requestBundle,
} from '../../domain/bundle.ts';
import { namesIn, readRegular, replaceFile } from './files.ts';
import { type Key, keyFrom, newSalt, seal, unseal } from './seal.ts';

const format = 1;
const manifestPlace = 'agent-memory';
export const manifestFile = `${manifestPlace}.json`;

/** Each file: its content, or its encrypted content. The manifest has the salt of the folder's key. */
const envelope = z.object({
  format: z.int(),
  salt: z.base64().max(100).optional(),
  sealed: z.base64().optional(),
  content: z.unknown().optional(),
});
type Envelope = z.output<typeof envelope>;

/** The fault of a file. */
class Unreadable extends Error {}

/**
 * A folder that several stores use. Nothing in it is trusted, because others write to it. An unreadable file is skipped
 * with a notice, except for the manifest.
 */
export class SharedFolder {
  readonly url: string;
  /** Notices about skipped files. */
  readonly notices: string[];
  /** Those without which nothing was exchanged with some store. */
  readonly faults: string[] = [];
  readonly #path: string;
  #salt: string | undefined;
  #key: Key | undefined;

  private constructor(path: string, notices: string[]) {
    this.#path = path;
    this.notices = notices;
    this.url = pathToFileURL(path).href;
  }

  /** InvalidInput for a missing folder. */
  static async open(path: string, notices: string[] = []): Promise<SharedFolder> {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) throw new ServiceError('InvalidInput', `There is no folder ${path}.`);
    return new SharedFolder(real, notices);
  }

  /** Whether the folder was begun encrypted; undefined: it is not begun. */
  async isSealed(): Promise<boolean | undefined> {
    const found = await this.#manifestFile();
    return found && found.sealed !== undefined;
  }

  /** Uses a passphrase from now on. Unauthorized for a wrong one, ConflictUnresolved if the folder is not encrypted. */
  async unlock(passphrase: string): Promise<void> {
    const found = await this.#manifestFile();
    if (found && found.sealed === undefined) {
      const message = `${this.#path} is not encrypted, although this store expects it. Nothing was exchanged.`;
      throw new ServiceError('ConflictUnresolved', message);
    }
    this.#salt = found?.salt ?? newSalt();
    this.#key = await keyFrom(passphrase, this.#salt);
    if (found) await this.manifest();
  }

  /** Unauthorized for a wrong passphrase, InvalidInput if it can't be read. */
  async manifest(): Promise<Manifest | undefined> {
    const found = await this.#manifestFile();
    if (!found) return undefined;
    if (found.sealed !== undefined && this.#key && unseal(this.#key, manifestPlace, found.sealed) === undefined) {
      throw new ServiceError(
        'Unauthorized',
        `The passphrase is not that of ${this.#path}, or its manifest was changed.`,
      );
    }
    try {
      return this.#content(manifest, manifestPlace, found);
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  async #manifestFile(): Promise<Envelope | undefined> {
    try {
      return await this.#envelope(manifestPlace);
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  #unusable(error: unknown): unknown {
    if (!(error instanceof Unreadable)) return error;
    const message = `${this.#file(manifestPlace)} can't be used: ${error.message}. Nothing was exchanged. If it is damaged, delete it: the deciding store writes it again.`;
    return new ServiceError('InvalidInput', message);
  }

  /** Of each store that asks something of this one. */
  async requests(to: string): Promise<RequestBundle[]> {
    const names = await namesIn(join(this.#path, 'requests'));
    const found: RequestBundle[] = [];
    for (const name of names) {
      const id = name.replace(/\.json$/, '');
      if (name.startsWith('.')) continue;
      if (id === name || !/^[0-9a-f]{32}$/.test(id))
        this.#passOver(`requests/${name}`, 'it is no file of a store; a conflict copy may be deleted');
      else {
        const request = await this.request(id, to, 'is needed');
        if (request) found.push(request);
      }
    }
    return found;
  }

  /** @param how whether it is a fault if the file can't be used; else it is written again */
  request(from: string, to: string, how?: 'is needed'): Promise<RequestBundle | undefined> {
    return this.#bundle(requestBundle, `requests/${from}`, { from, to }, how);
  }

  /** @param how as of a request */
  answer(from: string, to: string, how?: 'is needed'): Promise<AnswerBundle | undefined> {
    return this.#bundle(answerBundle, `answers/${to}`, { from, to }, how);
  }

  fault(what: string): void {
    this.notices.push(what);
    this.faults.push(what);
  }

  writeManifest(content: Manifest): Promise<void> {
    return this.#write(manifestPlace, content);
  }

  writeRequest(content: RequestBundle): Promise<void> {
    return this.#write(`requests/${content.from}`, content);
  }

  writeAnswer(content: AnswerBundle): Promise<void> {
    return this.#write(`answers/${content.to}`, content);
  }

  /** Removes the files that a store has written as replica. */
  removeRequest(from: string): Promise<void> {
    return rm(this.#file(`requests/${from}`), { force: true });
  }

  removeManifest(): Promise<void> {
    return rm(this.#file(manifestPlace), { force: true });
  }

  #file(place: string): string {
    return join(this.#path, `${place}.json`);
  }

  async #bundle<Bundle extends { from: string; to: string }>(
    schema: z.ZodType<Bundle>,
    place: string,
    { from, to }: { from: string; to: string },
    how: 'is needed' | undefined,
  ): Promise<Bundle | undefined> {
    try {
      const found = await this.#envelope(place);
      if (!found) return undefined;
      const bundle = this.#content(schema, place, found);
      if (bundle.from === from && bundle.to === to) return bundle;
      throw new Unreadable(`it is of ${bundle.from} for ${bundle.to}, which are other stores`);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (how === 'is needed') this.fault(passedOver(`${place}.json`, error.message));
      else this.#passOver(`${place}.json`, error.message);
      return undefined;
    }
  }

  async #envelope(place: string): Promise<Envelope | undefined> {
    let text: string | undefined;
    try {
      text = await readRegular(this.#file(place), maxFile);
    } catch (error) {
      throw new Unreadable(error instanceof Error ? error.message : String(error));
    }
    if (text === undefined) return undefined;
    const found = checked(envelope, text);
    if (found.format > format) throw new Unreadable('a newer agent-memory-service has written it: update this one');
    if (found.format < format) throw new Unreadable(`it has the unknown format ${found.format}`);
    return found;
  }

  #content<Content>(schema: z.ZodType<Content>, place: string, { sealed, content }: Envelope): Content {
    if (this.#key === undefined) {
      if (sealed !== undefined) throw new Unreadable('it is encrypted');
      return checked(schema, content);
    }
    if (sealed === undefined) throw new Unreadable('it is not encrypted, as this folder is');
    const text = unseal(this.#key, place, sealed);
    if (text === undefined) throw new Unreadable('it was sealed by another passphrase, or changed');
    return checked(schema, text);
  }

  #write(place: string, content: unknown): Promise<void> {
    const isManifest = place === manifestPlace;
    const written = this.#key
      ? { ...(isManifest && { salt: this.#salt }), sealed: seal(this.#key, place, JSON.stringify(content)) }
      : { content };
    return replaceFile(this.#file(place), `${JSON.stringify({ format, ...written }, undefined, 1)}\n`);
  }

  #passOver(file: string, why: string): void {
    this.notices.push(passedOver(file, why));
  }
}

const passedOver = (file: string, why: string): string => `${file} was passed over: ${why}.`;

/** Unreadable. */
function checked<Content>(schema: z.ZodType<Content>, given: unknown): Content {
  let value = given;
  try {
    if (typeof given === 'string') value = JSON.parse(given);
  } catch {
    throw new Unreadable('it is no JSON; it may be half written, or hold conflict marks');
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw new Unreadable(faultOf(error));
  return data;
}

/** The first fault, with its place. */
function faultOf({ issues: [issue] }: z.ZodError): string {
  const at = issue?.path.join('.') ?? '';
  return clipped(`${at === '' ? 'it' : at}: ${issue?.message}`);
}

/** A value after a round trip through JSON: without undefined fields. */
export const asWritten = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
