import { describe, expect, test } from 'vitest';
import { connect } from '../../clients/typescript/browser.ts';
import { openHttp } from '../support/http-harness.ts';

async function open(options: Parameters<typeof openHttp>[0] = {}) {
  const http = await openHttp(options);
  const { url } = await http.listen();
  return { ...http, client: connect({ url, key: http.key, retries: 0 }) };
}

const asleep = (user: string) => `${user} sleeps in the tower by the harbour.`;

describe('the memory of a user', () => {
  test('the first write of a user makes its character, and a second one adds to it', async () => {
    const { client } = await open();
    const first = await client.addMemory({ user: 'u-17', content: 'I prefer green tea. I live in Porto.' });
    expect(first.memories.length).toBeGreaterThan(0);
    await client.addMemoryDirect({ user: 'u-17', content: 'Ada has a cat.', category: 'facts' });
    await client.addMemories({ user: 'u-17', memories: [{ content: 'Ada has a dog.', category: 'facts' }] });
    const { characters } = await client.listCharacters();
    expect(characters).toMatchObject([{ name: 'user:u-17', externalId: 'u-17', categoryPreset: 'standard' }]);
    expect(characters[0]?.memoryCount).toBe(first.memories.length + 2);
    const { memories } = await client.searchMemories({ user: 'u-17', query: 'Which pets does Ada have?' });
    expect(memories.map(({ content }) => content)).toStrictEqual(
      expect.arrayContaining(['Ada has a cat.', 'Ada has a dog.']),
    );
  });

  test('a user’s first write chooses the categories of the character', async () => {
    const { client } = await open();
    const given = { content: 'Chose Postgres.', category: 'decisions', categoryPreset: 'developer' as const };
    await client.addMemoryDirect({ user: 'dev', ...given });
    expect(await client.getCharacter({ user: 'dev' })).toMatchObject({ categoryPreset: 'developer' });
  });

  test('two first writes at once make one character', async () => {
    const { client } = await open();
    const facts = Array.from({ length: 6 }, (_, n) => `Fact number ${n} of the lighthouse.`);
    await Promise.all(facts.map((content) => client.addMemoryDirect({ user: 'u-1', content, category: 'facts' })));
    const { characters } = await client.listCharacters();
    expect(characters).toMatchObject([{ externalId: 'u-1', memoryCount: facts.length }]);
  });

  test('reads of an unknown user answer empty and make nothing', async () => {
    const { client } = await open();
    const user = 'nobody';
    expect(await client.searchMemories({ user, query: 'tea' })).toStrictEqual({ memories: [], total: 0 });
    expect(await client.listMemories({ user })).toMatchObject({ memories: [], total: 0 });
    expect(await client.assembleContext({ user })).toStrictEqual({ text: '', tokens: 0, memories: [], omitted: 0 });
    const several = { characterIds: ['user:nobody', 'user:no-one'], query: 'tea' };
    expect(await client.searchSeveral(several)).toStrictEqual({ memories: [], total: 0 });
    await expect(client.getCharacter({ user })).rejects.toMatchObject({ type: 'CharacterNotFound', status: 404 });
    await expect(client.deleteMemory({ user, memoryId: 'x' })).rejects.toMatchObject({ type: 'CharacterNotFound' });
    expect((await client.listCharacters()).total).toBe(0);
  });

  test('a search of several users finds memories of those that have some', async () => {
    const { client } = await open();
    await client.addMemoryDirect({ user: 'ada', content: asleep('Ada'), category: 'facts' });
    await client.addMemoryDirect({ user: 'bea', content: asleep('Bea'), category: 'facts' });
    const characterIds = ['user:ada', 'user:bea', 'user:cy'];
    const { memories } = await client.searchSeveral({ characterIds, query: 'Who sleeps in the tower?' });
    expect(memories.map(({ content }) => content).toSorted()).toStrictEqual([asleep('Ada'), asleep('Bea')]);
  });

  test('external ids are compared exactly, so that similar users share nothing', async () => {
    const { client } = await open();
    const users = ['u1', 'U1', ' u1', 'u1.', 'user:u1', 'u1/../u2', 'me', 'é'];
    for (const user of users) {
      await client.addMemoryDirect({ user, content: asleep(user), category: 'facts' });
    }
    for (const user of users) {
      const { memories } = await client.listMemories({ user });
      expect(memories.map(({ content }) => content)).toStrictEqual([asleep(user)]);
    }
    for (const user of ['u1 ', 'e\u0301']) {
      expect((await client.listMemories({ user })).total).toBe(0);
      const write = client.addMemoryDirect({ user, content: asleep(user), category: 'facts' });
      await expect(write).rejects.toMatchObject({ type: 'InvalidInput' });
    }
  });

  test('a character of an earlier time that is called as a reference to a user remains that user’s', async () => {
    const { client } = await open();
    const { id } = await client.createCharacter({ name: 'user:7' });
    await client.addMemoryDirect({ user: '7', content: asleep('7'), category: 'facts' });
    expect(await client.getCharacter({ user: '7' })).toMatchObject({ id, memoryCount: 1 });
    await client.createCharacter({ name: 'seven', externalId: '7' });
    expect(await client.getCharacter({ user: '7' })).toMatchObject({ name: 'seven' });
  });

  test('a name that looks like another user’s leads to no character with an external id of its own', async () => {
    const { client } = await open();
    await client.createCharacter({ name: 'user:bob', externalId: 'alice' });
    await client.addMemoryDirect({ user: 'alice', content: asleep('Alice'), category: 'facts' });
    expect((await client.listMemories({ user: 'bob' })).total).toBe(0);
    const write = client.addMemoryDirect({ user: 'bob', content: asleep('Bob'), category: 'facts' });
    await expect(write).rejects.toMatchObject({ type: 'DuplicateCharacterName' });
  });

  test('a deleted user’s memory is neither read nor begun anew', async () => {
    const { client } = await open();
    await client.addMemoryDirect({ user: 'u', content: asleep('u'), category: 'facts' });
    await client.deleteCharacter({ user: 'u' });
    const gone = { type: 'CharacterNotFound', message: expect.stringContaining('restore_character') };
    await expect(client.searchMemories({ user: 'u', query: 'tower' })).rejects.toMatchObject(gone);
    await expect(client.addMemory({ user: 'u', content: 'I like figs.' })).rejects.toMatchObject(gone);
    await client.restoreCharacter({ user: 'u' });
    expect((await client.listMemories({ user: 'u' })).total).toBe(1);
  });

  test('a user whose memory is another member’s own gets no second one', async () => {
    const http = await open();
    const [ann, bob] = [await http.keyOf('MEMBER'), await http.keyOf('MEMBER')];
    const body = { name: 'hers', externalId: 'u', visibility: 'PRIVATE' };
    await http.ask('POST', '/v1/characters', { key: ann, body });
    const path = '/v1/characters/user:u/memories';
    expect(await http.ask('GET', path, { key: bob })).toMatchObject({ status: 200, body: { total: 0 } });
    const written = await http.ask('POST', path, { key: bob, body: { content: 'I like figs.' } });
    expect(written).toMatchObject({ status: 409, body: { error: { type: 'NameTaken' } } });
  });

  test('a call names a character or a user, not both', async () => {
    const { client } = await open();
    const both = { user: 'u', characterId: 'Ada' } as unknown as { user: string };
    await expect(client.listMemories(both)).rejects.toMatchObject({ type: 'InvalidInput' });
  });
});

