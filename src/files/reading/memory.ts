/**
 * What this process holds beyond what its own thread does, in bytes: what other threads hold, a constant aside.
 * V8 tells of another thread's memory only what is on its heap, and only while it answers.
 */
export function outsideBytes(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
