/** The q-quantile of some measurements, 0..1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Runs a function and returns its duration. */
export async function timed<T>(run: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await run();
  return { ms: performance.now() - started, result };
}

/** Prints rows as a table and then as one line of JSON. Numbers are rounded to three digits behind the point. */
export function report(name: string, rows: Record<string, string | number>[]): void {
  const shown = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? round(value) : value]),
    ),
  );
  console.table(shown);
  console.log(JSON.stringify({ bench: name, rows: shown }));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
