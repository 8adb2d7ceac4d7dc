import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { maxCallsOfMember } from '../../../src/domain/idempotency-rules.ts';
import { createStore } from '../../../src/features/sqlite.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/stores.ts';

test('a member’s oldest calls are evicted above the limit', async () => {
  const connection = openConnection(join(temporaryFolder(), 'memory.db'));
  const store = createStore(connection);
  onTestFinished(() => store.close());
  connection.sqlite.exec(
    `INSERT INTO idempotency_keys (tenant_id, member_id, key, fingerprint, holder, claimed_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${maxCallsOfMember})
     SELECT 't', member.value, CAST(i AS BLOB), x'00', '', i FROM n, json_each('["ann", "ben"]') AS member`,
  );
  const claim = { key: new Uint8Array(32), holder: 'one' };
  await store.idempotency.claim({ tenantId: 't', memberId: 'ann' }, claim, new Uint8Array(32), maxCallsOfMember + 5);
  const counts = connection.sqlite
    .prepare('SELECT count(*) AS calls, min(claimed_at) AS oldest FROM idempotency_keys GROUP BY member_id')
    .all();
  expect(counts).toStrictEqual([
    { calls: maxCallsOfMember, oldest: 3 },
    { calls: maxCallsOfMember + 1, oldest: 1 },
  ]);
});
