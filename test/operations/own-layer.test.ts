import { test as anyTest, expect } from 'vitest';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import { loadStatementJudge } from '../../src/ai/statement-judge.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { personIdentity } from '../../src/domain/project-rules.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import { JudgingWorker } from '../../src/service/background/judging-worker.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { isOnMachine } from '../support/front-door-store.ts';
import { type Body, openSession } from '../support/harness.ts';

/** A server has no layers of a folder. */
const test = anyTest.skipIf(!isOnMachine);

const log = () => undefined;

/** The memory Mara of the person, and Alpha and Beta of two projects, with the judge of the package. */
async function openLayers({ withEncoder = false } = {}) {
  const embeddings = new Embeddings(new EncoderEmbedder(ownModel, new OwnEncoder()), log, { timeoutMs: 60_000 });
  const session = await openSession({
    toolsets: ['memories', 'characters', 'review'],
    services: { judge: async () => loadStatementJudge(log), ...(withEncoder && { embeddings }) },
  });
  const { store, call, clock } = session;
  if (!isMachineStore(store)) throw new Error('no store of a machine');
  for (const name of ['Mara', 'Alpha', 'Beta']) {
    const { id } = await call<{ id: string }>('create_character', { name });
    const remote = name === 'Mara' ? personIdentity : undefined;
    const place = { names: [name], folder: `/work/${name}`, remote, place: `place:${name}`, root: null };
    await store.projects.assign(localOwner('BUSINESS'), place, id, clock.now);
  }
  const say = async (characterId: string, content: string) => {
    const { id } = await call('add_memory_direct', { characterId, content, category: 'general' });
    clock.now += 60_000;
    await new JudgingWorker(session.services).catchUp(new AbortController().signal);
    return String(id);
  };
  const get = (characterId: string, memoryId: string) => call('get_memory', { characterId, memoryId });
  /** The questions of Review, the newer statement first. */
  const asked = async (characterId?: string) =>
    ((await call('list_duplicates', { characterId })).pairs as { kind: string; memories: Body[] }[])
      .filter(({ kind }) => kind === 'outdated')
      .map(({ memories }) => memories.map(({ content }) => content))
      .sort();
  return { ...session, say, get, asked };
}

test.each([
  ['Yuki and Jonas moved to Hamburg last week', 'My sister Yuki lives in Berlin with her husband Jonas'],
  ['The staging host is stg3.example.com port 8443 now', 'Staging runs on stg2.example.com'],
  ['Project Kestrel is renamed to Falcon', "The project's code name is Kestrel"],
  ['Adler heißt jetzt Falke', 'Der Codename des Projekts ist Adler'],
  ['SakuraはMomijiに改名された', 'プロジェクトのコードネームはSakuraです'],
  ['We upgraded to PostgreSQL 17', "The team's database is PostgreSQL 15"],
  ['Matthias moved from Leipzig to Dresden', 'My brother Matthias lives in Leipzig'],
  ['Anke ist letzte Woche nach Kiel gezogen', 'Meine Kollegin Anke wohnt in Bonn'],
  ['Léa a déménagé à Nantes la semaine dernière', 'Ma cousine Léa habite à Lyon'],
])('a statement of a project asks about the person’s own memory: %s', async (newer, older) => {
  for (const withEncoder of [false, true]) {
    const { say, get, asked, call } = await openLayers({ withEncoder });
    const old = await say('Mara', older);
    const said = await say('Alpha', newer);
    expect(await get('Mara', old)).toMatchObject({ mayBeOutdatedBy: said });
    expect(await asked()).toStrictEqual([[newer, older]]);
    await call('keep_both', { characterId: 'Mara', memoryId: said, otherId: old, answer: 'changed' });
    expect(await get('Mara', old)).toMatchObject({ supersededBy: said });
    expect(await asked()).toStrictEqual([]);
  }
});

