import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localOwner } from '../../../src/domain/principal.ts';
import { Replicator } from '../../../src/features/replicas/service/replicator.ts';
import { id, newCharacter } from '../../support/builders.ts';
import { listening } from '../../support/free-port.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-01-15T10:00:00.000Z');
const own = localOwner('BUSINESS');
const everyone = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', limit: 9, page: 0 } as const;

/** A store with two characters, connected with a server that refuses the key or knows no such character. */
async function refused(status: 401 | 404) {
  const type = status === 401 ? 'Unauthorized' : 'CharacterNotFound';
  const server = createServer((_, response) =>
    response.writeHead(status).end(JSON.stringify({ error: { type, message: 'no' } })),
  );
  const url = `http://127.0.0.1:${await listening(server)}`;
  onTestFinished(() => void server.close());
  const folder = temporaryFolder();
  const store = openStore(join(folder, 'memory.db'));
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', start);
  for (const [n, name] of ['Ada', 'Ben'].entries()) {
    await store.characters.create(own, newCharacter(n + 1, name), 'BUSINESS', start);
  }
  mkdirSync(join(folder, 'connections'));
  const keyFile = join(folder, 'connections', '1.key');
  writeFileSync(keyFile, 'the key');
  const both = [1, 2].map((n) => ({ characterId: id(n), remoteId: id(n + 50) }));
  await store.replicas.connect(own, { url, storeId: 's', member: 'Ada', keyFile }, both, start);
  const exchangeAt = (now: number) =>
    new Replicator({ store, principal: own, now: () => now, newId: () => 'one', log: () => undefined }).all();
  const names = async () => (await store.characters.list(own, everyone)).characters.map(({ name }) => name);
  return { store, keyFile, exchangeAt, names };
}

for (const status of [401, 404] as const) {
  test(`a week after ${status} a character is deleted locally with its connection, unless it is kept`, async () => {
    const { store, keyFile, exchangeAt, names } = await refused(status);
    await store.replicas.keep(own, id(2), true, start);
    await exchangeAt(start);
    await exchangeAt(start + 6 * dayMs);
    expect(await names()).toHaveLength(2);
    await exchangeAt(start + 8 * dayMs);
    expect(await names()).toStrictEqual(['Ben']);
    expect(await store.replicas.list(start)).toMatchObject([{ replicas: [{ name: 'Ben' }] }]);
    expect(existsSync(keyFile)).toBe(true);
    await store.replicas.keep(own, id(2), false, start);
    await exchangeAt(start + 9 * dayMs);
    expect([await names(), await store.replicas.list(start), existsSync(keyFile)]).toStrictEqual([[], [], false]);
  });
}

test('a character that a person deletes is disconnected', async () => {
  const { store, names } = await refused(401);
  await store.characters.change(own, id(1), () => ({ status: 'DELETED' }), start);
  expect(await store.replicas.list(start)).toMatchObject([{ replicas: [{ name: 'Ben' }] }]);
  await store.characters.restore(own, id(1), 'BUSINESS', start);
  expect(await names()).toHaveLength(2);
});
