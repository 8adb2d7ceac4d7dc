import { existsSync } from 'node:fs';
import { readConfig } from '../../src/features/config.ts';
import { findRepairs, type Repair, repairStore } from '../../src/features/replicas/storage/sqlite/repair.ts';
import { backupStore } from '../../src/storage/sqlite/copies/backup.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { stampOf } from '../host-choice.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';

/**
 * `doctor --repair`: shows which rows hold what no store should, and mends them when a person agrees, or with --yes. A
 * backup is written before. StoreUnusable, Refused.
 */
export async function repair(given: Given): Promise<void> {
  const { databasePath: store } = readConfig(process.env);
  if (!existsSync(store)) throw new Refused(`there is no store ${store}`);
  const connection = openConnection(store, { log: () => undefined });
  try {
    const { sqlite } = connection;
    const found = findRepairs(sqlite);
    const isWanted = found.length > 0 && given.flags['dry-run'] !== true && (await isAgreed(given, found));
    if (!isWanted) return say(given, { store, found, repaired: false, backup: undefined });
    const backup = `${store}.before-repair-${stampOf(Date.now())}`;
    await backupStore(store, backup);
    repairStore(sqlite, Date.now());
    say(given, { store, found, repaired: true, backup });
  } finally {
    await connection.close();
  }
}

async function isAgreed(given: Given, found: readonly Repair[]): Promise<boolean> {
  if (given.flags.yes === true) return true;
  if (!canAsk(given)) return false;
  process.stderr.write(`${shown(found)}\n`);
  return isConfirmed('Mend these rows, after a backup?');
}

const shown = (found: readonly Repair[]) => table(found, ['what', 'rows']);

function say(
  given: Given,
  answer: { store: string; found: readonly Repair[]; repaired: boolean; backup: string | undefined },
): void {
  const { found, repaired, backup } = answer;
  print(given, answer, () => {
    if (found.length === 0) return ['Nothing has to be mended.'];
    if (!repaired)
      return ['These rows would be mended. Nothing was changed; --yes mends them, after a backup.', shown(found)];
    return ['These rows were mended.', shown(found), `To undo it: agent-memory-service restore ${backup}`];
  });
}
