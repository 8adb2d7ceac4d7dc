import type { TenantUsage } from '../../domain/stores/tenancy.ts';
import { utcDay } from '../../domain/text.ts';

/** A provider's usage in a month, in tokens. */
export interface MonthlyUsage {
  calls: number;
  input: number;
  output: number;
}

export const noUsage: MonthlyUsage = { calls: 0, input: 0, output: 0 };

/** As a bound on `day`: from, until (exclusive) of the calendar month (UTC) of `now`. */
export function monthOf(now: number): [from: string, until: string] {
  const month = utcDay(now).slice(0, 7);
  return [`${month}-01`, `${month}-32`];
}

/** The counts of a tenant; a count is absent if nothing was found. */
interface UsageRows {
  characters: { characters: number; memories: number } | undefined;
  files: { count: number } | undefined;
  /** Counts of memories. */
  texts: { bytes: number } | undefined;
  /** Counts of files. */
  contents: { bytes: number } | undefined;
  ai: MonthlyUsage;
}

export function toUsage({ characters, files, texts, contents, ai }: UsageRows): TenantUsage {
  return {
    characters: characters?.characters ?? 0,
    memories: characters?.memories ?? 0,
    files: files?.count ?? 0,
    storageBytes: (texts?.bytes ?? 0) + (contents?.bytes ?? 0),
    aiCalls: ai.calls,
    aiInputTokens: ai.input,
    aiOutputTokens: ai.output,
  };
}
