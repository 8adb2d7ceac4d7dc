import { expect, test } from 'vitest';
import type { NewMemory } from '../../../src/domain/memory.ts';
import { replacementKey } from '../../../src/files/export/format.ts';
import type { Context } from '../../../src/service/context.ts';
import { endReplaced } from '../../../src/service/files/replaced.ts';

const context = { now: () => 5 } as Context;
const memories = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `id ${i}`, content: `m${i}` }) as NewMemory);
const by = ({ content }: NewMemory) => replacementKey(content);

test('each of a long chain of replaced memories is linked once, while other calls go on', async () => {
  const chain = memories(30_000);
  const replaced = chain.slice(1).map((memory, i) => ({ memory, by: by(chain[i]!) }));
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  await endReplaced(context, 'c', chain, replaced);
  clearInterval(others);
  expect(chain.map(({ supersededBy }) => supersededBy)).toStrictEqual([
    undefined,
    ...chain.slice(0, -1).map(({ id }) => id),
  ]);
  expect(turns).toBeGreaterThan(20);
});

test('the link that would close a circle of replaced memories is left out', async () => {
  const [a, b, c] = memories(3) as [NewMemory, NewMemory, NewMemory];
  const links = [
    { memory: a, by: by(b) },
    { memory: b, by: by(c) },
    { memory: c, by: by(a) },
  ];
  await endReplaced(context, 'c', [a, b, c], links);
  expect([a, b, c].map(({ supersededBy }) => supersededBy)).toStrictEqual([b.id, c.id, undefined]);
  const own = { ...c };
  await endReplaced(context, 'c', [own], [{ memory: own, by: by(own) }]);
  expect(own.supersededBy).toBeUndefined();
});
