import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt, encrypt } from '../../../../base/encryption.ts';
import { ServiceError } from '../../../../domain/errors.ts';

// The key is made of a passphrase by scrypt (RFC 7914).

const saltLength = 16;
/** 128 MB and about half a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const minPassphrase = 8;

export const newSalt = (): string => randomBytes(saltLength).toString('base64');

export type Key = Buffer;

/** InvalidInput for a passphrase that is too short. */
export async function keyFrom(passphrase: string, salt: string): Promise<Key> {
  const text = passphrase.normalize('NFC');
  if (text.length < minPassphrase) {
    throw new ServiceError('InvalidInput', `The passphrase must be at least ${minPassphrase} characters long.`);
  }
  const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);
  return derive(text, Buffer.from(salt, 'base64'), 32, cost);
}

/** @param place where it is to be read: it can't be opened anywhere else */
export function seal(key: Key, place: string, text: string): string {
  return encrypt(key, place, text).toString('base64');
}

/** Undefined: another key, or it was changed. */
export function unseal(key: Key, place: string, sealed: string): string | undefined {
  return decrypt(key, place, Buffer.from(sealed, 'base64'));
}
