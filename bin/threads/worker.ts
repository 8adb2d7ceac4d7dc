import { readConfig } from '../../src/config.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { once } from '../../src/domain/once.ts';
import { wholeOf } from '../../src/gate/operation.ts';
import { createLog } from '../../src/log.ts';
import type { Caller } from '../../src/service/context.ts';
import { openStore } from '../open-store.ts';
import { rehearse } from '../rehearsal.ts';
import { wire } from '../wiring.ts';

/** One call of an operation, checked and counted already. */
export interface Task {
  name: string;
  isWhole: boolean;
  caller: Pick<Caller, 'principal' | 'sessionId'>;
  input: unknown;
}

/** What came of it; what is no ServiceError rejects. */
export type Reply =
  | { output: Record<string, unknown> }
  | { error: Pick<ServiceError, 'type' | 'message' | 'details' | 'cause'> };

/** A thread has a connection and caches of its own, and the settings of its process. */
const backend = once(async () => {
  const config = readConfig(process.env);
  // What a server says when it starts has been said.
  const level = config.logLevel === 'error' ? 'error' : 'warn';
  const log = createLog(level, (line) => process.stderr.write(line), config.secrets);
  return wire({ ...config, character: undefined }, await openStore(config, log), log, false);
});

/** Gets ready for the first call. */
export async function prepare(): Promise<void> {
  await rehearse(await backend());
}

export async function work({ name, isWhole, caller, input }: Task): Promise<Reply> {
  const { operations, services } = await backend();
  const declared = operations.get(name);
  if (!declared) throw new Error(`there is no operation ${name}`);
  try {
    const operation = isWhole ? wholeOf(declared) : declared;
    return { output: await operation.run({ ...services, ...caller }, input as never) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { type, message, details, cause } = error;
    return { error: { type, message, details, cause } };
  }
}
