import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { byFolder } from '../domain/project-rules.ts';
import type { Tier } from '../domain/tier.ts';
import { type Environment, localPath, type Read, readSettings } from './setting.ts';
import { settings } from './settings.ts';

/** The settings of a recall: store, memory, and whether it is on. */
export interface BaseConfig {
  databasePath: string;
  tier: Tier;
  /** Whether SERVICE_TIER names it: then the store learns it too. */
  isTierGiven: boolean;
  /** Composed (NFC); undefined: none is named. */
  character: string | undefined;
  /** The folder decides which memory is used. */
  isByFolder: boolean;
  hooks: boolean;
  /** Also before edits and commands. */
  toolHooks: boolean;
  /** Whether sessions read the folder of the team in their repository. */
  readsTeamFolder: boolean;
  /** How many days recalls are stored; 0: not at all. */
  recallLogDays: number;
  /** A host runs this program while it reads a session for us. */
  isExtracting: boolean;
  /** Whether an encoder may be used. */
  encodes: boolean;
  /** Extraction asks a model. */
  hasModel: boolean;
}

const names = [
  'SERVICE_DB',
  'SERVICE_TIER',
  'SERVICE_CHARACTER',
  'SERVICE_HOOKS',
  'SERVICE_TEAM_FOLDER',
  'SERVICE_EXTRACTING',
  'SERVICE_RECALL_LOG_DAYS',
  'SERVICE_AI_API_KEY',
  'SERVICE_ENCODER',
] as const;
type Base = Pick<typeof settings, (typeof names)[number]>;
const base = Object.fromEntries(names.map((name) => [name, settings[name]])) as Base;

/** Reads these settings alone: the others may be wrong. ConfigError. */
export function readBase(environment: Environment): BaseConfig {
  return baseOf(readSettings(base, environment));
}

export function baseOf(read: Read<Base>): BaseConfig {
  const isByFolder = read.SERVICE_CHARACTER === byFolder;
  return {
    databasePath: read.SERVICE_DB === undefined ? join(userDataFolder(), 'memory.db') : localPath(read.SERVICE_DB),
    tier: read.SERVICE_TIER ?? 'UNLIMITED',
    isTierGiven: read.SERVICE_TIER !== undefined,
    character: isByFolder ? undefined : read.SERVICE_CHARACTER?.normalize('NFC'),
    isByFolder,
    hooks: read.SERVICE_HOOKS !== 'off' && read.SERVICE_EXTRACTING !== 'true',
    isExtracting: read.SERVICE_EXTRACTING === 'true',
    toolHooks: read.SERVICE_HOOKS === 'on',
    readsTeamFolder: read.SERVICE_TEAM_FOLDER === 'on',
    recallLogDays: read.SERVICE_RECALL_LOG_DAYS,
    encodes: read.SERVICE_ENCODER !== 'off',
    hasModel: read.SERVICE_AI_API_KEY?.trim() !== undefined,
  };
}

const ownName = 'agent-memory-service';

/** The folder of this user's data. An XDG_DATA_HOME that is not absolute is ignored, as its specification demands. */
export function userDataFolder(): string {
  const { data } = envPaths(ownName, { suffix: '' });
  return isAbsolute(data) ? data : join(homedir(), '.local', 'share', ownName);
}
