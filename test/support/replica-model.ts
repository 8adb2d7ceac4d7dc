import { expect } from 'vitest';
import { fc } from './law.ts';
import { type ChangeStep, Changes, changeStep, expectEqual, side } from './replica-steps.ts';
import { exchangeWith, type Fault, type ReplicaSide, type Side, settleAll } from './replicas.ts';

// Model-based test of replication: random operations, faults of the network and of processes, then all sides are compared.

export type Step = ChangeStep | { kind: 'exchange'; side: number; fault: Fault };

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>(
    ...[{ kind: 'none' } as const, { kind: 'no request' } as const, { kind: 'no answer' } as const],
    ...[{ kind: 'twice' } as const, { kind: 'late request' } as const, { kind: 'late answer' } as const],
  ),
  fc.record({ kind: fc.constantFrom('crash' as const, 'server crash' as const), at: fc.integer({ min: 1, max: 30 }) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: changeStep, weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('exchange' as const), side, fault }), weight: 1 },
);

/** The number of replicas, and the events. */
export const counts = fc.integer({ min: 2, max: 5 });
export const steps = fc.array(step, { minLength: 30, maxLength: 90 });

/** Carries out the steps; then all sides must be equal, and every text that a side took must be in a history, and
 * every conflict in Review. */
export async function runSteps(server: Side, replicas: readonly ReplicaSide[], all: readonly Step[]): Promise<void> {
  const sides = [server, ...replicas];
  const changes = new Changes();
  for (const one of all) {
    if (one.kind === 'exchange') {
      await exchangeWith(server, replicas[one.side % replicas.length] as ReplicaSide, one.fault);
    } else await changes.make(sides[one.side % sides.length] as Side, one);
  }
  await settleAll(server, replicas);
  await expectEqual(server, replicas);
  expect(await changes.lostAt(server)).toStrictEqual([]);
  expect(await changes.unreplacedAt(server)).toStrictEqual([]);
  for (const one of sides) expect(await changes.hiddenAt(one)).toStrictEqual([]);
  for (const replica of replicas) {
    const [connection] = await replica.store.replicas.list(replica.clock.now);
    expect(connection?.replicas[0]).toMatchObject({ waiting: 0, refused: 0 });
  }
}
