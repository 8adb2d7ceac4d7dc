import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { addition, id, newCharacter } from '../support/builders.ts';
import { program } from '../support/spawned.ts';
import { openStore, temporaryFolder } from '../support/stores.ts';

const word = 'xylophonquist';
const own = localOwner('BUSINESS');
const ada = id(1);

/** A store of many memories, of which some name the word. */
async function filled(path: string): Promise<void> {
  const store = openStore(path);
  await store.tenants.ensure('local', 'BUSINESS', 0);
  await store.characters.create(own, newCharacter(1, 'Ada'), 'BUSINESS', 0);
  const changes = Array.from({ length: 3_000 }, (_, i) =>
    addition(100 + i, `Note ${i} of the ${i % 100 === 7 ? word : 'harbour'}.`, { source: { kind: 'import' } }),
  );
  await store.files.importMemories(own, ada, { categories: [], changes }, { changedBy: 'tester', now: 1_000 });
  await store.close();
}

test('an erasure that is killed at any time has erased all or nothing, and goes on from there', {
  timeout: 240_000,
}, async () => {
  const seen = new Set<string>();
  const whole = temporaryFolder();
  await filled(join(whole, 'memory.db'));
  for (let delay = 150; delay <= 2_400; delay += 150) {
    const folder = temporaryFolder();
    const path = join(folder, 'memory.db');
    cpSync(whole, folder, { recursive: true });
    const env = { ...process.env, SERVICE_DB: path };
    const child = spawn(process.execPath, [program, 'erase', '--words', word, '--everywhere', '--yes'], { env });
    const ended = once(child, 'exit');
    await pause(delay);
    child.kill('SIGKILL');
    await ended;
    const store = openStore(path);
    const { memories } = await store.erasing.worded(own, ada, { after: -1, limit: 9_000 });
    const left = memories.filter(({ texts }) => texts.some((text) => text.includes(word))).length;
    const [receipt] = await store.erasing.list(own, ada, 9);
    expect([left, receipt?.memories]).toStrictEqual(receipt ? [0, 30] : [30, undefined]);
    seen.add(receipt === undefined ? 'nothing' : receipt.doneAt === undefined ? 'begun' : 'done');
    while (await store.erasing.step(10_000)) {}
    await store.close();
    if (!receipt) continue;
    const held = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && readFileSync(join(folder, entry.name), 'latin1').includes(word),
    );
    expect(held.map(({ name }) => name)).toStrictEqual([]);
  }
  expect(seen.has('nothing')).toBe(true);
  expect(seen.has('begun') || seen.has('done')).toBe(true);
});
