import { configOf } from '../settings/config.ts';
import { deprecatedIn, type Environment, readSettings, type Setting, secretsOf } from '../settings/setting.ts';
import { settings as ofRooms } from '../settings/settings.ts';
import { signInOf, signInSettings } from '../settings/sign-in.ts';
import { telemetryOf, telemetrySettings } from './telemetry/settings.ts';
import { secretKeySettings, secretKeysOf } from './tenants-ai/settings.ts';

/** Every variable the service reads. */
export const settings = {
  ...ofRooms,
  ...secretKeySettings,
  ...telemetrySettings,
  ...signInSettings,
} satisfies Record<string, Setting>;

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings from the environment. @throws ConfigError naming the variable and what it may be. */
export function readConfig(environment: Environment) {
  const read = readSettings(settings, environment);
  return {
    ...configOf(read),
    /** Values that must never reach a log. */
    secrets: secretsOf(settings, environment),
    /** Notices about deprecated settings. */
    deprecated: deprecatedIn(settings, environment),
    ...secretKeysOf(read),
    ...telemetryOf(read),
    ...signInOf(read),
  };
}

/** As `readConfig`, for servers: the user of a machine has no tier limits, but callers of a server do. */
export function readServerConfig(environment: Environment): Config {
  const config = readConfig(environment);
  return config.isTierGiven ? config : { ...config, tier: 'BUSINESS', isTierGiven: true };
}
