/** Waits, or returns early when the signal is aborted. Does not keep the process alive. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * Milliseconds on a monotonic clock. Not `performance.now()`: Node loads its module lazily, which would cost a hook a
 * millisecond.
 */
export function monotonicMs(): number {
  return process.uptime() * 1_000;
}
