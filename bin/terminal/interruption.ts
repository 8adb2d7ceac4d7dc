import { constants } from 'node:os';

/**
 * Runs work that must be cleaned up after an interruption. A stop signal aborts it; after the cleanup the process ends
 * with that signal's exit code.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const asked = new AbortController();
  let caught: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    caught = signal;
    asked.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(asked.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
    if (caught) process.exit(128 + constants.signals[caught]);
  }
}