test.each([
  [
    'Yuki and Jonas moved to Hamburg last week',
    '妹のユキはベルリンに住んでいる。モモが病院に行った。藤田先生はいい人だ。',
    'モモが病院に行った。藤田先生はいい人だ。',
  ],
  [
    'ユキは先週ハンブルクに引っ越した',
    'Ich bin Kenta. Meine Schwester Yuki wohnt in Berlin. 我对花生过敏。',
    'Ich bin Kenta. 我对花生过敏。',
  ],
  [
    'Yuki moved to Hamburg',
    'Ich lerne Deutsch. Der Kurs ist um sieben. Schwester Yuki in Berlin, Schwager Jonas.',
    'Ich lerne Deutsch. Der Kurs ist um sieben.',
  ],
])('a change told in one language ends one sentence of a note in another: %s', async (newer, older, rest) => {
  const { say, get, asked, call } = await openLayers({ withEncoder: true });
  const old = await say('Mara', older);
  const said = await say('Alpha', newer);
  expect(await asked()).toStrictEqual([[newer, older]]);
  await call('keep_both', { characterId: 'Mara', memoryId: said, otherId: old, answer: 'changed' });
  expect(await get('Mara', old)).toMatchObject({ content: rest });
});

test('a question over two memories is answered with both or neither too', async () => {
  const { say, get, asked, call } = await openLayers();
  const [home, host] = [
    await say('Mara', 'Matthias lives in Leipzig'),
    await say('Mara', 'Staging runs on stg2.example.com'),
  ];
  const moved = await say('Alpha', 'Matthias moved from Leipzig to Dresden');
  const runs = await say('Alpha', 'Staging runs on stg3.example.com now');
  const answer = (memoryId: string, otherId: string, given: string) =>
    call('keep_both', { characterId: 'Alpha', memoryId, otherId, answer: given });
  await answer(moved, home, 'both');
  expect(await get('Mara', home)).not.toHaveProperty('mayBeOutdatedBy');
  expect(await asked()).toHaveLength(1);
  const { pairs } = await call('list_duplicates', { kept: true });
  expect((pairs as { memories: Body[] }[]).map(({ memories }) => memories.map(({ id }) => id))).toStrictEqual([
    [moved, home],
  ]);
  await answer(runs, host, 'neither');
  expect(await get('Mara', host)).toHaveProperty('validUntil');
  expect(await get('Alpha', runs)).toHaveProperty('validUntil');
  expect(await asked()).toStrictEqual([]);
});

test('a search of the person’s memory gives the newer statement, and a mark on the older one', async () => {
  const { say, call } = await openLayers();
  await say('Mara', 'My brother Matthias lives in Leipzig');
  await say('Alpha', 'Matthias moved from Leipzig to Dresden');
  const { memories } = await call('search_memories', { characterId: 'Mara', query: 'Where does Matthias live?' });
  expect((memories as Body[]).map(({ content, doubt }) => [content, doubt])).toStrictEqual([
    ['Matthias moved from Leipzig to Dresden', undefined],
    ['My brother Matthias lives in Leipzig', expect.stringMatching(/^may be outdated since .*Dresden$/)],
  ]);
  const older = (memories as Body[]).at(-1)!;
  expect(await call('get_memory', { characterId: 'Mara', memoryId: older.id })).toMatchObject({ doubt: older.doubt });
});

test.each([
  ['Schwester Yuki in Berlin', 'My sister Yuki lives in Berlin', 'My sister Yuki lives in Hamburg'],
  ['Sister: Yuki, Berlin', 'My sister Yuki lives in Berlin', 'My sister Yuki lives in Hamburg'],
  ['My sister Yuki lives in Berlin', 'Schwester Yuki in Berlin', 'Schwester Yuki in Hamburg'],
])('an edit asks about what says the same in other words: %s', async (other, before, after) => {
  const { say, asked, call, clock, services } = await openLayers();
  await say('Mara', other);
  const memoryId = await say('Mara', before);
  expect(await asked()).toStrictEqual([]);
  await call('update_memory', { characterId: 'Mara', memoryId, content: after });
  clock.now += 60_000;
  await new JudgingWorker(services).catchUp(new AbortController().signal);
  expect(await asked()).toStrictEqual([[after, other]]);
});

test('a statement of a project never ends a memory of the person by itself', async () => {
  const { say, get } = await openLayers();
  const old = await say('Mara', 'Matthias lives in Leipzig');
  const said = await say('Alpha', 'Matthias moved from Leipzig to Dresden');
  expect(await get('Mara', old)).toMatchObject({ mayBeOutdatedBy: said });
  expect(await get('Mara', old)).not.toHaveProperty('supersededBy');
});

