import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Character } from '../../src/domain/character.ts';
import { writeBundle } from '../../src/files/okf/write.ts';
import { Refused, refusing } from '../terminal/command-line.ts';
import type { OwnStore } from './own-store.ts';

/**
 * Writes the memories of a character as an OKF bundle, for this user only, into a folder that is new or empty: in another
 * one, files of memories that are no more would stay. Returns how many memories. Refused.
 */
export async function writeOkf(own: OwnStore, { id, name }: Character, folder: string): Promise<number> {
  const { services, principal } = own;
  const { store, now } = services;
  const [{ memories }, categories] = await Promise.all([
    store.memories.forExport(principal, id, { state: 'ACTIVE' }),
    store.categories.list(principal, id),
  ]);
  if (refusing(`${folder} can't be read`, () => readdirSync(folder)).length > 0)
    throw new Refused(`${folder} is not empty: an OKF bundle needs a folder of its own`);
  const usual = categories.find(({ isDefault }) => isDefault)?.name ?? '';
  for (const [path, text] of await writeBundle(name, memories, usual, now())) {
    const file = join(folder, path);
    refusing(`${file} can't be written`, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    });
  }
  return memories.length;
}
