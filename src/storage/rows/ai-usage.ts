import type { TenantUsage } from '../../domain/stores/tenancy.ts';
import { utcDay } from '../../domain/text.ts';

/** What a provider was asked for in a month; tokens. */
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

/** What is counted of a tenant, each where something was found. */
export interface UsageRows {
  characters: { characters: number; memories: number } | undefined;
  files: { count: number } | undefined;
  /** Of the memories. */
  texts: { bytes: number } | undefined;
  /** Of the files. */
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
