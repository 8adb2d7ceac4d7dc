import type { Ai, ProviderOptions } from '../ai/providers.ts';
import type { MachineStore } from '../domain/stores/store.ts';
import type { BackgroundJob } from '../service/background/background.ts';
import type { Services } from '../service/context.ts';
import type { Config } from './config.ts';

/** What a feature finds where the parts of a process are wired together. */
export interface Wiring {
  config: Config;
  /** Shared by all calls; the feature adds what its operations need. */
  services: Services;
  /** Whether this is `serve` or one of its threads: its callers are of many tenants. */
  isServer: boolean;
  /** The store of this machine, where the process may work on what is on the machine. */
  machine: MachineStore | undefined;
  /** Makes the AI of settings, measured as that of the process. */
  createAi(options: ProviderOptions): Ai;
  /** The model of the store's vectors. */
  storeModel: string;
}

/**
 * A part of the service that the rooms of `src` know nothing of, in a folder of its own. What it adds to the settings
 * stands in `src/features/config.ts`, to the engines in `src/features/{sqlite,postgres}.ts`, and to the operations in
 * `src/features/operations.ts`: each of these lists is loaded at another time.
 */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** Reads the files that its settings name, before `serve` opens the store. ConfigError. */
  check?(config: Config): void;
  wire?(wiring: Wiring): void;
  jobs?(wiring: Wiring): readonly BackgroundJob[];
  /** Runs before `serve` takes calls. */
  open?(services: Services): Promise<void>;
}
