import { describe, expect, test } from 'vitest';
import { answerSchema } from '../../src/ai/answer.ts';
import { type ExtractionRequest, noUsage } from '../../src/domain/ai.ts';
import { groups } from '../../src/gate/operation.ts';
import type { Layers, Services } from '../../src/service/context.ts';
import { id, localScope } from '../support/builders.ts';
import { isOnMachine } from '../support/front-door-store.ts';
import { openSession } from '../support/harness.ts';

interface Remembered {
  memories: { id: string; content: string; characterId: string; category: string }[];
  operations: { operation: string; reason?: string }[];
}

interface Found {
  memories: { id: string; content: string; characterId?: string; characterName?: string }[];
  text: string;
}

/** A session in the folder of the project Alpha; the user's own memory is that of Mara. */
async function inAlpha(more: Partial<Services> = {}) {
  const ids = new Map<string, string>();
  const idOf = async (name: string) => ids.get(name);
  const layers: Layers = {
    present: async () => [...ids.values()],
    mine: () => idOf('Mara'),
    me: () => idOf('Mara'),
    project: () => idOf('Alpha'),
  };
  const session = await openSession({
    character: 'Alpha',
    services: { layers, ...more },
    recallLogDays: 30,
    toolsets: [...groups],
  });
  for (const name of ['Alpha', 'Mara']) {
    const { id } = await session.call<{ id: string }>('create_character', { name });
    ids.set(name, id);
  }
  const add = (characterId: string, content: string) =>
    session.call('add_memory_direct', { characterId, content, category: 'facts' });
  await add('Alpha', 'Deployments happen on Tuesdays.');
  await add('Alpha', 'The office of the team is in Porto.');
  await add('Mara', 'Mara lives in Lisbon, near the office in Chiado.');
  return { ...session, ids, add };
}

