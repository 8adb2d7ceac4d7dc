import type { AiStore } from '../../domain/ai-store.ts';
import { utcDay } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

export interface MonthlyUsage {
  calls: number;
  input: number;
  output: number;
}

export function aiStore(db: Connection): AiStore {
  return {
    recordUsage: (tenantId, { calls, inputTokens, outputTokens }, now) =>
      db.write(() => {
        db.run(
          `INSERT INTO ai_usage (tenant_id, day, calls, input_tokens, output_tokens) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (tenant_id, day) DO UPDATE SET calls = calls + excluded.calls,
             input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`,
          tenantId,
          utcDay(now),
          calls,
          inputTokens,
          outputTokens,
        );
      }),

    tokensToday: (tenantId, now) =>
      db.read(() => {
        const sql = 'SELECT input_tokens + output_tokens AS tokens FROM ai_usage WHERE tenant_id = ? AND day = ?';
        return db.get<{ tokens: number }>(sql, tenantId, utcDay(now))?.tokens ?? 0;
      }),
  };
}

/** Sums of the calendar month (UTC) of `now`. */
export function monthlyUsage(db: Connection, tenantId: string, now: number): MonthlyUsage {
  const sums = db.get<MonthlyUsage>(
    `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(input_tokens), 0) AS input,
       coalesce(sum(output_tokens), 0) AS output
     FROM ai_usage WHERE tenant_id = ? AND day >= ? AND day < ?`,
    tenantId,
    `${utcDay(now).slice(0, 7)}-01`,
    `${utcDay(now).slice(0, 7)}-32`,
  );
  return sums ?? { calls: 0, input: 0, output: 0 };
}
