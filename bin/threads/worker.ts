import { randomUUID } from 'node:crypto';
import { SharedEncoder } from '../../src/ai/encoder/sharing.ts';
import { createLog } from '../../src/base/log.ts';
import { once, onceDone } from '../../src/base/once.ts';
import { type ErrorMessage, messageOf, ServiceError } from '../../src/domain/errors.ts';
import { readServerConfig } from '../../src/features/config.ts';
import { telemetry as measuring, type ThreadReport, type TraceHeaders } from '../../src/features/index.ts';
import { computationsOf } from '../../src/gate/operation.ts';
import { computations } from '../../src/service/computations.ts';
import type { Caller } from '../../src/service/context.ts';
import { withOwnAi } from '../../src/service/tenancy/own-ai.ts';
import { Validity } from '../../src/service/validity.ts';
import { StoreUnusable, unavailable } from '../../src/storage/unusable.ts';
import { rehearse } from '../rehearsal.ts';
import { openStore } from '../store/open-store.ts';
import { wire } from '../wiring.ts';
import { lowerPriority } from './priority.ts';

/** One call of a computation. Its operation has already been checked and counted. */
export interface Task {
  name: string;
  caller: Pick<Caller, 'principal' | 'sessionId' | 'isModel'>;
  given: readonly unknown[];
  /** The trace that it belongs to. */
  trace?: TraceHeaders | undefined;
}

/** The result; errors other than ServiceErrors reject. */
export type Reply = ThreadAnswer & {
  /** The thread's measurements since its last reply. */
  report?: ThreadReport | undefined;
};
/** `until`: when the output is no longer right (ms). */
type ThreadAnswer = { output: unknown; until?: number } | { error: ErrorMessage };

/** The settings of the thread's process, its log and its metrics. */
const surroundings = once(async () => {
  const config = readServerConfig(process.env);
  // The server has already logged its start.
  const level = config.logLevel === 'error' ? 'error' : 'warn';
  const telemetry = await measuring.startInThread(config);
  const ofAll = () => ({ node: config.nodeName, ...telemetry?.ids() });
  const log = createLog(level, (line) => process.stderr.write(line), config.secrets, ofAll);
  return { config, telemetry, log };
});

/** A thread has a connection and caches of its own. StoreUnusable while its store can't be opened. */
const backend = onceDone(async () => {
  const { config, telemetry, log } = await surroundings();
  const opened = await openStore(config, log, 0, telemetry?.watch);
  const everyone = { ...config, character: undefined };
  const encoderOf = () => new SharedEncoder(randomUUID);
  const wired = await wire(everyone, opened, log, 'nothing', telemetry?.watch, true, undefined, encoderOf);
  // A thread follows only one background change: whether there is an encoder.
  wired.encoding.start();
  const known = [...computations, ...[...wired.operations.values()].flatMap(computationsOf)];
  return { ...wired, known: new Map(known.map((one) => [one.name, one])) };
});

/** Prepares for the first call. If the store can't be used now, a later call opens it: an error would end the server. */
export async function prepare(): Promise<void> {
  try {
    await rehearse(await backend());
  } catch (error) {
    if (!(error instanceof StoreUnusable || error instanceof ServiceError)) throw error;
  }
  // Not earlier, because the user who has just started the server waits for the first call.
  lowerPriority();
}

export async function work({ trace = {}, ...task }: Task): Promise<Reply> {
  const { telemetry } = await surroundings();
  if (!telemetry) return answer(task);
  const answered = await telemetry.following(trace, () => answer(task));
  return { ...answered, report: telemetry.takeReport() };
}

async function answer(task: Task): Promise<ThreadAnswer> {
  try {
    const { services, known } = await backend();
    const computation = known.get(task.name);
    if (!computation) throw new Error(`there is no computation ${task.name}`);
    const validity = new Validity();
    const context = await withOwnAi({ ...services, ...task.caller, validity });
    return { output: await computation.run(context, ...task.given), until: validity.until };
  } catch (error) {
    const fault = error instanceof StoreUnusable ? unavailable('it could not be opened', error) : error;
    if (!(fault instanceof ServiceError)) throw error;
    return { error: messageOf(fault) };
  }
}