test('an answer about several memories of a person is one batch, also where the newer one moves to them', async () => {
  const { say, get, call, store, clock } = await openLayers();
  const older = [await say('Mara', 'My sister Yuki lives in Berlin'), await say('Mara', 'Yuki wohnt in Berlin')];
  const newer = await say('Alpha', 'Yuki has a flat in Hamburg now');
  const { id } = await call('get_character', { characterId: 'Mara' });
  const links = older.map((olderId) => ({ olderId, newerId: newer }));
  await store.pairs.link(localOwner('BUSINESS'), String(id), links, clock.now);
  const states = () => Promise.all(older.map((memoryId) => get('Mara', memoryId)));
  for (const [answer, ended] of [
    ['changed', { supersededBy: newer }],
    ['neither', { validUntil: expect.any(String) }],
  ] as const) {
    let batchId: unknown;
    for (const otherId of older)
      ({ batchId } = await call('keep_both', { characterId: 'Alpha', memoryId: newer, otherId, answer, batchId }));
    expect(await states()).toMatchObject([ended, ended]);
    await call('undo_batch', { characterId: 'Mara', batchId });
    for (const one of await states()) expect(one).not.toHaveProperty(Object.keys(ended)[0]!);
    expect(await get('Alpha', newer)).not.toHaveProperty('validUntil');
  }
});

test('an answer about a text that the person’s own memory has already goes on with that one', async () => {
  const { say, get, call, store, clock } = await openLayers();
  const older = [await say('Mara', 'My sister Yuki lives in Berlin'), await say('Mara', 'Yuki wohnt in Berlin')];
  const [newer, twin] = [
    await say('Alpha', 'Yuki has a flat in Hamburg now'),
    await say('Mara', 'Yuki has a flat in Hamburg now'),
  ];
  const { id } = await call('get_character', { characterId: 'Mara' });
  const links = older.map((olderId) => ({ olderId, newerId: newer }));
  await store.pairs.link(localOwner('BUSINESS'), String(id), links, clock.now);
  let [memoryId, batchId]: unknown[] = [newer];
  for (const otherId of older) {
    const asked = { characterId: 'Alpha', memoryId, otherId, answer: 'changed', batchId };
    const answer = await call('keep_both', asked);
    [memoryId, batchId] = [(answer.memoryIds as string[])[0], answer.batchId];
    expect(memoryId).toBe(twin);
    expect(await get('Mara', otherId)).toMatchObject({ supersededBy: twin });
  }
});

test('a note of many sentences is asked about part by part', async () => {
  const { say, get, asked, call, clock, services } = await openLayers();
  const [moved, upgraded] = ['Yuki moved to Hamburg last week', 'We upgraded Falcon to PostgreSQL 17'];
  const kept = ['I live in Kyoto with Mei.', 'My sister Yuki lives in Berlin.', 'I am allergic to peanuts.'];
  const lines = [...kept, 'Falcon uses PostgreSQL 15.'];
  const note = await say('Mara', lines.join('\n'));
  await say('Alpha', moved);
  const newer = await say('Beta', upgraded);
  const found = async (query: string) => {
    const { memories } = await call('search_memories', { characterId: 'Mara', query });
    return (memories as Body[]).map(({ content }) => content);
  };
  expect(await found('Where does my sister live?')).toStrictEqual([moved, lines.join('\n')]);
  expect((await found('Which PostgreSQL does Falcon use?'))[0]).toBe(upgraded);
  expect(await asked()).toHaveLength(2);
  const answer = { characterId: 'Beta', memoryId: newer, otherId: note, answer: 'changed' };
  const { batchId } = await call('keep_both', answer);
  expect(await get('Mara', note)).toMatchObject({ content: kept.join('\n') });
  // Where the older one was known, the newer one is.
  expect(await get('Mara', newer)).toMatchObject({ content: upgraded });
  await call('undo_batch', { characterId: 'Mara', batchId });
  expect(await get('Mara', note)).toMatchObject({ content: lines.join('\n') });
  expect(await get('Beta', newer)).toMatchObject({ content: upgraded });
  clock.now += 60_000;
  await new JudgingWorker(services).catchUp(new AbortController().signal);
  expect(await asked()).toHaveLength(2);
  // It is asked again, though a trace of the newer one stays where it had moved.
  await call('keep_both', { ...answer, kept: false });
  expect(await asked()).toHaveLength(2);
  await call('keep_both', answer);
  expect(await get('Mara', newer)).toMatchObject({ content: upgraded, state: 'ACTIVE' });
  expect(await asked()).toStrictEqual([[moved, kept.join('\n')]]);
  // An edit of one sentence leaves what is asked about the others.
  const content = kept.join('\n').replace('Kyoto', 'Osaka');
  await call('update_memory', { characterId: 'Mara', memoryId: note, content });
  clock.now += 60_000;
  await new JudgingWorker(services).catchUp(new AbortController().signal);
  expect(await asked()).toHaveLength(1);
});

