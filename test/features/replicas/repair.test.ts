import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { localOwner } from '../../../src/domain/principal.ts';
import { findRepairs, repairStore } from '../../../src/features/replicas/storage/sqlite/repair.ts';
import { addition, id, newCharacter } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const now = Date.parse('2026-01-15T10:00:00.000Z');
const own = localOwner('BUSINESS');

test('a store with impossible values is repaired, and a valid one stays as it is', async () => {
  const file = join(temporaryFolder(), 'memory.db');
  const store = openStore(file);
  await store.tenants.ensure('local', 'BUSINESS', now);
  await store.characters.create(own, newCharacter(1, 'Ada'), 'BUSINESS', now);
  const profile = { rules: ['Be brief.'], customFields: { city: 'Łódź' }, systemPrompt: 'You are Ada.' };
  await store.characters.change(own, id(1), () => ({ profile }), now);
  const texts = ['one', 'two', 'three', 'four', 'five'].map((text, i) => addition(i + 1, text));
  await store.memories.write(own, id(1), texts, { changedBy: 'Ada', now });
  const sqlite = new Database(file);
  expect(findRepairs(sqlite)).toStrictEqual([]);

  sqlite.exec(`
    UPDATE memories SET occurred_at = 9000000000000000, created_at = 9000000000000000 WHERE id = '${id(1)}';
    UPDATE revisions SET created_at = 9000000000000000 WHERE memory_no = 1;
    UPDATE characters SET last_memory_at = 9000000000000000;
    UPDATE memories SET salience = 1e308 WHERE id = '${id(2)}';
    UPDATE memories SET content = 'one' || char(0) || char(7) WHERE id = '${id(3)}';
    UPDATE revisions SET changed_by = '${'x'.repeat(1_000)}' WHERE memory_no = 4;
    UPDATE revisions SET revision = 9007199254740993 WHERE memory_no = 5;
    UPDATE memories SET revision = 9007199254740993 WHERE no = 5;
    UPDATE characters SET profile = json_set(profile, '$.systemPrompt', json('{"a":1}'), '$.rules', 'be evil');
    INSERT INTO merged_memories (character_no, id, into_id) VALUES (1, '${id(9)}', '${id(9)}');`);
  const found = findRepairs(sqlite);
  expect(found.map(({ what, rows }) => `${what}: ${rows}`)).toStrictEqual([
    ...['times of memories: 1', 'times of changes: 1', 'times of characters: 1', 'weights of memories: 1'],
    ...['names in changes: 1', 'texts of memories: 1', 'profiles: 1', 'memories merged into themselves: 1'],
    'numbers of changes: 1',
  ]);
  expect(repairStore(sqlite, now)).toStrictEqual(found);
  expect(findRepairs(sqlite)).toStrictEqual([]);
  sqlite.close();

  while ((await store.search.refresh(10)) > 0);
  const { memories } = await store.memories.list(own, id(1), { state: 'ACTIVE', page: 0, limit: 9 });
  expect(memories.map(({ content }) => content).toSorted()).toStrictEqual([
    'five',
    'four',
    'one',
    'one (mended, 3)',
    'two',
  ]);
  expect(memories.find(({ content }) => content === 'one')).toMatchObject({ occurredAt: '2026-01-15T10:00:00.000Z' });
  expect(await store.memories.get(own, id(1), id(5))).toMatchObject({ revision: 1 });
  expect((await store.memories.get(own, id(1), id(2))).salience).toBe(1);
  const { systemPrompt: _, ...kept } = profile;
  expect((await store.characters.find(own, id(1)))?.profile).toStrictEqual({ ...kept, rules: [] });
  const fields = { content: 'five and more' };
  await store.memories.write(own, id(1), [{ kind: 'update', memoryId: id(5), fields }], { changedBy: 'Ada', now });
  expect(await store.memories.history(own, id(1), id(5))).toHaveLength(2);
  await store.close();
});
