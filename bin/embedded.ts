import { createLog } from '../src/base/log.ts';
import { localOwner } from '../src/domain/principal.ts';
import { readConfig } from '../src/features/config.ts';
import { createHttpApp } from '../src/http/app.ts';
import { newToken } from '../src/service/tenancy/keys.ts';
import { type Sessions, sessionEnded } from '../src/service/tenancy/sessions.ts';
import { databaseTimeoutMs } from './serve.ts';
import { openStore } from './store/open-store.ts';
import { wire } from './wiring.ts';

/** The interface for a client in this process: REST without a socket. */
interface Embedded {
  fetch(url: string, init: RequestInit): Promise<Response>;
  key: string;
  close(): Promise<void>;
}

/**
 * Opens a store inside a program that is not ours: it touches no other files, writes warnings alone to stderr and handles
 * no signals. ConfigError, StoreUnusable.
 */
export async function openEmbedded(settings: Record<string, string>, version: string): Promise<Embedded> {
  const config = readConfig({ SERVICE_LOG_LEVEL: 'warn', SERVICE_RATE_LIMITS: 'off', ...settings });
  const log = createLog(config.logLevel, (line) => process.stderr.write(line), config.secrets);
  const { store } = await openStore(config, log, databaseTimeoutMs);
  const backend = await wire(config, { store }, log, 'nothing');
  const token = newToken();
  const app = await createHttpApp(backend, {
    version,
    hosts: [],
    origins: [],
    jwt: undefined,
    mcp: { tools: [], surface: [], maxSessions: 0, idleMs: 0 },
    sessions: oneSession(token, localOwner(config.tier)),
  });
  backend.background.start();
  let closing: Promise<void> | undefined;
  const close = async () => {
    app.streams.close();
    await Promise.all([backend.background.stop(), backend.services.documents.close()]);
    await store.close();
  };
  return {
    fetch: async (url, init) => app.fetch(new Request(url, init), {}),
    key: `session_${token}`,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** The program that opened the store acts as the owner of its machine. */
function oneSession(token: string, principal: ReturnType<typeof localOwner>): Sessions {
  const authenticate: Sessions['authenticate'] = async (given) => {
    if (given !== token) throw sessionEnded();
    return { principal, identity: token, renew: () => authenticate(token) };
  };
  return {
    authenticate,
    open: async () => token,
    close: async () => undefined,
    list: async () => [],
    end: async () => undefined,
  };
}
