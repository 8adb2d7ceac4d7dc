import { expect, test } from 'vitest';
import { FolderSides, type Mishap } from '../../support/folder-sides.ts';
import { fc, holds } from '../../support/law.ts';
import { type ChangeStep, Changes, changeStep, expectEqual, side } from '../../support/replica-steps.ts';
import type { ReplicaSide } from '../../support/replicas.ts';

type Step = ChangeStep | { kind: 'sync'; side: number; diesAt: number | undefined } | ({ kind: 'mishap' } & Mishap);

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: changeStep, weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      side,
      diesAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('mishap' as const),
      what: fc.constantFrom('lost', 'older', 'half', 'conflict copy'),
      file: fc.integer({ min: 0, max: 20 }),
    }),
    weight: 1,
  },
);

test('stores that share a folder converge and lose no text, whatever happens to stores and files', async () => {
  await holds(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 3 }),
      fc.array(step, { minLength: 20, maxLength: 70 }),
      async (count, steps) => {
        const shared = await FolderSides.open(count);
        const changes = new Changes();
        for (const one of steps) {
          if (one.kind === 'sync') await shared.sync(one.side, one.diesAt);
          else if (one.kind === 'mishap') shared.happen(one);
          else await changes.make(shared.sides[one.side % count] as ReplicaSide, one);
        }
        await shared.settle();
        const [deciding, ...replicas] = shared.sides as [ReplicaSide, ...ReplicaSide[]];
        await expectEqual(deciding, replicas);
        expect(await changes.lostAt(deciding)).toStrictEqual([]);
        for (const replica of replicas) {
          const [connection] = await replica.store.replicas.list(replica.clock.now);
          expect(connection?.replicas[0]).toMatchObject({ waiting: 0, refused: 0 });
        }
        for (const { store } of shared.sides) await store.close();
      },
    ),
    3,
  );
});
