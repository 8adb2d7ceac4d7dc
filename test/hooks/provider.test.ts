import { expect, test } from 'vitest';
import { testKey } from '../support/ai.ts';
import { Provider } from '../support/provider.ts';
import { playground, user } from './play.ts';

/** A playground whose hooks have the key of a provider on loopback. */
async function withProvider() {
  const provider = await Provider.start();
  const place = playground('claude-code', {
    SERVICE_AI_API_KEY: testKey,
    SERVICE_AI_PROVIDER: 'openai',
    SERVICE_AI_BASE_URL: `${provider.url}/v1`,
  });
  return { ...place, provider };
}

test('the provider extracts a hook’s turns, and the next session recalls them', async () => {
  const { provider, ...place } = await withProvider();
  const content = 'Ana, the sister of the user, lives in Porto.';
  provider.script({ operations: [{ operation: 'ADD', content, category: 'events' }] });
  place.say('one', user('My sister Ana lives in Porto. The key is <private>hunter2</private>.'));
  expect((await place.capture('one')).answer).toStrictEqual({});
  expect(await place.memories()).toStrictEqual([content]);
  expect(provider.extractions).toHaveLength(1);
  const asked = JSON.stringify(provider.extractions[0]?.body);
  expect(asked).toContain('My sister Ana lives in Porto.');
  expect(asked).not.toContain('hunter2');
  expect((await place.prompt('two', 'Where does my sister Ana live?')).context).toContain('Porto');
});

test('an invalid answer of the provider, such as an update of an unknown memory, changes nothing', async () => {
  const { provider, ...place } = await withProvider();
  const update = { operation: 'UPDATE', memoryId: 'm99', content: 'Everything is forgotten.', category: 'events' };
  provider.usual = { operations: [update] };
  place.say('one', user('My sister Ana lives in Porto.'));
  await place.capture('one');
  expect(await place.memories()).not.toContain('Everything is forgotten.');
});

test('a refusal of the provider loses nothing: the turns are retried later', async () => {
  const { provider, ...place } = await withProvider();
  provider.usual = { status: 401 };
  place.say('one', user('My sister Ana lives in Porto.'));
  expect((await place.capture('one')).answer).toStrictEqual({});
  const waiting = await place.open((store) => {
    const lease = { holder: 'test', until: 0 };
    return store.captures.claim(['UNLIMITED'], Number.MAX_SAFE_INTEGER, lease, 10, 'turns');
  });
  const stored = await place.memories();
  expect([...stored, ...waiting.map(({ memory }) => memory.content)]).toContain('My sister Ana lives in Porto.');
});
