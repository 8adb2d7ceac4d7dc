import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { expandHome } from './domain/home.ts';
import { type Tier, tiers } from './domain/tier.ts';

/** A setting that can't be used; the message is one line for whoever started the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const switches = ['on', 'off'] as const;
/** UTF-16 units. */
export const longestCharacter = 200;
export const defaultRecallLogDays = 30;
export const defaultTier = 'BUSINESS' satisfies Tier;

/** What a recall needs to know: which store, whose memory, and whether at all. */
export interface BaseConfig {
  databasePath: string;
  tier: Tier;
  /** Composed (NFC). */
  character: string | undefined;
  hooks: boolean;
  /** How long what agents were given is kept, in days; 0: it is not. */
  recallLogDays: number;
}

export type Environment = Record<string, string | undefined>;

/** An empty value counts as not set: hosts pass unfilled settings that way. */
export function givenIn(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

/**
 * Reads these settings without schemas: making those would take longer than the rest of a hook's start. What they may be
 * is said by the constants here, which their schemas in settings.ts are made of.
 * @throws ConfigError naming the variable and what it may be.
 */
export function readBase(environment: Environment): BaseConfig {
  const given = givenIn(environment);
  const character = given.SERVICE_CHARACTER?.trim();
  if (character !== undefined && character.length > longestCharacter) {
    throw new ConfigError(`SERVICE_CHARACTER must be at most ${longestCharacter} characters long.`);
  }
  return {
    databasePath: given.SERVICE_DB === undefined ? join(userDataFolder(), 'memory.db') : localPath(given.SERVICE_DB),
    tier: choice(given, 'SERVICE_TIER', tiers) ?? defaultTier,
    character: character?.normalize('NFC'),
    hooks: choice(given, 'SERVICE_HOOKS', switches) !== 'off',
    recallLogDays: days(given.SERVICE_RECALL_LOG_DAYS?.trim()),
  };
}

function days(value: string | undefined): number {
  if (value === undefined) return defaultRecallLogDays;
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new ConfigError('SERVICE_RECALL_LOG_DAYS must be a whole number of days, 0 to 9999.');
}

function choice<Value extends string>(given: Environment, name: string, values: readonly Value[]): Value | undefined {
  const value = given[name];
  const known = values.find((one) => one === value);
  if (value !== undefined && known === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}.`);
  return known;
}

/** Where this user's data is kept. */
export function userDataFolder(): string {
  return envPaths('agent-memory-service', { suffix: '' }).data;
}

/** The absolute path of a file that a setting names. */
export function localPath(given: string): string {
  return resolve(expandHome(given, homedir()));
}
