import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rehearse } from '../../bin/rehearsal.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { call } from '../../src/gate/call.ts';
import { RecallLog } from '../../src/service/background/recall-log.ts';
import type { Services } from '../../src/service/context.ts';
import { at, id, newCharacter } from '../support/builders.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';

const owner = localOwner('BUSINESS');
const everything = { page: 0, limit: 10, state: 'ALL' } as const;

/** A store of two characters, Ada with the latest write, and the questions of a rehearsal. */
async function rehearsing(defaultCharacter?: string) {
  const store = openStore(join(temporaryFolder(), 'memory.db'));
  await store.tenants.ensure(owner.tenantId, owner.tier, 1_000);
  for (const [n, name] of ['Ben', 'Ada'].entries()) {
    await store.characters.create(owner, newCharacter(n + 1, name), owner.tier, at().now);
    await store.memories.write(
      owner,
      id(n + 1),
      [
        {
          kind: 'add',
          memory: { id: id(50 + n), content: name, salience: 0.5, importance: 'NORMAL', source: { kind: 'direct' } },
        },
      ],
      at(2_000 + n),
    );
  }
  const before = await store.memories.list(owner, id(2), everything);
  const asked: unknown[] = [];
  const [now, log] = [() => 5_000, () => undefined];
  const recalls = new RecallLog({ store, now, log }, 30);
  const services = { store, now, newId: () => crypto.randomUUID(), log, defaultCharacter, recalls };
  const watched: typeof call = (within, caller, operation, input) => {
    if (within.store === store) asked.push([operation.name, (input as { characterId?: string }).characterId]);
    return call(within, caller, operation, input);
  };
  await rehearse({ services: services as unknown as Services, operations: operationsByName, call: watched }, owner);
  expect(await store.memories.list(owner, id(2), everything)).toStrictEqual(before);
  await recalls.written();
  expect(await store.recalls.list(owner, { limit: 10 })).toStrictEqual([]);
  await store.close();
  return asked;
}

describe('a rehearsal', () => {
  test('a rehearsal reads the last written character, and writes nothing', async () => {
    const asked = await rehearsing();
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked) expect(one).toStrictEqual(['search_memories', id(2)]);
  });

  test('a rehearsal reads the server’s default character, and creates none', async () => {
    for (const one of await rehearsing('Ben')) expect(one).toStrictEqual(['search_memories', id(1)]);
    expect(await rehearsing('Nobody')).toStrictEqual([]);
  });
});
