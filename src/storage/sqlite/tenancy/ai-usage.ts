import type { TokenUsage } from '../../../domain/ai.ts';
import type { AiStore } from '../../../domain/stores/ai.ts';
import { utcDay } from '../../../domain/text.ts';
import { type MonthlyUsage, monthOf, noUsage } from '../../rows/ai-usage.ts';
import { nobody } from '../change-counts.ts';
import type { Connection } from '../connection.ts';

export function aiUsageStore(db: Connection): AiStore {
  const today = (tenantId: string, now: number) => {
    const sql = 'SELECT input_tokens + output_tokens AS tokens FROM ai_usage WHERE tenant_id = ? AND day = ?';
    return db.get<{ tokens: number }>(sql, tenantId, utcDay(now))?.tokens ?? 0;
  };
  return {
    reserve: (tenantId, { id, tokens, until }, limit, now) =>
      db.write(() => {
        db.run('DELETE FROM ai_reservations WHERE tenant_id = ? AND until <= ?', tenantId, now);
        const sql = 'SELECT coalesce(sum(tokens), 0) AS tokens FROM ai_reservations WHERE tenant_id = ?';
        const reserved = db.get<{ tokens: number }>(sql, tenantId)?.tokens ?? 0;
        if (today(tenantId, now) + reserved + tokens > limit) return false;
        db.run(
          'INSERT INTO ai_reservations (id, tenant_id, tokens, until) VALUES (?, ?, ?, ?)',
          id,
          tenantId,
          tokens,
          until,
        );
        return true;
      }, nobody),

    recordUsage: (tenantId, usage, now, reservationId) =>
      db.write(() => {
        if (reservationId !== undefined) db.run('DELETE FROM ai_reservations WHERE id = ?', reservationId);
        if (usage.calls > 0) addUsage(db, tenantId, usage, now);
      }, nobody),

    tokensToday: (tenantId, now) => db.read(() => today(tenantId, now)),
  };
}

function addUsage(db: Connection, tenantId: string, usage: TokenUsage, now: number): void {
  const { calls, inputTokens, outputTokens } = usage;
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
}

/** Sums of the calendar month (UTC) of `now`. */
export function monthlyUsage(db: Connection, tenantId: string, now: number): MonthlyUsage {
  const sums = db.get<MonthlyUsage>(
    `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(input_tokens), 0) AS input,
       coalesce(sum(output_tokens), 0) AS output
     FROM ai_usage WHERE tenant_id = ? AND day >= ? AND day < ?`,
    tenantId,
    ...monthOf(now),
  );
  return sums ?? noUsage;
}
