import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { id, newCharacter, ours, withTenants } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

test('two characters of one external id, which earlier releases allowed, are both named', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const store = openStore(path);
  await withTenants(store);
  for (const [n, name] of ['Ada', 'Bea', 'Cy'].entries())
    await store.characters.create(ours, newCharacter(n + 1, name), 'BUSINESS', 500);
  const file = new Database(path);
  file.exec(`UPDATE characters SET external_id = 'u-1' WHERE name IN ('Ada', 'Bea')`);
  file.close();
  const refusal = await store.characters.find(ours, 'user:u-1').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ServiceError);
  expect(refusal).toMatchObject({ type: 'InvalidInput' });
  expect(String(refusal)).toContain(`"Ada" (${id(1)}) and "Bea" (${id(2)})`);
  const only = { ...ours, only: [id(2)] };
  expect((await store.characters.find(only, 'user:u-1'))?.id).toBe(id(2));
  await store.close();
});