describe('a call that names no character', () => {
  test('searches the project’s memory and the user’s own, and says whose each result is', async () => {
    const { call } = await inAlpha();
    const { memories } = await call<Found>('search_memories', { query: 'Where does Mara live?' });
    expect(memories[0]).toMatchObject({ content: expect.stringContaining('Lisbon'), characterName: 'Mara' });
    const both = await call<Found>('search_memories', { query: 'office' });
    expect(new Set(both.memories.map((one) => one.characterName))).toStrictEqual(new Set(['Alpha', 'Mara']));
  });

  test('a call without a character gets a context of both memories', async () => {
    const { call, ids } = await inAlpha();
    const { text, memories } = await call<Found>('assemble_context', { query: 'office' });
    expect(text).toMatch(/about "Alpha"[\s\S]*Porto[\s\S]*about "the user"[\s\S]*Lisbon/);
    expect(new Set(memories.map(({ characterId }) => characterId))).toStrictEqual(new Set(ids.values()));
  });

  test('a recall is recorded for the memory that gave something', async () => {
    const { call, ids } = await inAlpha();
    await call('search_memories', { query: 'Where does Mara live?', minRelevance: 0.4 });
    for (const [name, count] of [
      ['Mara', 1],
      ['Alpha', 0],
    ] as const) {
      const { recalls } = await call<{ recalls: object[] }>('list_recalls', { characterId: ids.get(name) });
      expect([name, recalls.length]).toStrictEqual([name, count]);
    }
  });

  test('a text without a character goes statement by statement to whom it is about, and says so', async () => {
    const { call, ids } = await inAlpha();
    const content = 'I have diabetes. We deploy with Argo CD. Please always answer me in German.';
    const said = await call<Remembered>('add_memory', { content });
    const where = (of: Remembered) =>
      of.memories.map((one) => [one.content, one.characterId === ids.get('Mara') ? 'Mara' : 'Alpha']).sort();
    expect(where(said)).toStrictEqual([
      ['I have diabetes.', 'Mara'],
      ['Please always answer me in German.', 'Mara'],
      ['We deploy with Argo CD.', 'Alpha'],
    ]);
    const reasons = said.operations.map(({ reason }) => reason?.includes('in their own memory') ?? false);
    expect(reasons.toSorted()).toStrictEqual([false, true, true]);
    const again = await call<Remembered>('add_memory', { content });
    expect(again.operations.map(({ operation }) => operation)).toStrictEqual(['NONE', 'NONE', 'NONE']);
  });

  test('a model says whom a statement is about, and cannot give health to the project', async () => {
    const asked: ExtractionRequest[] = [];
    const operations = [
      { operation: 'ADD', content: 'The user works best at night.', about: 'user', category: 'facts' },
      { operation: 'ADD', content: 'I have diabetes.', about: 'project' },
      { operation: 'ADD', content: 'The API is versioned by date.', about: 'project' },
    ];
    const extract = async (request: ExtractionRequest) => {
      asked.push(request);
      return { answer: { operations }, usage: noUsage };
    };
    const { call, ids } = await inAlpha({ extractor: { kind: 'ai', deadlineMs: 1_000, extract } });
    const { memories } = await call<Remembered>('add_memory', { content: 'About my nights and the API.' });
    const ofMara = memories.filter(({ characterId }) => characterId === ids.get('Mara'));
    expect(ofMara.map(({ content }) => content).sort()).toStrictEqual([
      'I have diabetes.',
      'The user works best at night.',
    ]);
    expect(JSON.stringify(answerSchema(asked[0]!))).toContain('"about"');
    await call('add_memory', { characterId: 'Alpha', content: 'About my nights and the API.' });
    expect(JSON.stringify(answerSchema(asked[1]!))).not.toContain('"about"');
  });

  test('a text for a named character goes there as a whole', async () => {
    const { call, ids } = await inAlpha();
    const content = 'I have diabetes. We deploy with Argo CD.';
    const { memories } = await call<Remembered>('add_memory', { characterId: 'Alpha', content });
    expect(memories.map(({ characterId }) => characterId)).toStrictEqual([ids.get('Alpha'), ids.get('Alpha')]);
  });

  test('a statement about the user corrects what the project’s memory says of them', async () => {
    const { call, ids, add } = await inAlpha();
    await add('Alpha', 'I live in Lisbon.');
    const moved = await call<Remembered>('add_memory', { content: 'I live in Porto now.' });
    expect(moved.operations.map(({ operation }) => operation)).toStrictEqual(['ADD', 'END']);
    expect(moved.memories[0]?.characterId).toBe(ids.get('Alpha'));
  });

  test('requests to forget are listed of both memories', async () => {
    const { call, ids } = await inAlpha();
    await call('add_memory', { content: 'Please forget where Mara lives.' });
    await call('add_memory', { content: 'Please forget the Tuesdays of the deployments.' });
    const { requests } = await call<{ requests: { characterId: string }[] }>('list_forget_requests', {});
    expect(new Set(requests.map(({ characterId }) => characterId))).toStrictEqual(new Set(ids.values()));
  });

  test('a memory of either is changed and deleted by its id alone, and what replaces it goes there', async () => {
    const { call, ids } = await inAlpha();
    const { memories } = await call<Found>('search_memories', { query: 'Where does Mara live?' });
    const memoryId = memories[0]!.id;
    expect(await call('get_memory', { memoryId })).toMatchObject({ characterId: ids.get('Mara') });
    await call('update_memory', { memoryId, importance: 'HIGH' });
    const newer = { content: 'The home of Mara is in Braga.', supersedes: [memoryId] };
    expect(await call('add_memory', newer)).toMatchObject({ characterId: ids.get('Mara') });
    expect(await call('delete_memory', { memoryId })).toMatchObject({ state: 'DELETED' });
  });

  test('a finished statement about the user goes to their own memory, in a category that it has', async () => {
    const { call, ids } = await inAlpha();
    const content = 'I am allergic to peanuts.';
    const direct = { content, category: 'preferences' };
    expect(await call('add_memory_direct', direct)).toMatchObject({ characterId: ids.get('Mara'), ...direct });
    const named = await call('add_memory_direct', { ...direct, characterId: 'Alpha' });
    expect(named).toMatchObject({ characterId: ids.get('Alpha') });
  });

  test('writes to the project', async () => {
    const { call, ids } = await inAlpha();
    const { characterId } = await call<{ characterId: string }>('add_memory_direct', {
      content: 'Tests run on every push.',
      category: 'facts',
    });
    expect(characterId).toBe(ids.get('Alpha'));
  });
});

