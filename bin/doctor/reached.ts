import type { Check } from '../../src/base/check.ts';
import { redact } from '../../src/base/redact.ts';
import { endedHosts, filesLeft } from '../../src/hosts/ended.ts';
import { hooksInFiles } from '../../src/hosts/hooks-in-files.ts';
import { hosts, hostsByName } from '../../src/hosts/index.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import { readReceipt } from '../../src/hosts/setup/receipt.ts';
import { redactSecrets } from '../../src/text/secrets.ts';
import { type namedHosts, oursOf, ownCommand, receiptPath, thisMachine } from '../host-choice.ts';
import { checkHooks } from './hooks.ts';
import { checkHosts, type HostCheck } from './hosts.ts';

interface Reaching {
  version: string;
  /** Undefined: all that there are. */
  named: ReturnType<typeof namedHosts>;
  /** The store of this process; undefined: its settings make no sense. */
  databasePath: string | undefined;
  /** How many sessions a day models of hosts read at most, unless the hooks' environment says otherwise. */
  hostExtractions: number;
}

/**
 * Each host's connections to the store: its servers, launched as the host would launch them, and its hooks. Changes
 * nothing.
 */
export async function checkReached({ version, named, databasePath, hostExtractions }: Reaching): Promise<HostCheck[]> {
  const machine = thisMachine();
  // Checked only if the user chose a store: the entries may name another one.
  const store = process.env.SERVICE_DB?.trim() ? databasePath : undefined;
  const ours = oursOf(version, databasePath, readReceipt(receiptPath()));
  const [servers, hooks] = await Promise.all([
    checkHosts(named ?? hosts, { machine, areNamed: named !== undefined, version, store, ours }),
    checkHooks(named ?? hosts, { machine, version, databasePath, now: Date.now(), hostExtractions, ours }),
  ]);
  return [...(named === undefined ? checkEnded(machine) : []), ...servers, ...hooks];
}

/** Discontinued products with files that still name this server, unless their successor's file names it already. */
function checkEnded(machine: Machine): HostCheck[] {
  return endedHosts.flatMap((ended) => {
    const { name, successor, what, isAlias } = ended;
    const [file] = filesLeft(ended, machine);
    const next = hostsByName.get(successor);
    if (file === undefined || !next || (!isAlias && hooksInFiles(next, 'user', machine).length > 0)) return [];
    const advice = `If you use ${next.title} now: ${ownCommand(machine)} init --host ${successor} --hooks`;
    return [{ host: name, file, ok: true, detail: what, advice }];
  });
}

/** What servers and files say may hold a credential. */
export function cleaner(secrets: readonly string[]) {
  return <One extends Check | HostCheck>(one: One): One => {
    const detail = redactSecrets(redact(one.detail, secrets));
    return one.advice === undefined ? { ...one, detail } : { ...one, detail, advice: redact(one.advice, secrets) };
  };
}
