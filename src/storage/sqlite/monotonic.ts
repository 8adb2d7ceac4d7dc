/**
 * Milliseconds on a clock that is never set. Not `performance.now()`: Node loads what is behind that when it is first
 * used, which a hook would wait a millisecond for.
 */
export function monotonicMs(): number {
  return process.uptime() * 1_000;
}
