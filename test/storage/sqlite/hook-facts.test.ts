import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { localOwner, localTenantId } from '../../../src/domain/principal.ts';
import { hookFacts } from '../../../src/storage/sqlite/examine/hook-facts.ts';
import { newCharacter } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

test('the facts of hooks count today’s sessions, and what the models of hosts have found on any day', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const store = openStore(path);
  await store.tenants.ensure(localTenantId, 'BUSINESS', 0);
  await store.characters.create(localOwner('BUSINESS'), newCharacter(1, 'Ada'), 'BUSINESS', 500);
  await store.close();
  const sqlite = new Database(path);
  const add = sqlite.prepare(
    `INSERT INTO host_extractions (tenant_id, character_no, host, session, at, turns, kept)
     SELECT tenant_id, no, 'codex', ?, ?, 4, ? FROM characters`,
  );
  for (const [session, at, kept] of [
    ['yesterday', 1_000, 3],
    ['today', 5_000, 2],
    ['running', 6_000, null],
  ])
    add.run(session, at, kept);
  sqlite.close();
  expect((await hookFacts(path, [], 5_000))?.extractions).toStrictEqual({ read: 2, found: 5 });
});
