import { describe, test } from 'vitest';
import { engines } from '../support/engines.ts';
import { fc, holds } from '../support/law.ts';
import { Team } from '../support/team.ts';
import { looks } from '../support/team-looks.ts';
import { type Step, TeamRun } from '../support/team-run.ts';
import { changes } from '../support/team-steps.ts';

const number = fc.nat(1_000_000);
const step: fc.Arbitrary<Step> = fc.record({ kind: number, actor: number, target: number, by: number, pick: number });

/** On SQLite a step takes two milliseconds, on PostgreSQL ten times as long. */
const sizes: Record<string, { steps: number; runs: number }> = {
  sqlite: { steps: 300, runs: 1 },
  PGlite: { steps: 60, runs: 1 },
};

describe.each(engines)('access in a team ($name)', ({ name, place }) => {
  const { steps, runs } = sizes[name] ?? { steps: 500, runs: 2 };

  test('members get the answers of the access model after any steps', async () => {
    const property = fc.asyncProperty(
      // Not shrunk when a case fails: the failing step is reported, and needs all steps before it.
      fc.noShrink(fc.array(step, { minLength: steps, maxLength: steps, size: 'max' })),
      async (given) => {
        const store = await (await place()).open();
        const team = await new Team(store).gather(['OWNER', 'ADMIN', 'MEMBER', 'MEMBER', 'VIEWER']);
        try {
          await play(new TeamRun(team), given);
        } finally {
          await team.close();
          await store.close();
        }
      },
    );
    await holds(property, runs);
  });
});

async function play(run: TeamRun, steps: readonly Step[]): Promise<void> {
  const [create] = changes;
  // There is a member from the beginning on.
  const first = { kind: 0, actor: 0, target: 0, by: 1, pick: 0 };
  const { model } = run;
  const nobody = { member: model.members[2]!, one: undefined as never, other: undefined as never, reference: '' };
  await create!(run, { ...first, ...nobody });
  for (const [i, step] of steps.entries()) {
    const kinds = step.kind % 2 === 0 ? changes : looks;
    const carry = kinds[Math.floor(step.kind / 2) % kinds.length]!;
    const turn = run.turn(step);
    await carry(run, turn).catch((error: Error) => {
      const { member, one } = turn;
      throw new Error(
        `step ${i} (${carry.name || kinds.indexOf(carry)}) of ${member.role} on ${one.name}: ${error.message}`,
      );
    });
  }
}