test('a statement of a project asks nothing where it shares no name, or about other projects', async () => {
  const { say, asked } = await openLayers();
  await say('Mara', 'The deploy day is Tuesday');
  await say('Beta', 'Matthias lives in Leipzig');
  await say('Alpha', 'The deploy day is Thursday now');
  await say('Alpha', 'Matthias moved from Leipzig to Dresden');
  expect(await asked()).toStrictEqual([]);
});

test('a statement in the person’s own memory asks about what projects say, and ends nothing there', async () => {
  const { say, get, asked } = await openLayers();
  const [before, after] = ['The staging host of Falcon is stg3', "Falcon's staging host is stg4"];
  const [host, other] = [await say('Alpha', before), await say('Beta', 'The backup host of Atlas is stg7')];
  const said = await say('Mara', after);
  expect(await asked()).toStrictEqual([[after, before]]);
  expect(await get('Alpha', host)).toMatchObject({ mayBeOutdatedBy: said });
  expect(await get('Beta', other)).not.toHaveProperty('mayBeOutdatedBy');
});

test('a correction in a project takes back what it asked about the person’s own memory', async () => {
  const { say, asked, call, clock, services } = await openLayers();
  await say('Mara', 'Matthias lives in Leipzig');
  const memoryId = await say('Alpha', 'Matthias moved from Leipzig to Dresden');
  await call('update_memory', { characterId: 'Alpha', memoryId, content: 'The office closes at six now' });
  clock.now += 60_000;
  await new JudgingWorker(services).catchUp(new AbortController().signal);
  expect(await asked()).toStrictEqual([]);
});

test('one sentence with two changes asks about both, and each question has its own answer', async () => {
  const { say, asked, call, get } = await openLayers();
  const [sister, editor] = [
    await say('Mara', 'My sister Yuki lives in Berlin with her husband Jonas'),
    await say('Mara', 'I use Vim as my editor'),
  ];
  const both = 'Yuki moved to Hamburg and I switched to Neovim';
  const said = await say('Mara', both);
  const [first, second] = [
    [both, 'I use Vim as my editor'],
    [both, 'My sister Yuki lives in Berlin with her husband Jonas'],
  ];
  expect(await asked()).toStrictEqual([first, second]);
  await call('keep_both', { characterId: 'Mara', memoryId: said, otherId: editor, answer: 'changed' });
  expect(await asked()).toStrictEqual([second]);
  expect(await get('Mara', sister)).toMatchObject({ mayBeOutdatedBy: said });
});

test('the question about a part comes back with an undo, also once the text is judged again', async () => {
  const { say, asked, call, clock, services } = await openLayers();
  const lesson =
    'deutsch › Deutschkurs: Meine Lehrerin heißt Frau Brandt. Der Kurs ist dienstags um 19 Uhr. Schwester Yuki in Berlin, Schwager Jonas.';
  const note = await say('Mara', lesson);
  const newer = await say('Alpha', 'Frau Brandt hat den Kurs auf Donnerstag verlegt.');
  expect(await asked()).toHaveLength(1);
  for (let round = 0; round < 2; round++) {
    const answer = { characterId: 'Alpha', memoryId: newer, otherId: note, answer: 'changed' };
    const { batchId } = await call('keep_both', answer);
    await new JudgingWorker(services).catchUp(new AbortController().signal);
    expect(await asked()).toHaveLength(0);
    clock.now += 60_000;
    await call('undo_batch', { characterId: 'Mara', batchId });
    await new JudgingWorker(services).catchUp(new AbortController().signal);
    expect(await asked()).toHaveLength(1);
    clock.now += 60_000;
  }
});
