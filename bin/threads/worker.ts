import { readConfig } from '../../src/config.ts';
import { type ErrorMessage, messageOf, ServiceError } from '../../src/domain/errors.ts';
import { once } from '../../src/domain/once.ts';
import { type Operation, wholeOf } from '../../src/gate/operation.ts';
import { createLog } from '../../src/log.ts';
import { readSecretKeys } from '../../src/secret-key-settings.ts';
import { computations } from '../../src/service/computations.ts';
import type { Caller, Context } from '../../src/service/context.ts';
import { withOwnAi } from '../../src/service/tenancy/tenant-ai.ts';
import { startThreadTelemetry } from '../../src/telemetry/thread.ts';
import type { Told } from '../../src/telemetry/told.ts';
import type { TraceHeaders } from '../../src/telemetry/tracing.ts';
import { openStore } from '../open-store.ts';
import { rehearse } from '../rehearsal.ts';
import { wire } from '../wiring.ts';
import { standBack } from './priority.ts';

/** One call, checked and counted already: of an operation, of one with all its parts, or of one of `computations`. */
export interface Task {
  kind: 'operation' | 'whole' | 'computation';
  name: string;
  caller: Pick<Caller, 'principal' | 'sessionId'>;
  input: unknown;
  /** The trace that it belongs to. */
  trace?: TraceHeaders | undefined;
}

/** What came of it; what is no ServiceError rejects. */
export type Reply = Answer & {
  /** What the thread has measured since its last reply. */
  told?: Told | undefined;
};
type Answer = { output: unknown } | { error: ErrorMessage };

/** A thread has a connection and caches of its own, and the settings of its process. */
const backend = once(async () => {
  standBack();
  const config = readConfig(process.env);
  // What a server says when it starts has been said.
  const level = config.logLevel === 'error' ? 'error' : 'warn';
  const telemetry = config.telemetry && (await startThreadTelemetry(config.telemetry));
  const ofAll = () => ({ node: config.nodeName, ...telemetry?.ids() });
  const log = createLog(level, (line) => process.stderr.write(line), config.secrets, ofAll);
  const opened = await openStore(config, log, 0, telemetry?.watch);
  const ofTenants = { secretKeys: readSecretKeys(config.secretKeys), aiHosts: config.aiHosts };
  const wired = await wire({ ...config, character: undefined }, opened, log, false, telemetry?.watch, ofTenants);
  return { ...wired, telemetry };
});

/** Gets ready for the first call. */
export async function prepare(): Promise<void> {
  await rehearse(await backend());
}

export async function work({ trace = {}, ...task }: Task): Promise<Reply> {
  const { telemetry } = await backend();
  if (!telemetry) return answer(task);
  const answered = await telemetry.following(trace, () => answer(task));
  return { ...answered, told: telemetry.tell() };
}

async function answer(task: Task): Promise<Answer> {
  const { operations, services } = await backend();
  const work = workOf(task, operations);
  try {
    return { output: await work(await withOwnAi({ ...services, ...task.caller })) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { error: messageOf(error) };
  }
}

function workOf({ kind, name, input }: Task, operations: ReadonlyMap<string, Operation>) {
  if (kind === 'computation') {
    const computation = computations.get(name);
    if (!computation) throw new Error(`there is no computation ${name}`);
    return (context: Context) => computation.run(context, ...(input as unknown[]));
  }
  const declared = operations.get(name);
  if (!declared) throw new Error(`there is no operation ${name}`);
  const operation = kind === 'whole' ? wholeOf(declared) : declared;
  return (context: Context) => operation.run(context, input as never);
}
