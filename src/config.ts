import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { defaultModels } from './ai/models.ts';
import { aiProviders } from './domain/ai.ts';
import { expandHome } from './domain/home.ts';
import { tiers } from './domain/tier.ts';
import { toolsets } from './gate/operation.ts';

/** A setting that can't be used; the message is one line for whoever started the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const logLevels = ['error', 'warn', 'info', 'debug'] as const;

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const flag = z.enum(['true', 'false']).default('false');

const origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'must be origins such as https://example.com',
  );

/** Every variable the service reads. An empty value counts as not set: hosts pass unfilled settings that way. */
const variables = z.object({
  SERVICE_AI_API_KEY: z.string().optional(),
  SERVICE_AI_PROVIDER: z.enum(aiProviders).default(aiProviders[0]),
  SERVICE_AI_MODEL: z.string().optional(),
  SERVICE_AI_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SERVICE_AI_DAILY_TOKENS: z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
  SERVICE_DB: z.string().optional(),
  SERVICE_TIER: z.enum(tiers).default('BUSINESS'),
  SERVICE_CHARACTER: z.string().trim().min(1).max(200).optional(),
  SERVICE_WATCH_PATHS: list.optional(),
  SERVICE_AUTO_CAPTURE: flag,
  SERVICE_AUTO_RECALL: flag,
  SERVICE_TOOLSETS: list.pipe(z.array(z.enum(toolsets)).min(1)).optional(),
  SERVICE_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  SERVICE_LOG_LEVEL: z.enum(logLevels).default('info'),
  SERVICE_HTTP_HOSTS: list.pipe(z.array(z.string().toLowerCase())).default([]),
  SERVICE_HTTP_ORIGINS: list.pipe(z.array(origin)).default([]),
  SERVICE_JWT_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long')
    .optional(),
  SERVICE_JWT_JWKS: z.string().optional(),
  SERVICE_JWT_ISSUER: z.string().optional(),
  SERVICE_JWT_AUDIENCE: z.string().optional(),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming the variable and what it may be.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(explain).join(' '));
  const read = parsed.data;
  requireCharacter(read);
  const apiKey = read.SERVICE_AI_API_KEY?.trim();
  return {
    /** What must never reach a log. */
    secrets: [apiKey, read.SERVICE_JWT_SECRET].filter((secret) => secret !== undefined),
    ai: {
      apiKey,
      provider: read.SERVICE_AI_PROVIDER,
      model: read.SERVICE_AI_MODEL ?? defaultModels[read.SERVICE_AI_PROVIDER],
      baseUrl: read.SERVICE_AI_BASE_URL,
      dailyTokens: read.SERVICE_AI_DAILY_TOKENS,
    },
    databasePath: databasePath(read.SERVICE_DB),
    tier: read.SERVICE_TIER,
    character: read.SERVICE_CHARACTER?.normalize('NFC'),
    watchPaths: read.SERVICE_WATCH_PATHS ?? [],
    autoCapture: read.SERVICE_AUTO_CAPTURE === 'true',
    autoRecall: read.SERVICE_AUTO_RECALL === 'true',
    /** What relative and `~` paths mean, and where files may be watched. */
    roots: { home: homedir(), workingDirectory: process.cwd() },
    toolsets: read.SERVICE_TOOLSETS,
    rateLimits: read.SERVICE_RATE_LIMITS === 'on',
    logLevel: read.SERVICE_LOG_LEVEL,
    http: { hosts: read.SERVICE_HTTP_HOSTS, origins: read.SERVICE_HTTP_ORIGINS },
    jwt: {
      secret: read.SERVICE_JWT_SECRET,
      keySetPath: read.SERVICE_JWT_JWKS === undefined ? undefined : localPath(read.SERVICE_JWT_JWKS),
      issuer: read.SERVICE_JWT_ISSUER,
      audience: read.SERVICE_JWT_AUDIENCE,
    },
  };
}

/** Some settings speak of the server's own character. */
function requireCharacter(read: z.infer<typeof variables>): void {
  if (read.SERVICE_CHARACTER !== undefined) return;
  const needs = 'needs SERVICE_CHARACTER, the character it is for.';
  if (read.SERVICE_WATCH_PATHS?.length) throw new ConfigError(`SERVICE_WATCH_PATHS ${needs}`);
  if (read.SERVICE_AUTO_RECALL === 'true') throw new ConfigError(`SERVICE_AUTO_RECALL ${needs}`);
}

function databasePath(given: string | undefined): string {
  if (given === undefined) return join(envPaths('agent-memory-service', { suffix: '' }).data, 'memory.db');
  return localPath(given);
}

function localPath(given: string): string {
  return resolve(expandHome(given, homedir()));
}

function explain({ path, code, ...issue }: z.core.$ZodIssue): string {
  const allowed =
    code === 'invalid_value' && 'values' in issue ? `must be one of ${issue.values.join(', ')}` : undefined;
  return `${String(path[0])} ${allowed ?? issue.message}.`;
}
