import { expect, test } from 'vitest';
import { isLost, openFailure } from '../../../src/storage/postgres/failures.ts';

/** PgBouncer's message: all its errors have one code. */
const said = (message: string) => Object.assign(new Error(message), { code: '08P01' });

test('a pooler without sessions is reported at once, and a temporary failure retried', () => {
  const refusal = said('unsupported startup parameter: statement_timeout');
  expect(isLost(refusal)).toBe(false);
  expect(openFailure('db/x', refusal).message).toBe(
    "The database db/x can't be used: a pooler in front of it keeps no sessions: set SERVICE_DATABASE_PREPARE=off. Nothing was changed.",
  );
  const passing = said('server login has been failing, try again later');
  expect(isLost(passing)).toBe(true);
  expect(openFailure('db/x', passing).message).toContain('the connection was lost');
});