// A server has no layers of a folder.
test.skipIf(!isOnMachine)(
  'an answer moves what replaces something of the user’s own, also where others read the project',
  async () => {
    const { call, add, ids, store, clock } = await inAlpha();
    const newerId = String((await add('Alpha', 'Mara moved to Hamburg.')).id);
    const olderId = String((await add('Mara', 'Mara lives in Lisbon.')).id);
    await store.pairs.link(localScope, ids.get('Mara') ?? '', [{ newerId, olderId }], clock.now);
    await call('keep_both', { characterId: 'Alpha', memoryId: newerId, otherId: olderId, answer: 'changed' });
    const moved = await call('get_memory', { characterId: 'Mara', memoryId: newerId });
    expect(moved).toMatchObject({ content: 'Mara moved to Hamburg.', state: 'ACTIVE' });
  },
);

test.skipIf(!isOnMachine)('an answer that is refused moves nothing', async () => {
  const { call, add, ids, store, clock, fault } = await inAlpha();
  const newerId = String((await add('Alpha', 'Mara moved to Hamburg.')).id);
  const olderId = String((await add('Mara', 'Mara lives in Lisbon and likes tea.')).id);
  await add('Mara', 'Mara likes tea.');
  await store.pairs.link(localScope, ids.get('Mara') ?? '', [{ newerId, olderId }], clock.now);
  const pair = { characterId: 'Mara', memoryId: newerId, answer: 'changed' };
  expect(await fault('keep_both', { ...pair, otherId: olderId, remains: 'Mara likes tea.' })).toMatchObject({
    type: 'ConflictUnresolved',
  });
  expect(await fault('keep_both', { ...pair, otherId: id(99) })).toMatchObject({ type: 'MemoryNotFound' });
  expect(await call('get_memory', { characterId: 'Alpha', memoryId: newerId })).toMatchObject({ state: 'ACTIVE' });
});

describe('the references me, Personal and project', () => {
  test('mean the user’s own memory and the project’s, in any case', async () => {
    const { call } = await inAlpha();
    for (const [reference, name] of [
      ['me', 'Mara'],
      ['personal', 'Mara'],
      ['Project', 'Alpha'],
    ]) {
      expect(await call('get_character', { characterId: reference })).toMatchObject({ name });
    }
    const { memories } = await call<Found>('search_memories', { characterId: 'me', query: 'office' });
    expect(memories.map(({ content }) => content)).toStrictEqual(['Mara lives in Lisbon, near the office in Chiado.']);
  });

  test('the names me and project are refused for new characters and aliases', async () => {
    const { fault } = await inAlpha();
    for (const [tool, input] of [
      ['create_character', { name: 'me' }],
      ['rename_character', { characterId: 'Mara', name: 'Project' }],
      ['clone_character', { characterId: 'Mara', name: 'ME' }],
      ['set_aliases', { characterId: 'Mara', aliases: ['me'] }],
    ] as const) {
      expect(await fault(tool, input)).toMatchObject({
        type: 'ValidationError',
        message: expect.stringContaining('must not be "me" or "project"'),
      });
    }
  });

  test('a character that has such a name already comes first', async () => {
    const { call, store, ids } = await inAlpha();
    await store.characters.change(localScope, ids.get('Alpha')!, () => ({ aliases: [{ alias: 'me' }] }), 1, 'BUSINESS');
    expect(await call('get_character', { characterId: 'me' })).toMatchObject({ name: 'Alpha' });
  });

  test('the reference me on a server means the caller’s own private memory, made at its first use', async () => {
    const { call, fault } = await openSession({ tenantId: 'acme' });
    await call('create_character', { name: 'acme' });
    const own = await call<{ id: string }>('get_character', { characterId: 'me' });
    expect(own).toMatchObject({ name: 'acme (2)', visibility: 'PRIVATE' });
    expect(await call('get_character', { characterId: 'me' })).toMatchObject({ id: own.id });
    expect(await fault('get_character', { characterId: 'project' })).toMatchObject({ type: 'CharacterNotFound' });
  });
});

