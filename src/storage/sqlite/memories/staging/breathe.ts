/** Longer than a writer of another process sleeps between two attempts at the lock. */
const breatherMs = 5;

/** Between two short units of a long piece of work: everybody else who wants to write comes first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, breatherMs));
}
