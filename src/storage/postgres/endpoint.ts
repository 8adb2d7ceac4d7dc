import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { StoreUnusable } from '../unusable.ts';

/** Where a database is and how it is spoken to. */
export interface Endpoint {
  connection: Pick<ClientConfig, 'connectionString' | 'ssl'>;
  /** Whether sessions keep statements prepared; not behind a pooler that hands a session from one client to another. */
  prepare: boolean;
  /** It is named so in logs and errors: never with the password. */
  place: string;
}

/**
 * A prepared statement is planned once a session: planned for its values each time, a write would take twice the work of
 * the database. All statements are written so that one plan suits all characters. A pooler would refuse the setting.
 */
const keepPlans = '-c plan_cache_mode=force_generic_plan';

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** @throws StoreUnusable for what is no address of a PostgreSQL database */
export function readEndpoint(url: string, { prepare }: Pick<Endpoint, 'prepare'>): Endpoint {
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new StoreUnusable('The address of the database must be postgres://USER:PASSWORD@HOST:PORT/DATABASE.');
  }
  const address = new URL(url);
  const mode = taken(address, 'sslmode') ?? 'disable';
  const root = taken(address, 'sslrootcert');
  if (prepare) address.searchParams.append('options', `${taken(address, 'options') ?? ''} ${keepPlans}`.trim());
  const place = `${address.hostname || address.searchParams.get('host') || 'localhost'}${address.port && `:${address.port}`}${address.pathname}`;
  return { connection: { connectionString: address.href, ssl: tlsOf(mode, root) }, prepare, place };
}

function taken(address: URL, name: string): string | undefined {
  const value = address.searchParams.get(name) ?? undefined;
  address.searchParams.delete(name);
  return value;
}

/** As libpq reads sslmode: `require` encrypts and trusts anybody, `verify-ca` and `verify-full` look at the certificate. */
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
