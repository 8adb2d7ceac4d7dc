import { describe, expect, test } from 'vitest';
import { openHttp } from '../support/http-harness.ts';

interface Listed {
  memories: { id: string; characterId: string; content: string; recalls?: number }[];
  total: number;
  nextCursor?: string;
  counts: { characterId: string; memories: number }[];
}
interface Batch {
  changed: number;
  batchId?: string;
  changedSince?: number;
}

const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00Z`;

/** Three characters whose memories alternate in time: Ada has those of days 1, 4, 7, Bob of 2, 5, Eve of 3. */
async function withThree() {
  const http = await openHttp();
  const ids = new Map<string, string>();
  const owners = ['Ada', 'Bob', 'Eve', 'Ada', 'Bob', 'Ada'];
  for (const name of ['Ada', 'Bob', 'Eve']) {
    ids.set(name, (await http.session.call<{ id: string }>('create_character', { name })).id);
  }
  const made: string[] = [];
  for (const [i, name] of owners.entries()) {
    const given = { content: `Text ${i + 1} of ${name}.`, category: 'facts', occurredAt: day(i + 1) };
    const importance = i % 2 === 0 ? 'HIGH' : 'LOW';
    const { id } = await http.session.call<{ id: string }>('add_memory_direct', {
      characterId: name,
      ...given,
      importance,
    });
    made.push(id);
  }
  const list = async (query = '') => (await http.ask('GET', `/v1/memories${query}`)).body as unknown as Listed;
  const change = async (name: string, body: object) =>
    (await http.ask('POST', `/v1/characters/${ids.get(name)}/memories/batch`, { body })).body as unknown as Batch;
  const undo = (batchId: string | undefined) => http.ask('POST', `/v1/batches/${batchId}/undo`);
  const contents = async (query = '') => (await list(query)).memories.map(({ content }) => content);
  return { ...http, ids, made, list, change, undo, contents };
}

describe('GET /v1/memories', () => {
  test('the memories of all characters are one list, in pages that join without a gap', async () => {
    const { ids, list, contents } = await withThree();
    const whole = await list();
    expect(whole.memories.map(({ content }) => content)).toStrictEqual(
      ['Ada', 'Bob', 'Ada', 'Eve', 'Bob', 'Ada'].map((name, i) => `Text ${6 - i} of ${name}.`),
    );
    expect(whole.counts).toStrictEqual([
      { characterId: ids.get('Ada'), memories: 3 },
      { characterId: ids.get('Bob'), memories: 2 },
      { characterId: ids.get('Eve'), memories: 1 },
    ]);
    for (const sort of ['newest', 'oldest', 'importance', 'recalled', 'changed']) {
      const all = await contents(`?sort=${sort}`);
      const paged = [0, 1, 2].map((page) => contents(`?sort=${sort}&limit=2&page=${page}`));
      expect((await Promise.all(paged)).flat()).toStrictEqual(all);
      const { nextCursor } = await list(`?sort=${sort}&limit=4`);
      expect(await contents(`?sort=${sort}&cursor=${nextCursor}`)).toStrictEqual(all.slice(4));
    }
  });

  test('filters of a list hold over all characters, a category by its name in any of them', async () => {
    const { session, contents, change, made } = await withThree();
    await session.call('add_category', { characterId: 'Eve', name: 'Chess', description: 'Openings' });
    await change('Eve', { ids: [made[2]], change: { category: 'Chess' } });
    expect(await contents('?category=chess')).toStrictEqual(['Text 3 of Eve.']);
    expect(await contents('?category=unheard')).toStrictEqual([]);
    expect(await contents('?fileId=none.md')).toStrictEqual([]);
    expect(await contents('?importance=HIGH')).toStrictEqual(['Text 5 of Bob.', 'Text 3 of Eve.', 'Text 1 of Ada.']);
    expect(await contents(`?since=${day(2)}&until=${day(4)}`)).toStrictEqual(['Text 3 of Eve.', 'Text 2 of Bob.']);
    expect(await contents('?author=nobody')).toStrictEqual([]);
  });

  test('a caller sees only the characters that are shared with it', async () => {
    const { ask, key: owner, keyOf } = await openHttp();
    const member = await keyOf('MEMBER');
    for (const visibility of ['PUBLIC', 'PRIVATE']) {
      await ask('POST', '/v1/characters', { body: { name: visibility, visibility } });
      const body = { content: `Of ${visibility}.`, category: 'facts' };
      await ask('POST', `/v1/characters/${visibility}/memories/direct`, { body });
    }
    const seen = async (key: string) => {
      const { body } = await ask('GET', '/v1/memories', { key });
      return (body as unknown as Listed).memories.map(({ content }) => content);
    };
    expect(await seen(owner)).toHaveLength(2);
    expect(await seen(member)).toStrictEqual(['Of PUBLIC.']);
  });
});

describe('POST /v1/batches/{batchId}/undo', () => {
  test('parts of one batch in several characters are undone together, also when a memory has moved', async () => {
    const { change, undo, contents, made } = await withThree();
    const before = await contents();
    const filter = { importance: 'HIGH' };
    const { batchId } = await change('Ada', { filter, change: { state: 'DELETED' } });
    await change('Bob', { filter, change: { state: 'DELETED' }, batchId });
    await change('Ada', { ids: [made[3]], change: { moveTo: 'Eve' }, batchId });
    expect(await contents()).toHaveLength(4);
    const undone = (await undo(batchId)).body as unknown as Batch;
    expect(undone).toMatchObject({ changed: 3, changedSince: 0, failed: [] });
    expect(await contents()).toStrictEqual(before);
    expect((await undo(undone.batchId)).body).toMatchObject({ changed: 3 });
    expect(await contents()).toHaveLength(4);
  });

  test('a hidden character’s part of a batch stays, is not named, and does not stop the rest', async () => {
    const { ask, newMember } = await openHttp();
    const [ada, bob] = [(await newMember('Ada')).key, (await newMember('Bob')).key];
    const make = async (name: string, key = ada, more = {}) =>
      String((await ask('POST', '/v1/characters', { key, body: { name, ...more } })).body.id);
    const [early, late] = [await make('Early'), await make('Late', bob)];
    const hidden = await make('Hidden', ada, { visibility: 'PRIVATE' });
    const add = async (id: string, content: string) => {
      const path = `/v1/characters/${id}/memories/direct`;
      return String((await ask('POST', path, { key: ada, body: { content, category: 'facts' } })).body.id);
    };
    const ids = {
      early: await add(early, 'Early.'),
      hidden: await add(hidden, 'Hidden.'),
      late: await add(late, 'Late.'),
    };
    const batchId = '6f7a2a1e-8d0f-4c55-9b42-3a52f5b1a001';
    const change = (id: string, memory: string, what: object) =>
      ask('POST', `/v1/characters/${id}/memories/batch`, { key: ada, body: { ids: [memory], change: what, batchId } });
    await change(early, ids.early, { importance: 'LOW' });
    await change(hidden, ids.hidden, { moveTo: late });
    await change(late, ids.late, { importance: 'LOW' });
    const readBy = async (key: string | undefined) => {
      const path = `/v1/characters/${late}/memories/${ids.hidden}/history`;
      return (await ask('GET', path, { key })).body.revisions as { moved?: string }[];
    };
    expect((await readBy(ada)).map(({ moved }) => moved)).toContain(hidden);
    expect(JSON.stringify(await readBy(bob))).not.toContain(hidden);
    const undone = await ask('POST', `/v1/batches/${batchId}/undo`, { key: bob });
    expect(undone.body).toMatchObject({ changed: 2, failed: [{ id: ids.hidden }], batchId: expect.any(String) });
    const again = await ask('POST', `/v1/characters/${late}/batches/${batchId}/undo`, { key: bob });
    expect(again.body).toMatchObject({ changed: 0, failed: [{ id: ids.hidden, error: { type: 'AccessDenied' } }] });
    expect(JSON.stringify([undone.body, again.body])).not.toContain(hidden);
    const erased = await ask('POST', '/v1/erasures', {
      key: bob,
      body: { characterId: late, ids: [ids.hidden], confirm: true },
    });
    expect(erased.body).toMatchObject({ erasures: [{ memories: 1 }] });
    expect(JSON.stringify(erased.body)).not.toContain(hidden);
  });

  test('several undos of one batch at once take each memory back once, and none of them fails', async () => {
    const { ask, contents, undo } = await withThree();
    const before = await contents();
    const fileContent = Array.from({ length: 90 }, (_, i) => `- Ada likes fig number ${i}.\n`).join('');
    const { body } = await ask('POST', '/v1/characters/Ada/import', { body: { fileName: 'figs.md', fileContent } });
    const answers = await Promise.all([1, 2, 3].map(async () => (await undo(String(body.importId))).body));
    expect(answers.flatMap(({ failed }) => failed)).toStrictEqual([]);
    expect(answers.reduce((sum, { changed }) => sum + Number(changed), 0)).toBe(90);
    for (const { changed, changedSince } of answers) expect(Number(changed) + Number(changedSince)).toBe(90);
    expect(await contents()).toStrictEqual(before);
  });

  test('an unknown batch is not found, and a part needs a batch’s id', async () => {
    const { undo, change, made } = await withThree();
    expect(await undo('none')).toMatchObject({ status: 404, body: { error: { type: 'NotFound' } } });
    const refused = await change('Ada', { ids: [made[0]], change: { importance: 'LOW' }, batchId: 'mine' });
    expect(refused).toMatchObject({ error: { type: 'ValidationError' } });
  });

  test('documents that are imported in parts are taken back together', async () => {
    const { ask, contents, undo } = await withThree();
    const before = await contents();
    const bring = async (name: string, fileName: string, more = {}) => {
      const body = { fileName, fileContent: `- ${name} likes ${fileName}.\n`, ...more };
      return (await ask('POST', `/v1/characters/${name}/import`, { body })).body as unknown as { importId: string };
    };
    const { importId: batchId } = await bring('Ada', 'figs.md');
    await bring('Bob', 'pears.md', { batchId });
    expect(await contents()).toHaveLength(before.length + 2);
    expect((await undo(batchId)).body).toMatchObject({ changed: 2 });
    expect(await contents()).toStrictEqual(before);
  });
});
