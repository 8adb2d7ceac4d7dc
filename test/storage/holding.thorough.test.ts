import { expect, onTestFinished, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { newCharacter } from '../support/builders.ts';
import { engines } from '../support/engines.ts';
import { step, Told } from '../support/holding-steps.ts';
import { fc, holds, isFuzzing } from '../support/law.ts';

test.each(engines)(
  'holding on $name matches a simple model after any statements, changes, ends and undos',
  async (engine) => {
    const runs = engine.isSampled ? 1 : 40;
    const store = await (await engine.place()).open();
    onTestFinished(() => store.close());
    const owner = localOwner('BUSINESS');
    await store.tenants.ensure(owner.tenantId, 'BUSINESS', 0);
    let character = 0;
    await holds(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: isFuzzing ? 80 : 40, size: 'max' }),
        async (steps) => {
          character += 1;
          const { id: characterId } = await store.characters.create(
            owner,
            newCharacter(character, `Ada ${character}`),
            'BUSINESS',
            0,
          );
          const told = new Told(store, characterId, character * 1_000);
          for (const one of steps) {
            const refused = await told.take(one);
            expect([one, refused.store]).toStrictEqual([one, refused.model]);
            const holding = await told.holding(true);
            expect([one, holding.map(({ content }) => content).toSorted()]).toStrictEqual([one, told.model.holding()]);
            const ended = await told.holding(false);
            for (const { supersededBy, validUntil } of holding) {
              expect(supersededBy).toBe(undefined);
              expect(Date.parse(validUntil ?? '9999-01-01')).toBeGreaterThan(told.now);
            }
            // What has ended by another leads to one that holds, or has an end of its own.
            const all = new Map([...holding, ...ended].map((memory) => [memory.id, memory]));
            for (const memory of ended) {
              if (memory.supersededBy !== undefined) {
                expect(all.get(memory.supersededBy)?.supersedes).toContain(memory.id);
              }
            }
          }
        },
      ),
      runs,
    );
  },
  600_000,
);
