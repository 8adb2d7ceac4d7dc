import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultModelAddress, defaultModels } from '../ai/models.ts';
import { baseOf, userDataFolder } from './base.ts';
import { ConfigError, localPath, type Read } from './setting.ts';
import type { settings } from './settings.ts';

/** The configuration that the settings of the rooms make. ConfigError. */
export function configOf(read: Read<typeof settings>) {
  requireCharacter(read);
  const base = baseOf(read);
  const apiKey = read.SERVICE_AI_API_KEY?.trim();
  return {
    ...base,
    ai: {
      apiKey,
      provider: read.SERVICE_AI_PROVIDER,
      model: read.SERVICE_AI_MODEL ?? defaultModels[read.SERVICE_AI_PROVIDER],
      baseUrl: read.SERVICE_AI_BASE_URL,
      dailyTokens: read.SERVICE_AI_DAILY_TOKENS,
      encodes: base.encodes,
    },
    /** Hosts outside of the public Internet that addresses of tenants may name. */
    privateHosts: {
      ai: [...read.SERVICE_PRIVATE_HOSTS, ...read.SERVICE_AI_HOSTS],
      webhooks: [...read.SERVICE_PRIVATE_HOSTS, ...read.SERVICE_WEBHOOK_HOSTS],
    },
    /** The folder of the encoder, whether it is there or not; absent: none is used. */
    encoder: encoderFolder(read.SERVICE_ENCODER),
    encoderUrl: read.SERVICE_ENCODER_URL ?? defaultModelAddress,
    /** Whether SERVICE_DB names the file. */
    isFileGiven: read.SERVICE_DB !== undefined,
    /** Absent: the store is the file. */
    database:
      read.SERVICE_DATABASE_URL === undefined
        ? undefined
        : {
            url: read.SERVICE_DATABASE_URL,
            prepare: read.SERVICE_DATABASE_PREPARE === 'on',
            rowSecurity: read.SERVICE_DATABASE_RLS === 'on',
            cacheBytes: read.SERVICE_SEARCH_CACHE_MB * 2 ** 20,
          },
    watchPaths: read.SERVICE_WATCH_PATHS ?? [],
    autoCapture: read.SERVICE_AUTO_CAPTURE === 'true',
    captureMode: read.SERVICE_CAPTURE,
    maxHostExtractions: read.SERVICE_HOST_EXTRACTIONS,
    /** Sessions a UTC day that the models of hosts read; absent: none do. */
    hostExtractions:
      read.SERVICE_EXTRACT_WITH === 'host' && apiKey === undefined ? read.SERVICE_HOST_EXTRACTIONS : undefined,
    autoRecall: read.SERVICE_AUTO_RECALL === 'true',
    /** The folder for relative paths, and the home folder for `~`; also where files may be watched. */
    roots: { home: homedir(), workingDirectory: process.cwd() },
    toolsets: read.SERVICE_TOOLSETS,
    rateLimits: read.SERVICE_RATE_LIMITS === 'on',
    logLevel: read.SERVICE_LOG_LEVEL,
    workers: read.SERVICE_WORKERS,
    auditDays: read.SERVICE_AUDIT_DAYS,
    http: {
      hosts: read.SERVICE_HTTP_HOSTS,
      origins: read.SERVICE_HTTP_ORIGINS,
      proxies: read.SERVICE_HTTP_PROXIES,
      connections: read.SERVICE_HTTP_CONNECTIONS,
      connectionsOfAddress: read.SERVICE_HTTP_CONNECTIONS_PER_ADDRESS ?? Math.ceil(read.SERVICE_HTTP_CONNECTIONS / 2),
    },
  };
}

function encoderFolder(given: string | undefined): string | undefined {
  if (given === 'off') return undefined;
  return given === undefined ? join(userDataFolder(), 'encoder') : localPath(given);
}

/** Some settings speak of the server's own character. */
function requireCharacter(read: Read<typeof settings>): void {
  if (read.SERVICE_CHARACTER !== undefined) return;
  const needs = 'needs SERVICE_CHARACTER, the character it is for.';
  if (read.SERVICE_WATCH_PATHS?.length) throw new ConfigError(`SERVICE_WATCH_PATHS ${needs}`);
  if (read.SERVICE_AUTO_RECALL === 'true') throw new ConfigError(`SERVICE_AUTO_RECALL ${needs}`);
}
