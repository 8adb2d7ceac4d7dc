import type { Log } from '../../src/base/log.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { Environment } from '../../src/settings/setting.ts';
import { leaveBehind } from './leave-behind.ts';
import { withServices } from './services.ts';
import { exchangeCommand } from './session.ts';

/** While a hook's exchange is young, hooks that only read start none. */
const restMs = 10_000;
const holder = 'hooks';

/**
 * Leaves an exchange with servers behind where there are some and no process does it anyway. A young exchange of another
 * hook does not count: it may have ended before this hook's capture.
 */
export async function exchangeLater({ replicas }: MachineStore, environment: Environment): Promise<void> {
  if (await replicas.isLeft(Date.now(), holder)) leaveBehind(exchangeCommand, environment);
}

/** What that process does. Never rejects. */
export async function exchangeInBackground(environment: Environment, log: Log): Promise<void> {
  try {
    const config = readConfig(environment);
    const { Replicator } = await import('../../src/service/replication/replicator.ts');
    await withServices(config, log, async (services) => {
      const { store, now } = services;
      if (!(await store.replicas.claim(holder, now() + restMs, now()))) return;
      await new Replicator({ ...services, principal: localOwner(config.tier) }).all();
    });
  } catch (error) {
    log('warn', 'nothing was exchanged', { reason: error instanceof Error ? error.message : String(error) });
  }
}
