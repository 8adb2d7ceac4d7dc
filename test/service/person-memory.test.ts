import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import type { Project } from '../../src/domain/project-rules.ts';
import type { OnMachine, ReadingContext } from '../../src/service/context.ts';
import { findMemory, findOrMakeMemory, nameOfMemory } from '../../src/service/hooks/project.ts';
import { id, newCharacter } from '../support/builders.ts';
import { openStore, temporaryFolder } from '../support/stores.ts';

const own = localOwner('BUSINESS');
const person: Project = { folder: '/home/ada', place: 'place:1', names: ['ada'], root: null };
const files = { rootCommit: async () => undefined, isMissing: () => false };

async function fresh() {
  const store = openStore(join(temporaryFolder(), 'memory.db'));
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', 0);
  await store.characters.create(own, newCharacter(1, 'Helpdesk'), 'BUSINESS', 0);
  let made = 100;
  const context = { store, principal: own, now: () => 5, newId: () => id(made++) };
  return { store, context: context as unknown as OnMachine<ReadingContext> };
}

test('statements outside of projects begin the user’s own memory, also beside a lone character', async () => {
  const { store, context } = await fresh();
  expect(await findOrMakeMemory(context, { person }, files)).toMatchObject({ name: 'ada' });
  expect(await store.characters.find(own, 'Helpdesk')).toMatchObject({ memoryCount: 0 });
});

test('a private character with the login’s name is created beside one that others may read', async () => {
  const { store, context } = await fresh();
  const connection = { url: 'https://memory.example.org', storeId: 'theirs', member: 'Ada', keyFile: '' };
  await store.replicas.connect(own, connection, [{ characterId: id(1), remoteId: id(51) }], 0);
  expect(await findMemory(context, { person }, files)).toBeUndefined();
  expect(await nameOfMemory(context, { person }, files)).toBe('ada');
  expect(await findOrMakeMemory(context, { person }, files)).toMatchObject({ name: 'ada' });
  expect(await store.characters.find(own, 'ada')).toMatchObject({ visibility: 'PRIVATE' });
  // Also when it is the only one later.
  await store.replicas.disconnect(own, [id(1)], 1);
  expect(await findMemory(context, { person }, files)).toMatchObject({ name: 'ada' });
});
