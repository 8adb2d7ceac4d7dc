import { expect, test } from 'vitest';
import { localOwner, servicePrincipal } from '../../src/domain/principal.ts';
import type { Recall } from '../../src/domain/stores/recalls.ts';
import { Weighing } from '../../src/service/background/weighing.ts';
import { assistant, playground, user } from './play.ts';

const scope = localOwner('BUSINESS');

async function withNotes() {
  const place = playground();
  place.say(
    'first',
    user('The staging host of Falcon is stg3.example.com. The wiki of Falcon lives at docs.example.org.'),
  );
  await place.capture('first');
  const used = () =>
    place.open(async ({ recalls }) => {
      const all = await recalls.list(scope, { kind: 'hook', used: true, limit: 100 });
      return all.map(({ query, results, known = [] }) => [
        query,
        [...results, ...known].filter((one) => one.used).length,
      ]);
    });
  const words = () =>
    place.open(async ({ recalls }) =>
      (await recalls.list(scope, { used: true, limit: 9 })).flatMap(({ results }) =>
        results.flatMap(({ usedIn }) => usedIn ?? []),
      ),
    );
  return { ...place, used, words };
}

const asked = 'Which staging host does Falcon use?';

test('a memory whose words come back in the answer is noted as used at its prompt', async () => {
  const { prompt, say, capture, used, words } = await withNotes();
  expect((await prompt('s', asked)).context).toContain('stg3');
  say('s', user(asked), assistant('Sure. Falcon is deployed to stg3.example.com. The tests pass.'));
  await capture('s');
  expect(await used()).toStrictEqual([[asked, 1]]);
  expect(await words()).toStrictEqual(['Falcon is deployed to stg3.example.com.']);
});

test('a memory that the answer does not repeat is not noted as used', async () => {
  const { prompt, say, capture, used } = await withNotes();
  expect((await prompt('s', asked)).context).toContain('stg3');
  say('s', user(asked), assistant('Done, the tests pass.'));
  await capture('s');
  expect(await used()).toStrictEqual([]);
});

test('a memory from a session’s start counts as used at the prompt that found it again', async () => {
  const { start, prompt, say, capture, used } = await withNotes();
  expect((await start('s')).context).toContain('stg3');
  expect((await prompt('s', asked)).context).toBeUndefined();
  say('s', user(asked), assistant('It is stg3.example.com.'));
  await capture('s');
  expect(await used()).toStrictEqual([[asked, 1]]);
});

test('the memory of a session’s start that shares most with the answer counts as used', async () => {
  const { host, start, write, capture, used } = await withNotes();
  expect((await start('s')).context).toContain('stg3');
  const answer = 'I deployed Falcon to its staging host stg3.example.com; the wiki is unchanged.';
  const lines = [user('Deploy it.'), assistant(answer)].map((turn) => ({
    ...(host.line(turn) as object),
    timestamp: new Date().toISOString(),
  }));
  write('s', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await capture('s');
  expect(await used()).toStrictEqual([['', 1]]);
});

test('an answer of another session says nothing of what this one was given', async () => {
  const { prompt, say, capture, used } = await withNotes();
  await prompt('s', asked);
  say('other', user('Hello.'), assistant('Falcon is deployed to stg3.example.com.'));
  await capture('other');
  expect(await used()).toStrictEqual([]);
});

test('a use that today’s rule does not find is taken back, and another one stays', async () => {
  const { prompt, say, capture, used, words, open } = await withNotes();
  await prompt('s', asked);
  say('s', user(asked), assistant('Falcon is deployed to stg3.example.com.'));
  await capture('s');
  const weigh = () =>
    open(async (store) => {
      const weighing = new Weighing({
        store,
        principal: servicePrincipal('BUSINESS', 'recalls'),
        log: () => undefined,
      });
      weighing.start();
      await weighing.stop();
    });
  await weigh();
  expect(await used()).toStrictEqual([[asked, 1]]);
  await open(async ({ recalls }) => {
    const [{ no, results }] = (await recalls.list(scope, { used: true, limit: 1 })) as [Recall];
    const memoryIds = results.map(({ memoryId }) => memoryId);
    await recalls.use(scope, [{ no, memoryIds, isTakenBack: true }]);
    await recalls.use(scope, [{ no, memoryIds, words: new Map(memoryIds.map((id) => [id, 'Dr.'])) }]);
  });
  expect(await words()).toStrictEqual(['Dr.']);
  await weigh();
  expect(await used()).toStrictEqual([]);
});