/** What each user of an application that was written for mem0 has told it, and what another must never see. */
const told = {
  alice: 'Alice keeps her diary in the blue drawer.',
  bob: 'Bob keeps his diary in the red drawer.',
  cy: 'Cy keeps their diary in the green drawer.',
};

describe('a program that was written for mem0', () => {
  test('no call of a user returns another user’s memory', async () => {
    const { client } = await open();
    const users = Object.keys(told) as (keyof typeof told)[];
    const ids = new Map<string, string>();
    // memory.add(messages, user_id=…)
    for (const user of users) {
      const messages = [{ role: 'user' as const, content: told[user] }];
      const { memories } = await client.add({ user, messages });
      ids.set(user, memories[0]!.id);
    }
    for (const user of users) {
      const others = users.filter((one) => one !== user);
      const query = 'Where is the diary?';
      // memory.search(query, user_id=…), get_all, and what goes into a prompt
      const answers = [
        await client.searchMemories({ user, query }),
        await client.searchMemories({ user, query: told[others[0]!] }),
        await client.listMemories({ user }),
        await client.assembleContext({ user, query }),
        await client.assembleContext({ user }),
        await client.exportCharacter({ user }),
        await client.listChanges({ user }),
        await client.listRecalls({ user }),
        await client.getCharacter({ user }),
      ].map((answer) => JSON.stringify(answer));
      expect(answers.slice(0, 5).every((answer) => answer.includes(told[user]) || !answer.includes('diary'))).toBe(
        true,
      );
      for (const other of others) {
        for (const answer of answers) expect(answer).not.toContain(told[other]);
        // memory.get(id), update, delete and history know a memory by its id alone there
        const memoryId = ids.get(other)!;
        const calls = [
          () => client.getMemory({ user, memoryId }),
          () => client.updateMemory({ user, memoryId, content: 'Nothing.' }),
          () => client.getMemoryHistory({ user, memoryId }),
          () => client.explainMemory({ user, memoryId, query }),
          () => client.deleteMemory({ user, memoryId }),
        ];
        for (const call of calls) await expect(call()).rejects.toMatchObject({ type: 'MemoryNotFound' });
      }
    }
    for (const user of users) expect((await client.listMemories({ user })).total).toBe(1);
  });

  test('a filter that this service does not have is refused, not ignored', async () => {
    const { client, ask } = await open();
    await client.add({ user: 'alice', text: told.alice });
    const refused = { type: 'InvalidInput', status: 400 };
    const search = { user: 'alice', query: 'diary' };
    for (const more of [{ filters: { user_id: 'bob' } }, { user_id: 'bob' }, { userId: 'bob' }, { agent_id: 'x' }]) {
      await expect(client.searchMemories({ ...search, ...more } as never)).rejects.toMatchObject(refused);
      await expect(client.listMemories({ user: 'alice', ...more } as never)).rejects.toMatchObject(refused);
    }
    await expect(client.searchMemories({ query: 'diary' } as never)).rejects.toMatchObject(refused);
    expect((await ask('GET', '/v1/characters/user:alice/memories?user_id=bob')).status).toBe(400);
  });
});

