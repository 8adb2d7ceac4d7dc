import type { AiStore } from '../../../domain/stores/ai.ts';
import { utcDay } from '../../../domain/text.ts';
import { type MonthlyUsage, monthOf, noUsage } from '../../rows/ai-usage.ts';
import type { Connection } from '../connection.ts';
import { type Directory, noTenant } from '../directory.ts';
import type { Unit } from '../unit.ts';

const today = 'SELECT input_tokens + output_tokens AS tokens FROM ai_usage WHERE tenant_no = $1 AND day = $2';

export function aiUsageStore(db: Connection, directory: Directory): AiStore {
  return {
    async reserve(tenantId, { id, tokens, until }, limit, now) {
      const no = await directory.requireTenant(tenantId);
      return db.write(no, async (q) => {
        // Under the tenant's lock, so that two reservations can't use the same budget.
        q.send('SELECT 1 FROM tenants WHERE no = $1 FOR NO KEY UPDATE', no);
        q.send('DELETE FROM ai_reservations WHERE tenant_no = $1 AND until <= $2', no, now);
        const [spent, reserved] = await Promise.all([
          q.get<{ tokens: number }>(today, no, utcDay(now)),
          q.get<{ tokens: number }>(
            'SELECT coalesce(sum(tokens), 0)::bigint AS tokens FROM ai_reservations WHERE tenant_no = $1',
            no,
          ),
        ]);
        if ((spent?.tokens ?? 0) + (reserved?.tokens ?? 0) + tokens > limit) return false;
        q.send(
          'INSERT INTO ai_reservations (tenant_no, id, tokens, until) VALUES ($1, $2, $3, $4)',
          no,
          id,
          tokens,
          until,
        );
        return true;
      });
    },

    async recordUsage(tenantId, { calls, inputTokens, outputTokens }, now, reservationId) {
      const no = await directory.requireTenant(tenantId);
      await db.write(no, async (q) => {
        if (reservationId !== undefined) {
          q.send('DELETE FROM ai_reservations WHERE tenant_no = $1 AND id = $2', no, reservationId);
        }
        if (calls === 0) return;
        q.send(
          `INSERT INTO ai_usage (tenant_no, day, calls, input_tokens, output_tokens) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (tenant_no, day) DO UPDATE SET calls = ai_usage.calls + excluded.calls,
             input_tokens = ai_usage.input_tokens + excluded.input_tokens,
             output_tokens = ai_usage.output_tokens + excluded.output_tokens`,
          no,
          utcDay(now),
          calls,
          inputTokens,
          outputTokens,
        );
      });
    },

    async tokensToday(tenantId, now) {
      const no = (await directory.tenant(tenantId)) ?? noTenant;
      return (await db.get<{ tokens: number }>(no, today, no, utcDay(now)))?.tokens ?? 0;
    },
  };
}

/** Sums of the calendar month (UTC) of `now`. */
export async function monthlyUsage(q: Unit, tenantNo: number, now: number): Promise<MonthlyUsage> {
  const sums = await q.get<MonthlyUsage>(
    `SELECT coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(input_tokens), 0)::bigint AS input,
       coalesce(sum(output_tokens), 0)::bigint AS output
     FROM ai_usage WHERE tenant_no = $1 AND day >= $2 AND day < $3`,
    tenantNo,
    ...monthOf(now),
  );
  return sums ?? noUsage;
}
