/**
 * Runs something with a signal that aborts when `outer` does or when the time (ms) is up. Not by AbortSignal.any or
 * AbortSignal.timeout: Node 20 may collect such signals while only a promise waits for them, so they never abort.
 */
export async function withDeadline<Result>(
  outer: AbortSignal | undefined,
  ms: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