describe('explain_prompt', () => {
  interface Reasons {
    asks: boolean;
    least: number;
    layers: {
      name: string;
      isOwn: boolean;
      memories: { content: string; outcome: string; lacks: string[]; later?: true; answers?: true; was?: object }[];
    }[];
    elsewhere: { characterName: string; content: string; later?: true }[];
  }
  const outcomesIn = ({ layers }: Reasons) =>
    layers.map(({ name, memories }) => [name, memories.map(({ content, outcome }) => [content.slice(0, 16), outcome])]);

  test('a prompt is searched in the project and in the user’s own memory, with what each lacks', async () => {
    const { call, add } = await inAlpha();
    const ask = (prompt: string) => call<Reasons>('explain_prompt', { characterId: 'Alpha', prompt });
    // What is far from the prompt explains nothing.
    expect(outcomesIn(await ask('Which colour has the bicycle of the team lead?'))[0]).toStrictEqual(['Alpha', []]);
    await add('Alpha', 'The team lead has an office.');
    const weak = await ask('Which colour has the bicycle of the team lead?');
    expect(weak.layers.map(({ name, isOwn }) => [name, isOwn])).toStrictEqual([
      ['Alpha', false],
      ['Mara', true],
    ]);
    expect(weak.layers[0]?.memories[0]).toMatchObject({ outcome: 'weak' });
    expect(weak.layers[0]?.memories[0]?.lacks).toContain('bicycle');
    expect(weak.elsewhere).toStrictEqual([]);
    await add('Mara', 'The bicycle of the team lead has a red colour.');
    expect(outcomesIn(await ask('Which colour has the bicycle of the team lead?'))[1]).toStrictEqual([
      'Mara',
      expect.arrayContaining([['The bicycle of t', 'given']]),
    ]);
    expect(await ask('Thanks!')).toMatchObject({ asks: false });
  });

  test('the memory that a missing answer belongs to comes first: of a question about the user their own', async () => {
    const { call } = await inAlpha();
    const layersOf = async (prompt: string) =>
      (await call<Reasons>('explain_prompt', { characterId: 'Alpha', prompt })).layers.map(({ name }) => name);
    for (const own of ['Which editor do I use?', 'Wann ist mein Deutschkurs?', '妹はどこに住んでいる?'])
      expect(await layersOf(own)).toStrictEqual(['Mara', 'Alpha']);
    for (const ofProject of ['Which port has the staging server?', 'How do I deploy the service?'])
      expect(await layersOf(ofProject)).toStrictEqual(['Alpha', 'Mara']);
  });

  test('a memory stored after a prompt is marked, and hides nothing that was there', async () => {
    const { call, add, clock } = await inAlpha();
    await call('create_character', { name: 'Skylark' });
    const prompt = 'On which day do deployments happen?';
    clock.now += 1_000;
    const askedAt = new Date(clock.now).toISOString();
    clock.now += 1_000;
    for (const day of ['Monday', 'Friday', 'Sunday'])
      await add('Alpha', `Deployments happen on ${day}, which day is best.`);
    await add('Skylark', 'The zeppelin is moored at the north mast.');
    const ask = (asked: object) => call<Reasons>('explain_prompt', { characterId: 'Alpha', ...asked });
    const { layers } = await ask({ prompt, askedAt });
    const later = layers[0]?.memories.map((one) => [one.content.slice(0, 22), one.later ?? false]);
    expect(later).toContainEqual(['Deployments happen on ', false]);
    expect(later?.filter(([, is]) => is)).toHaveLength(3);
    expect((await ask({ prompt })).layers[0]?.memories.filter((one) => one.later)).toStrictEqual([]);
    const moored = await ask({ prompt: 'Where is the zeppelin moored?', askedAt });
    expect(moored.elsewhere).toMatchObject([{ characterName: 'Skylark', later: true }]);
  });

  test('a memory that could not be given at a prompt’s time says what it was then', async () => {
    const { call, ids, add, clock } = await inAlpha();
    const loom = await call<{ id: string }>('create_character', { name: 'Loom' });
    const addTo = (characterId: string, content: string, more: object = {}) =>
      call<{ id: string }>('add_memory_direct', { characterId, content, category: 'general', ...more });
    const moved = await addTo(loom.id, 'The zeppelin is moored at the north mast.');
    const changed = await addTo(ids.get('Alpha')!, 'The harp is in the attic.');
    await add('Alpha', 'The kayak lies beside the boathouse.');
    clock.now += 1_000;
    const askedAt = new Date(clock.now).toISOString();
    clock.now += 1_000;
    await call('change_memories', { characterId: loom.id, ids: [moved.id], change: { moveTo: ids.get('Mara') } });
    await call('update_memory', { characterId: 'Alpha', memoryId: changed.id, content: 'The harp is in the cellar.' });
    const given = async (prompt: string) => {
      const { layers } = await call<Reasons>('explain_prompt', { characterId: 'Alpha', prompt, askedAt });
      const all = layers.flatMap(({ memories }) => memories);
      return all.flatMap(({ outcome, later, was }) => (outcome === 'given' ? [{ later, was }] : []));
    };
    expect(await given('Where is the zeppelin moored?')).toStrictEqual([
      { later: true, was: { state: 'elsewhere', said: 'Loom' } },
    ]);
    expect(await given('Where is the harp?')).toStrictEqual([
      { later: true, was: { state: 'changed', said: 'The harp is in the attic.' } },
    ]);
    expect(await given('Where does the kayak lie?')).toStrictEqual([{ later: undefined, was: undefined }]);
  });

  test('a memory that answers a prompt and is kept back has its reason, in either layer', async () => {
    const { call, ids } = await inAlpha();
    const question = { characterId: 'Alpha', prompt: 'Where does Mara live?' };
    const [found] = (await call<Found>('search_memories', { query: 'Where does Mara live?' })).memories;
    const of = { characterId: ids.get('Mara'), memoryId: found?.id };
    await call('mute_memory', { ...of, muted: true });
    expect(outcomesIn(await call<Reasons>('explain_prompt', question))[1]?.[1]).toContainEqual([
      'Mara lives in Li',
      'muted',
    ]);
    await call('mute_memory', { ...of, muted: false });
    await call('update_memory', { ...of, validUntil: '2020-01-01' });
    expect(outcomesIn(await call<Reasons>('explain_prompt', question))[1]?.[1]).toContainEqual([
      'Mara lives in Li',
      'ended',
    ]);
  });

  test('a memory answers a prompt where it has its telling words, and not only the name or a part of them', async () => {
    const { call, add } = await inAlpha();
    await add('Alpha', 'Releases of Falcon go out on Wednesdays.');
    await add('Alpha', 'The staging host of Falcon is stg3.example.com.');
    await add('Alpha', 'ファルコンのステージングのホストはstg3です。');
    const answersTo = async (prompt: string) => {
      const { layers } = await call<Reasons>('explain_prompt', { characterId: 'Alpha', prompt });
      const all = layers.flatMap(({ memories }) => memories);
      return all.flatMap(({ content, outcome, answers }) => (answers && outcome === 'given' ? [content] : []));
    };
    const staging = 'The staging host of Falcon is stg3.example.com.';
    expect(await answersTo('Which staging host does Falcon use?')).toStrictEqual([staging]);
    expect(await answersTo('What do you know of Falcon?')).toStrictEqual([]);
    expect(await answersTo('Which staging port does Falcon use?')).toStrictEqual([]);
    expect(await answersTo('ファルコンのステージングのホストは何ですか?')).toStrictEqual([
      'ファルコンのステージングのホストはstg3です。',
    ]);
  });

  test('a memory that only another character has is named as being elsewhere', async () => {
    const { call, add } = await inAlpha();
    await call('create_character', { name: 'Skylark' });
    await add('Skylark', 'The staging server is named Kestrel.');
    const { elsewhere } = await call<Reasons>('explain_prompt', {
      characterId: 'Alpha',
      prompt: 'How is the staging server named?',
    });
    expect(elsewhere).toMatchObject([{ characterName: 'Skylark', content: 'The staging server is named Kestrel.' }]);
  });
});
