import { describe, expect, test } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { addition, at, id, newMemory, newPiece, newSnapshot, ours, withAda } from '../support/builders.ts';
import { type EngineUnderTest, engines } from '../support/engines.ts';
import { fc, holds, isFuzzing } from '../support/law.ts';
import { step, take, words } from '../support/random-steps.ts';
import { idsIn, outcome, view } from '../support/store-view.ts';

/*
 * Every engine must answer what SQLite answers, after any steps: results of changes, every list, and every ranking to
 * twelve digits.
 */

const [sqlite, ...others] = engines;

async function opened(engine: EngineUnderTest): Promise<Store> {
  const store = await (await engine.place()).open();
  await withAda(store);
  return store;
}

describe.each(others)('$name answers as SQLite', (engine) => {
  // A step on PGlite takes many times as long as on a server, where `.ci/run` tries more.
  const runs = engine.isSampled ? 1 : 6;
  const shortest = engine.isSampled ? 15 : 40;
  // `npm run fuzz` has the time for thousands in one store.
  const longest = isFuzzing ? 3_000 : engine.isSampled ? 20 : 90;

  test('lists and rankings match SQLite’s after random steps', async () => {
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: shortest, maxLength: longest, size: 'max' }), async (steps) => {
        const stores = await Promise.all([opened(sqlite!), opened(engine)]);
        try {
          for (const [n, one] of steps.entries()) {
            const known = await idsIn(stores[0]!);
            const [expected, answered] = await Promise.all(stores.map((store) => outcome(take(store, one, n, known))));
            expect([n, one, answered]).toStrictEqual([n, one, expected]);
            if (n % 20 !== 19 && n !== steps.length - 1) continue;
            const [wanted, seen] = await Promise.all(stores.map(view));
            expect(seen).toStrictEqual(wanted);
          }
        } finally {
          await Promise.all(stores.map((store) => store.close()));
        }
      }),
      runs,
    );
  }, 600_000);

  test('lists and rankings match SQLite’s after imports and pushes of hundreds with changing headings', async () => {
    const stores = await Promise.all([opened(sqlite!), opened(engine)]);
    const body = (i: number) => `${words[i % 16]} ${words[(i * 7) % 16]} number ${i}`;
    const push = (store: Store, heading: string, bodies: string[], n: number) => {
      const pieces = bodies.map((one, i) => newPiece(20_000 + n * 1_000 + i, one, [heading]));
      return store.files.push(ours, id(1), newSnapshot(90, pieces), reconcile, at(n));
    };
    const all = Array.from({ length: engine.isSampled ? 100 : 400 }, (_, i) => body(i));
    const steps: ((store: Store) => Promise<unknown>)[] = [
      (store) => {
        const changes: MemoryChange[] = all.map((content, i) => ({
          kind: 'add',
          memory: newMemory(5_000 + i, content),
        }));
        return store.files.importMemories(ours, id(1), { categories: [], changes: [...changes, ...changes] }, at(1));
      },
      (store) => push(store, 'One', all, 2),
      (store) => push(store, 'Two', all.slice(0, -20), 3),
      (store) => push(store, 'Two', all.slice(60), 4),
      (store) => store.memories.write(ours, id(1), [addition(9_000, 'a late harbour')], at(5)),
      (store) => push(store, 'Two', [], 6),
    ];
    for (const one of steps) {
      const [expected, answered] = await Promise.all(stores.map((store) => outcome(one(store))));
      expect(answered).toStrictEqual(expected);
      const [wanted, seen] = await Promise.all(stores.map(view));
      expect(seen).toStrictEqual(wanted);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
});
