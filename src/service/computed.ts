import type { Context } from './context.ts';

/** An operation or a part of one that can run in a thread. Its input and result are copied between threads. */
export interface Computation {
  name: string;
  run(context: Context, ...given: readonly unknown[]): Promise<unknown>;
}

/**
 * A part of an operation that computes for long and changes nothing. It runs in a thread if there are any, in the
 * tenant's context there. Throws as `Threads.compute` does, too.
 * @param name by which the thread finds it; it must be one of `computations`
 */
export function computed<Given extends readonly unknown[], Result>(
  name: string,
  run: (context: Context, ...given: Given) => Promise<Result>,
): ((context: Context, ...given: Given) => Promise<Result>) & { computation: Computation } {
  const compute = async (context: Context, ...given: Given) => {
    const { threads } = context;
    return threads ? ((await threads.compute(name, context, given)) as Result) : run(context, ...given);
  };
  return Object.assign(compute, { computation: { name, run: run as unknown as Computation['run'] } });
}
