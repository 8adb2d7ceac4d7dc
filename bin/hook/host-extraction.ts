import { homedir } from 'node:os';
import { hostModel } from '../../src/ai/host-model.ts';
import type { Log } from '../../src/base/log.ts';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { startOfUtcDay } from '../../src/domain/text.ts';
import { readConfig } from '../../src/features/config.ts';
import { askHost } from '../../src/hosts/headless.ts';
import { hostsByName } from '../../src/hosts/index.ts';
import { type Machine, platformOf } from '../../src/hosts/machine.ts';
import type { Context, OnMachine } from '../../src/service/context.ts';
import { extractEnded, type ModelOf } from '../../src/service/hooks/host-extraction.ts';
import type { Environment } from '../../src/settings/setting.ts';
import { giveWay, leaveBehind } from './leave-behind.ts';
import { withServices } from './services.ts';
import { extractEndedCommand, usualWaits } from './session.ts';

/** Whether a host's own model can be asked. */
export function hasModel(host: string): boolean {
  return hostsByName.get(host)?.headless !== undefined;
}

/** Starts a process that outlives the hook and its host, if a session is over. The hook does not wait for it. */
export async function extractLater(
  { store, principal, now }: OnMachine<Context>,
  most: number,
  environment: Environment,
): Promise<void> {
  if (!(await store.hostExtractions.isDue(principal, most, startOfUtcDay(now()), now()))) return;
  leaveBehind(extractEndedCommand, environment);
}

/** The work of that process, with the lowest priority, which hosts inherit. Never rejects. */
export async function extractInBackground(environment: Environment, log: Log): Promise<void> {
  giveWay();
  try {
    const config = readConfig(environment);
    const { hostExtractions, tier } = config;
    if (hostExtractions === undefined || !config.hooks) return;
    await withServices(config, log, usualWaits.captureLock, (services) => {
      const context = { ...services, principal: servicePrincipal(tier, 'hook') };
      return extractEnded(context, modelIn(environment), hostExtractions);
    });
  } catch (error) {
    log('warn', 'no session was read', { reason: error instanceof Error ? error.message : String(error) });
  }
}

function modelIn(env: Environment): ModelOf {
  const machine: Machine = { env, home: homedir(), platform: platformOf(process.platform), project: homedir() };
  return (name, lookUps) => {
    const host = hostsByName.get(name);
    const headless = host?.headless;
    if (!host || !headless) return undefined;
    const asked = { server: host.server, headless };
    return hostModel(host.title, (prompt, signal) => askHost(asked, prompt, machine, signal), lookUps);
  };
}
