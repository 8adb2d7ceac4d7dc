import type { Check } from '../src/base/check.ts';
import { redact } from '../src/base/redact.ts';
import { hosts } from '../src/hosts/index.ts';
import { readReceipt } from '../src/hosts/setup/receipt.ts';
import { redactSecrets } from '../src/text/secrets.ts';
import { checkHooks } from './doctor-hooks.ts';
import { checkHosts, type HostCheck } from './doctor-hosts.ts';
import { type namedHosts, oursOf, receiptPath, thisMachine } from './host-choice.ts';

export interface Reaching {
  version: string;
  /** Undefined: all that there are. */
  named: ReturnType<typeof namedHosts>;
  /** The store of this process; undefined: its settings make no sense. */
  databasePath: string | undefined;
}

/** Every host's way to the store: its servers, launched as it would launch them, and its hooks. Nothing is changed. */
export async function checkReached({ version, named, databasePath }: Reaching): Promise<HostCheck[]> {
  const machine = thisMachine();
  // Only who says which store is meant can miss that an entry says another.
  const store = process.env.SERVICE_DB?.trim() ? databasePath : undefined;
  const ours = oursOf(version, databasePath, readReceipt(receiptPath()));
  const [servers, hooks] = await Promise.all([
    checkHosts(named ?? hosts, { machine, areNamed: named !== undefined, version, store, ours }),
    checkHooks(named ?? hosts, { machine, version, databasePath, now: Date.now(), ours }),
  ]);
  return [...servers, ...hooks];
}

/** What servers and files say may hold a credential. */
export function cleaner(secrets: readonly string[]) {
  return <One extends Check | HostCheck>(one: One): One => {
    const detail = redactSecrets(redact(one.detail, secrets));
    return one.advice === undefined ? { ...one, detail } : { ...one, detail, advice: redact(one.advice, secrets) };
  };
}
