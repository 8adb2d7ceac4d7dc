import { readFileSync } from 'node:fs';
import { ConfigError, localPath, type Read, trimmed } from '../../settings/setting.ts';

const readBy = ['serve'];
const keyBytes = 32;
const form = 'must be 32 bytes as base64 or hex, or file:PATH';

const keyText = trimmed.must((given) => given.startsWith('file:') || keyIn(given) !== undefined, form);

/** The settings of the keys that encrypt tenants' secrets. */
export const secretKeySettings = {
  SERVICE_SECRET_KEY: {
    schema: keyText,
    secret: true,
    meaning:
      'encrypts the provider keys that tenants set (32 bytes as base64 or hex, or `file:PATH`); the same on every node',
    readBy,
  },
  SERVICE_SECRET_KEY_OLD: {
    schema: keyText,
    secret: true,
    meaning: 'the former `SERVICE_SECRET_KEY`: at its start `serve` encrypts again what it encrypted',
    readBy,
  },
} as const;

export function secretKeysOf(read: Read<typeof secretKeySettings>) {
  const { SERVICE_SECRET_KEY, SERVICE_SECRET_KEY_OLD } = read;
  return { secretKeys: { SERVICE_SECRET_KEY, SERVICE_SECRET_KEY_OLD } };
}

/** The settings as they are given; files are not read yet. */
type GivenSecretKeys = { [Name in keyof typeof secretKeySettings]?: string | undefined };

interface SecretKeys {
  current: Uint8Array;
  old?: Uint8Array | undefined;
}

/** The keys, from their files where they are in files; undefined without SERVICE_SECRET_KEY. ConfigError. */
export function readSecretKeys(given: GivenSecretKeys): SecretKeys | undefined {
  const [current, old] = (['SERVICE_SECRET_KEY', 'SERVICE_SECRET_KEY_OLD'] as const).map((name) => {
    const text = given[name];
    return text === undefined ? undefined : readKey(name, text);
  });
  if (current) return { current, old };
  if (old) throw new ConfigError('SERVICE_SECRET_KEY_OLD needs SERVICE_SECRET_KEY, the key in its place.');
  return undefined;
}

function readKey(name: string, given: string): Uint8Array {
  const key = given.startsWith('file:') ? keyOfFile(name, localPath(given.slice('file:'.length))) : keyIn(given);
  if (!key) throw new ConfigError(`${name} ${form}.`);
  return key;
}

function keyOfFile(name: string, path: string): Uint8Array {
  const key = keyIn(contentOf(name, path).toString('utf8').trim());
  if (!key) throw new ConfigError(`${name} ${form}; ${path} holds something else.`);
  return key;
}

function contentOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${name}: ${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function keyIn(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? sized(Buffer.from(text, 'base64')) : undefined;
}

function sized(bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === keyBytes ? bytes : undefined;
}
