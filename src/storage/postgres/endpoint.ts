import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { StoreUnusable } from '../unusable.ts';

/** The address of a database, and how to connect. */
export interface Endpoint {
  connection: Pick<ClientConfig, 'connectionString' | 'ssl'>;
  /** Whether sessions prepare statements; not behind a pooler that passes a session from one client to another. */
  prepare: boolean;
  /** Its name in logs and errors, never with the password. */
  place: string;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** @throws StoreUnusable for an invalid address of a PostgreSQL database */
export function readEndpoint(url: string, { prepare }: Pick<Endpoint, 'prepare'>): Endpoint {
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new StoreUnusable('The address of the database must be postgres://USER:PASSWORD@HOST:PORT/DATABASE.');
  }
  const address = new URL(url);
  const mode = taken(address, 'sslmode') ?? 'disable';
  const root = taken(address, 'sslrootcert');
  const place = `${address.hostname || address.searchParams.get('host') || 'localhost'}${address.port && `:${address.port}`}${address.pathname}`;
  return { connection: { connectionString: address.href, ssl: tlsOf(mode, root) }, prepare, place };
}

function taken(address: URL, name: string): string | undefined {
  const value = address.searchParams.get(name) ?? undefined;
  address.searchParams.delete(name);
  return value;
}

/** As libpq's sslmode: `require` encrypts and trusts anybody, `verify-ca` and `verify-full` check the certificate. */
function tlsOf(mode: string, root: string | undefined): ConnectionOptions | false {
  if (!sslModes.some((one) => one === mode)) {
    throw new StoreUnusable(`sslmode must be one of ${sslModes.join(', ')}, not ${mode}.`);
  }
  if (mode === 'disable') return false;
  const ca = root === undefined ? {} : { ca: rootCertificate(root) };
  if (mode === 'require' && root === undefined) return { rejectUnauthorized: false };
  return mode === 'verify-full' ? ca : { ...ca, checkServerIdentity: () => undefined };
}

function rootCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StoreUnusable(`sslrootcert can't be read: ${(error as Error).message}.`);
  }
}