describe('filters', () => {
  test('memories are found by their author and time in search, list, context and export', async () => {
    const http = await open();
    const { client, session, ask } = http;
    const ann = await http.keyOf('MEMBER');
    const { body } = await ask('GET', '/v1/whoami', { key: ann });
    const { id: author, name } = body.member as { id: string; name: string };
    const path = '/v1/characters/user:u/memories/direct';
    await ask('POST', path, {
      body: { content: 'The owner painted the lighthouse.', occurredAt: '2026-01-02T00:00:00Z' },
    });
    const own = { content: 'Ann painted the lighthouse.', occurredAt: '2026-01-05T00:00:00Z' };
    await ask('POST', path, { key: ann, body: own });
    session.clock.now += 1_000;
    const query = 'Who painted the lighthouse?';
    const texts = (answer: unknown) =>
      ['The owner painted', 'Ann painted'].filter((one) => JSON.stringify(answer).includes(one));
    const filters: [object, string[]][] = [
      [{ author }, ['Ann painted']],
      [{ author: name }, ['Ann painted']],
      [{ author: 'nobody' }, []],
      [{ since: '2026-01-03T00:00:00Z' }, ['Ann painted']],
      [{ until: '2026-01-03T00:00:00Z' }, ['The owner painted']],
      [{ author, until: '2026-01-03T00:00:00Z' }, []],
    ];
    for (const [filter, expected] of filters) {
      const about = { user: 'u', ...filter };
      const found = [
        await client.searchMemories({ ...about, query }),
        await client.searchSeveral({ characterIds: ['user:u'], query, ...filter }),
        await client.listMemories(about),
        await client.assembleContext({ ...about, query }),
        await client.assembleContext(about),
        await client.exportCharacter(about),
      ];
      for (const answer of found) expect(texts(answer)).toStrictEqual(expected);
    }
  });
});

describe('creating what may exist', () => {
  test('a program that makes its character with ifExists runs again', async () => {
    const { ask } = await openHttp();
    const body = { name: 'Ada', categoryPreset: 'developer', ifExists: 'return' };
    const made = await ask('POST', '/v1/characters', { body });
    expect(made).toMatchObject({ status: 201, body: { name: 'Ada' } });
    expect(made.body.existed).toBeUndefined();
    const again = await ask('POST', '/v1/characters', { body: { ...body, categoryPreset: 'standard' } });
    expect(again).toMatchObject({ status: 200, body: { ...made.body, existed: true } });
    const once = await ask('POST', '/v1/characters', { body: { name: 'Ada' } });
    expect(once).toMatchObject({ status: 400, body: { error: { type: 'DuplicateCharacterName' } } });
  });

  test('a character is returned by its external id under any name', async () => {
    const { ask } = await openHttp();
    const make = (body: object) => ask('POST', '/v1/characters', { body: { ifExists: 'return', ...body } });
    const { body: made } = await make({ name: 'Ada', externalId: 'u-1' });
    expect(await make({ name: 'Countess', externalId: 'u-1' })).toMatchObject({ status: 200, body: { id: made.id } });
    const other = await make({ name: 'Ada', externalId: 'u-2' });
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'DuplicateCharacterName' } } });
  });

  test('an external id is one character’s in its tenant, also when it is cloned', async () => {
    const { ask } = await openHttp();
    const make = (path: string, body: object) => ask('POST', path, { body });
    expect(await make('/v1/characters', { name: 'Ada', externalId: 'u-1' })).toMatchObject({ status: 201 });
    const taken = { status: 409, body: { error: { type: 'NameTaken', message: expect.stringContaining('u-1') } } };
    expect(await make('/v1/characters', { name: 'Bea', externalId: 'u-1' })).toMatchObject(taken);
    expect(await make('/v1/characters/Ada/clone', { name: 'Cy', externalId: 'u-1' })).toMatchObject(taken);
  });
});
