import { windowMs } from '../../domain/rate-limit.ts';

/** The clocks of nodes differ a little: who is still in the window before is counted in the one that has begun. */
const isSameWindow = `counted.since IN (excluded.since, excluded.since + ${windowMs})`;

/** What an INSERT of a request into rate_counts AS counted does ON CONFLICT: it answers the count, if the request passes. */
export function countOrRefuse(limit: string): string {
  return `DO UPDATE SET
      count = CASE WHEN ${isSameWindow} THEN counted.count + 1 ELSE 1 END,
      since = CASE WHEN ${isSameWindow} THEN counted.since ELSE excluded.since END
    WHERE NOT (${isSameWindow}) OR counted.count < ${limit}
    RETURNING count`;
}
