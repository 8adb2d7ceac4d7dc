import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultModelAddress, defaultModels } from '../ai/models.ts';
import { baseOf, userDataFolder } from './base.ts';
import {
  ConfigError,
  deprecatedIn,
  type Environment,
  localPath,
  type Read,
  readSettings,
  type Setting,
} from './setting.ts';
import { settings } from './settings.ts';
import { signInOf } from './sign-in.ts';
import { telemetryOf } from './telemetry.ts';

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings from the environment. @throws ConfigError naming the variable and what it may be. */
export function readConfig(environment: Environment) {
  const read = readSettings(settings, environment);
  requireCharacter(read);
  const apiKey = read.SERVICE_AI_API_KEY?.trim();
  return {
    ...baseOf(read),
    /** Values that must never reach a log. */
    secrets: [
      ...secretsIn(read),
      ...passwordsIn(read.SERVICE_DATABASE_URL),
      ...headerValues(read.OTEL_EXPORTER_OTLP_HEADERS),
    ],
    ai: {
      apiKey,
      provider: read.SERVICE_AI_PROVIDER,
      model: read.SERVICE_AI_MODEL ?? defaultModels[read.SERVICE_AI_PROVIDER],
      baseUrl: read.SERVICE_AI_BASE_URL,
      dailyTokens: read.SERVICE_AI_DAILY_TOKENS,
    },
    /** Hosts outside of the public Internet that addresses of tenants may name. */
    privateHosts: {
      ai: [...read.SERVICE_PRIVATE_HOSTS, ...read.SERVICE_AI_HOSTS],
      webhooks: [...read.SERVICE_PRIVATE_HOSTS, ...read.SERVICE_WEBHOOK_HOSTS],
    },
    /** Notices about deprecated settings. */
    deprecated: deprecatedIn(settings, environment),
    /** The folder of the encoder, whether it is there or not; absent: none is used. */
    encoder: encoderFolder(read.SERVICE_ENCODER),
    encoderUrl: read.SERVICE_ENCODER_URL ?? defaultModelAddress,
    secretKeys: {
      SERVICE_SECRET_KEY: read.SERVICE_SECRET_KEY,
      SERVICE_SECRET_KEY_OLD: read.SERVICE_SECRET_KEY_OLD,
    },
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
    ...telemetryOf(read),
    auditDays: read.SERVICE_AUDIT_DAYS,
    http: {
      hosts: read.SERVICE_HTTP_HOSTS,
      origins: read.SERVICE_HTTP_ORIGINS,
      proxies: read.SERVICE_HTTP_PROXIES,
      connections: read.SERVICE_HTTP_CONNECTIONS,
      connectionsOfAddress: read.SERVICE_HTTP_CONNECTIONS_PER_ADDRESS ?? Math.ceil(read.SERVICE_HTTP_CONNECTIONS / 2),
    },
    ...signInOf(read),
  };
}

function encoderFolder(given: string | undefined): string | undefined {
  if (given === 'off') return undefined;
  return given === undefined ? join(userDataFolder(), 'encoder') : localPath(given);
}

/** As `readConfig`, for servers: the user of a machine has no tier limits, but callers of a server do. */
export function readServerConfig(environment: Environment): Config {
  const config = readConfig(environment);
  return config.isTierGiven ? config : { ...config, tier: 'BUSINESS', isTierGiven: true };
}

function secretsIn(read: Read<typeof settings>): string[] {
  const secret = Object.entries<Setting>(settings).filter(([, one]) => one.secret);
  const values = secret.map(([name]) => read[name as keyof typeof read] as string | undefined);
  return values.filter((value) => value !== undefined).map((value) => value.trim());
}

function passwordsIn(url: string | undefined): string[] {
  const password = url !== undefined && URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [] : asWrittenAndMeant(password);
}

/** Shorter ones, such as a tenant's number, are in every other line. */
const isSecret = (value: string) => value.length >= 8;

/** The values of a list of headers, `name=value,…`, as they are there and as they are meant. */
function headerValues(headers: string | undefined = ''): string[] {
  const values = headers.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  return values.flatMap(asWrittenAndMeant).filter(isSecret);
}

/** A percent-encoded text as it is, and decoded. */
function asWrittenAndMeant(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

/** Some settings speak of the server's own character. */
function requireCharacter(read: Read<typeof settings>): void {
  if (read.SERVICE_CHARACTER !== undefined) return;
  const needs = 'needs SERVICE_CHARACTER, the character it is for.';
  if (read.SERVICE_WATCH_PATHS?.length) throw new ConfigError(`SERVICE_WATCH_PATHS ${needs}`);
  if (read.SERVICE_AUTO_RECALL === 'true') throw new ConfigError(`SERVICE_AUTO_RECALL ${needs}`);
}
