import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** Opens the data of a stream, by the number and generation of its object. */
export type Opener = (object: number, generation: number, data: Buffer) => Buffer;

/** The padding of a password (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const noIv = Buffer.alloc(16);

/**
 * Decrypts streams of a PDF that is encrypted but opens without a password (standard security handler with an empty
 * user password, ISO 32000-2, 7.6). Undefined if its streams are plain or encrypted in another way.
 * @param source the file in Latin-1
 */
export function streamOpener(source: string): Opener | undefined {
  const reference = /\/Encrypt\s{1,9}(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R/.exec(source)?.[1];
  if (reference === undefined) return undefined;
  const start = new RegExp(`(?<!\\d)${reference}\\s{1,9}\\d{1,5}\\s{1,9}obj`).exec(source)?.index ?? -1;
  if (start < 0) return undefined;
  const dictionary = source.slice(start, start + 4_000);
  const revision = numberOf(dictionary, 'R') ?? 0;
  const version = numberOf(dictionary, 'V') ?? 0;
  const method = version >= 4 ? methodOf(dictionary) : 'V2';
  if (method === undefined) return undefined;
  if (revision >= 5) {
    const key = keyOfRevision5(dictionary, revision);
    return key && ((_object, _generation, data) => openAes(key, data));
  }
  const key = keyOfRevision2(source, dictionary, revision, version);
  return (object, generation, data) => {
    const own = objectKey(key, object, generation, method === 'AESV2');
    return method === 'AESV2' ? openAes(own, data) : rc4(own, data);
  };
}

function numberOf(dictionary: string, name: string): number | undefined {
  const found = new RegExp(`/${name}\\s{0,9}(-?\\d{1,10})(?![\\d\\s]{0,9}\\d{1,5}\\s{1,9}R)`).exec(dictionary)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** How streams are encrypted, by the crypt filter that is named for them. */
function methodOf(dictionary: string): 'V2' | 'AESV2' | 'AESV3' | undefined {
  const filter = /\/StmF\s{0,9}\/(\w{1,100})/.exec(dictionary)?.[1];
  if (filter === undefined || filter === 'Identity') return undefined;
  const method = /\/CFM\s{0,9}\/(V2|AESV2|AESV3)(?!\w)/.exec(dictionary.slice(dictionary.indexOf(`/${filter}`)))?.[1];
  return method as 'V2' | 'AESV2' | 'AESV3' | undefined;
}

/** A string of the dictionary; empty when it is missing. */
function stringOf(dictionary: string, name: string): Buffer {
  const found = new RegExp(`/${name}\\s{0,9}(?=[<(])`).exec(dictionary);
  return found ? stringAt(dictionary.slice(found.index + found[0].length)) : Buffer.alloc(0);
}

/** The string that a text begins with, whether in hexadecimal or in parentheses with escapes. */
function stringAt(text: string): Buffer {
  return text.startsWith('<')
    ? Buffer.from(text.slice(1, text.indexOf('>')).replace(/\s/g, ''), 'hex')
    : literal(text.slice(1));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

function literal(text: string): Buffer {
  let value = '';
  let depth = 1;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(i + 1, i + 4))?.[0];
      const next = text[++i] ?? '';
      if (octal) {
        value += String.fromCharCode(Number.parseInt(octal, 8) & 255);
        i += octal.length - 1;
      } else if (next !== '\n' && next !== '\r') value += escapes.get(next) ?? next;
      continue;
    }
    if (sign === '(') depth++;
    if (sign === ')' && --depth === 0) break;
    value += sign;
  }
  return Buffer.from(value, 'latin1');
}

const hash = (algorithm: string, ...parts: readonly Uint8Array[]) =>
  parts.reduce((made, part) => made.update(part), createHash(algorithm)).digest();

/** Algorithm 2: revisions 2 to 4. */
function keyOfRevision2(source: string, dictionary: string, revision: number, version: number): Buffer {
  const bits = version === 1 ? 40 : version >= 4 ? 128 : (numberOf(dictionary, 'Length') ?? 40);
  const length = Math.min(16, Math.max(5, bits >> 3));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((numberOf(dictionary, 'P') ?? 0) | 0);
  const id = /\/ID\s{0,9}\[\s{0,9}(?=[<(])/.exec(source);
  const first = id ? stringAt(source.slice(id.index + id[0].length, id.index + 2_000)) : Buffer.alloc(0);
  const isPlainMetadata = revision >= 4 && /\/EncryptMetadata\s{1,9}false/.test(dictionary);
  const beyond = isPlainMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let key = hash('md5', padding, stringOf(dictionary, 'O').subarray(0, 32), permissions, first, beyond);
  if (revision >= 3) for (let i = 0; i < 50; i++) key = hash('md5', key.subarray(0, length));
  return key.subarray(0, length);
}

/** Algorithm 2.A: revisions 5 and 6. Undefined when a user password is required. */
function keyOfRevision5(dictionary: string, revision: number): Buffer | undefined {
  const user = stringOf(dictionary, 'U');
  const sealed = stringOf(dictionary, 'UE').subarray(0, 32);
  if (user.length < 48 || sealed.length < 32) return undefined;
  const of = (salt: Buffer) => (revision === 5 ? hash('sha256', salt) : hashOfRevision6(salt));
  if (!of(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
  const opening = createDecipheriv('aes-256-cbc', of(user.subarray(40, 48)), noIv).setAutoPadding(false);
  return Buffer.concat([opening.update(sealed), opening.final()]);
}

/** Algorithm 2.B for an empty password. */
function hashOfRevision6(salt: Buffer): Buffer {
  let key = hash('sha256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const sealing = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const sealed = Buffer.concat([sealing.update(repeated), sealing.final()]);
    const rest = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(['sha256', 'sha384', 'sha512'][rest]!, sealed);
    last = sealed.at(-1)!;
  }
  return key.subarray(0, 32);
}

/** Algorithm 1. */
function objectKey(key: Buffer, object: number, generation: number, isAes: boolean): Buffer {
  const number = Buffer.from([object, object >> 8, object >> 16, generation, generation >> 8]);
  const own = hash('md5', key, number, isAes ? Buffer.from('sAlT') : Buffer.alloc(0));
  return own.subarray(0, Math.min(16, key.length + 5));
}

function openAes(key: Buffer, data: Buffer): Buffer {
  // The line end before "endstream" is not part of it.
  const whole = data.subarray(0, data.length - (data.length % 16));
  if (whole.length < 32) return Buffer.alloc(0);
  const opening = createDecipheriv(`aes-${key.length * 8}-cbc`, key, whole.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([opening.update(whole.subarray(16)), opening.final()]);
}

/** RC4, which OpenSSL has only as a legacy cipher. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  const opened = Buffer.alloc(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
    opened[n] = data[n]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return opened;
}
