import { test as anyTest, expect } from 'vitest';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import { lazyJudge } from '../../src/ai/lazy-judge.ts';
import { Traffic } from '../../src/base/traffic.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { TextJudge } from '../../src/search/judge/judge.ts';
import { JudgingWorker } from '../../src/service/background/judging-worker.ts';
import type { Services } from '../../src/service/context.ts';
import { NoticedEnds } from '../../src/service/noticed-ends.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { withoutVectors } from '../support/front-door-store.ts';
import { type Body, openWithAda, type Session } from '../support/harness.ts';

/** Without vectors only statements that share words are compared. */
const test = anyTest.skipIf(withoutVectors !== undefined);

const characterId = 'Ada';
const log: Services['log'] = () => undefined;

/** With the judge and the encoder of the package, or a judge of the test. */
async function openJudged(judge: Services['judge'] = lazyJudge(log), more: Partial<Services> = {}): Promise<Session> {
  const embedder = new EncoderEmbedder(ownModel, new OwnEncoder());
  const embeddings = new Embeddings(embedder, log);
  return openWithAda({
    toolsets: ['memories', 'characters', 'review', 'files', 'chatgpt'],
    services: { judge, embeddings, ...more },
  });
}

const add = (session: Session, content: string, more: object = {}) =>
  session.call('add_memory_direct', { characterId, content, category: 'general', ...more });
const remember = (session: Session, content: string) =>
  session.call<{ operations: Body[]; memories: Body[] }>('add_memory', { characterId, content });
const catchUp = ({ services }: Session) => new JudgingWorker(services).catchUp(new AbortController().signal);
const get = (session: Session, memoryId: unknown) => session.call('get_memory', { characterId, memoryId });

/** Judges that what begins so ends whatever is stored. */
const always = (sureness: 'sure' | 'likely', beginning = 'Now'): (() => Promise<TextJudge>) => {
  return async () => (newer) =>
    newer.startsWith(beginning)
      ? { relation: 'ends', sureness, ends: sureness === 'sure' ? 1 : 0.9 }
      : { relation: 'unrelated', ends: 0 };
};

test('add_memory names the memory that a new one ends', async () => {
  const session = await openJudged();
  const { id } = await add(session, 'The API rate limit is 100 requests a minute.');
  const { operations, memories } = await remember(session, 'We raised the API rate limit to 250 requests a minute.');
  expect(operations).toContainEqual({ operation: 'END', memoryId: id, reason: 'no longer holds' });
  expect(await get(session, id)).toMatchObject({ supersededBy: memories[0]!.id });
  const other = await remember(session, 'My sister plays the cello.');
  expect(other.operations.map(({ operation }) => operation)).toStrictEqual(['ADD']);
});

test('a merge of what is known, and its undo, ask about no other memory; new words in it do', async () => {
  let ends = false;
  const session = await openJudged(async () => () => {
    return ends ? { relation: 'ends', sureness: 'likely', ends: 0.9 } : { relation: 'unrelated', ends: 0 };
  });
  const { id: other } = await add(session, 'The dog is Biscuit.');
  session.clock.now += 2_000;
  const { id: keepId } = await add(session, 'The dog is brown.');
  const { id: deleteId } = await add(session, 'The dog is old.');
  await catchUp(session);
  ends = true;
  const merge = (content: string) => session.call('merge_memories', { characterId, keepId, deleteId, content });
  const isAsked = async () => (await get(session, other)).mayBeOutdatedBy !== undefined;
  const { batchId } = await merge('The dog is brown. The dog is old.');
  await catchUp(session);
  expect(await isAsked()).toBe(false);
  await session.call('undo_batch', { characterId, batchId });
  await catchUp(session);
  expect(await isAsked()).toBe(false);
  await merge('The dog is brown. The dog is Rex.');
  await catchUp(session);
  expect(await isAsked()).toBe(true);
});

test('a statement without vectors changes one that many texts without statements hide', async () => {
  const session = await openJudged(lazyJudge(log), { embeddings: undefined });
  const { id } = await add(session, 'My new manager is Daniel Weber; Priya left the company.');
  for (let i = 0; i < 20; i++) await add(session, `My manager is now Aiko Tanaka: \`\`\`x${i}\`\`\``);
  session.clock.now += 2_000;
  const { id: newer } = await add(session, 'My manager is now Aiko Tanaka.');
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: newer });
});

test('an edited memory is newer than what was stored before its edit', async () => {
  const session = await openJudged(always('likely'));
  const { id } = await add(session, 'The dog is Biscuit.');
  session.clock.now += 2_000;
  const { id: other } = await add(session, 'The dog is called Biscuit.');
  await catchUp(session);
  session.clock.now += 2_000;
  await session.call('update_memory', { characterId, memoryId: id, content: 'Now the dog is Pretzel.' });
  await catchUp(session);
  expect(await get(session, other)).toMatchObject({ mayBeOutdatedBy: id });
  expect(await get(session, id)).not.toHaveProperty('mayBeOutdatedBy');
});

test('a memory of an import that its owner edits is newer than what was stored before the edit', async () => {
  const session = await openJudged(always('likely'));
  const fileContent = '- The dog is Biscuit.\n';
  await session.call('import_document', { characterId, fileName: 'dogs.md', fileContent });
  const [{ id } = { id: '' }] = (await session.call<{ memories: { id: string }[] }>('list_memories', { characterId }))
    .memories;
  session.clock.now += 2_000;
  const { id: other } = await add(session, 'The dog is called Biscuit.');
  await catchUp(session);
  session.clock.now += 2_000;
  await session.call('update_memory', { characterId, memoryId: id, content: 'Now the dog is Pretzel.' });
  await catchUp(session);
  expect(await get(session, other)).toMatchObject({ mayBeOutdatedBy: id });
  expect(await get(session, id)).not.toHaveProperty('mayBeOutdatedBy');
});

test('another importance makes no memory newer than what was said after it', async () => {
  const session = await openJudged(always('likely', 'The dog'));
  const { id } = await add(session, 'The dog is Biscuit.', { occurredAt: '2020-05-01T00:00:00Z' });
  await session.call('update_memory', { characterId, memoryId: id, importance: 'HIGH' });
  const { id: newer } = await add(session, 'The dog is Pretzel.', { occurredAt: '2024-05-01T00:00:00Z' });
  await catchUp(session);
  expect(await get(session, newer)).not.toHaveProperty('mayBeOutdatedBy');
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: newer });
});

test('a change of one of several things that a memory says is asked about', async () => {
  const session = await openJudged(always('sure', 'I '));
  const { id } = await add(session, 'I live in Berlin and work as a developer at Nordlicht.');
  const { id: moved } = await add(session, 'I moved to Hamburg in May.');
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: moved });
  expect(await get(session, id)).not.toHaveProperty('supersededBy');
});

test('a memory that says several things answers what still holds, and keeps it when one has changed', async () => {
  const session = await openJudged();
  const content = "I'm Lena, I live in Leeds and my dog is called Rex.";
  const { id, revision } = await add(session, content);
  session.clock.now += 1_000;
  await add(session, 'I moved to Hull.');
  session.clock.now += 1_000;
  const { id: newer } = await add(session, 'I moved to York.');
  await catchUp(session);
  const found = async (query: string) => {
    const { memories } = await session.call<{ memories: Body[] }>('search_memories', { characterId, query });
    return memories.map(({ id: one, doubt }) => (doubt === undefined ? one : [one, doubt]));
  };
  const doubted = [id, expect.stringMatching(/ in “I live in Leeds”: I moved to York\.$/)];
  expect((await found('What is my dog called?'))[0]).toStrictEqual(doubted);
  expect((await found('Where do I live?'))[0]).toBe(newer);
  const context = (query: string) => session.call('assemble_context', { characterId, query, include: ['memories'] });
  expect((await context('What is my dog called?')).text).toMatch(/Rex[\s\S]*York/);
  expect((await context('Where do I live?')).text).toMatch(/York[\s\S]*Rex/);
  const remains = "I'm Lena and my dog is called Rex.";
  const { pairs } = await session.call<{ pairs: { memories: Body[] }[] }>('list_duplicates', { characterId });
  expect(pairs.find(({ memories }) => memories[1]?.id === id)).toMatchObject({ remains });
  const answer = { characterId, memoryId: newer, otherId: id, answer: 'changed' };
  expect(await session.call('keep_both', answer)).toMatchObject({ remains });
  // What it still says is not said anew, and was asked about other parts too.
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ content: remains });
  expect(await get(session, id)).not.toHaveProperty('mayBeOutdatedBy');
  expect(await get(session, newer)).not.toHaveProperty('mayBeOutdatedBy');
  await session.call('revert_memory', { characterId, memoryId: id, revision });
  await session.call('keep_both', { ...answer, kept: false });
  // What an Undo brings back is not said anew.
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ content, mayBeOutdatedBy: newer });
  expect(await get(session, newer)).not.toHaveProperty('mayBeOutdatedBy');
});

test('a line that an answer leaves a part of is asked about beside no other line of its note', async () => {
  const session = await openJudged(always('likely', 'Momo'));
  const fileContent =
    '# Home\n\n- Momo eats salmon food; the vet is Dr. Fujita.\n- The cat is called Momo and eats salmon.\n';
  await session.call('import_document', { characterId, fileName: 'home.md', fileContent });
  await catchUp(session);
  const { memories } = await session.call<{ memories: Body[] }>('list_memories', { characterId });
  const [line, other] = ['Dr. Fujita', 'is called'].map((part) =>
    memories.find(({ content }) => String(content).includes(part)),
  );
  session.clock.now += 2_000;
  const { id: newer } = await add(session, 'Dr. Hayashi is the new vet of Momo.');
  await catchUp(session);
  const answer = { characterId, memoryId: newer, otherId: line!.id, answer: 'changed' };
  session.clock.now += 2_000;
  await session.call('keep_both', { ...answer, remains: 'Home: Momo now eats tuna food.' });
  await catchUp(session);
  expect(await get(session, line!.id)).toMatchObject({ content: 'Home: Momo now eats tuna food.' });
  expect(await get(session, other!.id)).not.toHaveProperty('mayBeOutdatedBy');
});

test('an edit is asked about where other memories still say what it replaced, until it is taken back', async () => {
  const session = await openJudged();
  const { id, revision } = await add(session, 'My dog is called Biscuit.');
  const others = [
    'I live in Leeds and my dog is called Biscuit.',
    "My mum's dog is called Biscuit.",
    'I like biscuits.',
  ];
  const [still, ...left] = await Promise.all(others.map((one) => add(session, one)));
  await catchUp(session);
  session.clock.now += 1_000;
  await session.call('update_memory', { characterId, memoryId: id, content: 'My dog is called Pretzel.' });
  await catchUp(session);
  expect(await get(session, still!.id)).toMatchObject({ mayBeOutdatedBy: id });
  for (const one of left) expect(await get(session, one.id)).not.toHaveProperty('mayBeOutdatedBy');
  const { pairs } = await session.call<{ pairs: Body[] }>('list_duplicates', { characterId });
  const edit = { from: 'Biscuit', to: 'Pretzel' };
  expect(pairs[0]).toMatchObject({ kind: 'outdated', edit, remains: 'I live in Leeds.' });
  await session.call('revert_memory', { characterId, memoryId: id, revision });
  await catchUp(session);
  expect(await get(session, still!.id)).not.toHaveProperty('mayBeOutdatedBy');
});

const releases = 'Releases of Falcon go out on Tuesdays; Matthias signs them off.';

test.each([
  ['below its heading', 'Work › Falcon: ', `# Work\n\nFalcon uses PostgreSQL 15.\n\n## Falcon\n\n${releases}\n`],
  ['without its heading', '', `# Work\n\n## Falcon\n\n${releases}\n\nMatthias lives in Leipzig.\n`],
])('an edit of a line %s asks about no other line of its note', async (_, heading, fileContent) => {
  const session = await openJudged();
  await session.call('import_document', { characterId, fileName: 'work.md', fileContent });
  await catchUp(session);
  const list = async () => (await session.call<{ memories: Body[] }>('list_memories', { characterId })).memories;
  const line = (await list()).find(({ content }) => String(content).includes(releases));
  session.clock.now += 2_000;
  const content = heading + releases.replace('Tuesdays', 'Wednesdays');
  await session.call('update_memory', { characterId, memoryId: line!.id, content });
  await catchUp(session);
  for (const one of await list()) expect(one).not.toHaveProperty('mayBeOutdatedBy');
});

test('an edit asks about another memory of the same subject only where that has what it replaced', async () => {
  const session = await openJudged(always('likely', 'Falcon'));
  const { id } = await add(session, 'Falcon goes out on Tuesdays; Matthias signs it off.');
  const [apart, still] = await Promise.all(
    ['Matthias and Falcon use PostgreSQL 15.', 'Matthias plans Falcon: Tuesdays are good.'].map((one) =>
      add(session, one),
    ),
  );
  session.clock.now += 2_000;
  const content = 'Falcon goes out on Wednesdays; Matthias signs it off.';
  await session.call('update_memory', { characterId, memoryId: id, content });
  await catchUp(session);
  expect(await get(session, apart!.id)).not.toHaveProperty('mayBeOutdatedBy');
  expect(await get(session, still!.id)).toMatchObject({ mayBeOutdatedBy: id });
});

test('the next answer tells once what the queue ended after an answer, of the same character only', async () => {
  const session = await openJudged(always('sure'));
  Object.assign(session.services, { noticed: new NoticedEnds(session.services.store) });
  await session.call('create_character', { name: 'Bo' });
  const search = (of = characterId) => session.call('search_memories', { characterId: of, query: 'office' });
  const { id } = await add(session, 'The office is in Hall Street.');
  expect(await search()).not.toHaveProperty('next');
  await add(session, 'Now the office is in Mill Lane.');
  await catchUp(session);
  expect(await search('Bo')).not.toHaveProperty('next');
  const told =
    /Since your last call: “The office is in Hall Street.” ended [-0-9]+, now: Now the office is in Mill Lane./;
  expect((await search()).next).toMatch(told);
  expect(await search()).not.toHaveProperty('next');
  await add(session, 'The canteen closes at two.');
  await add(session, 'Now the canteen closes at three.');
  await catchUp(session);
  const { operations } = await remember(session, 'My sister plays the cello.');
  expect(operations).toContainEqual(
    expect.objectContaining({
      operation: 'END',
      reason: expect.stringContaining('since your last call: “The canteen'),
    }),
  );
  expect(operations.filter(({ memoryId }) => memoryId === id)).toStrictEqual([]);
});

test('add_memory names the memory that may no longer hold', async () => {
  const session = await openJudged(always('likely'));
  const { id } = await add(session, 'The office is in Hall Street.');
  const { operations, memories } = await remember(session, 'Now we all work in Mill Lane.');
  expect(operations.map(({ operation, memoryId }) => [operation, memoryId])).toContainEqual(['NONE', id]);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: memories[0]!.id });
});

test.each([
  ['I live in Leeds.', 'I moved to Lisbon.'],
  ['Freitags ist Homeoffice.', 'Homeoffice ist jetzt mittwochs.'],
  ['我住在苏州。', '我搬到无锡了。'],
])('a direct write is judged after its answer: %s %s', async (older, newer) => {
  const session = await openJudged();
  const { id } = await add(session, older);
  const { id: newerId } = await add(session, newer);
  expect(await get(session, id)).not.toHaveProperty('mayBeOutdatedBy');
  await catchUp(session);
  const found = await get(session, id);
  expect(found.supersededBy ?? found.mayBeOutdatedBy).toBe(newerId);
  expect(await session.store.judging.waiting(0, 9)).toStrictEqual([]);
});

test('a statement waits for an encoder that a search gives up', async () => {
  class Slow extends OwnEncoder {
    override async encode(...given: Parameters<OwnEncoder['encode']>) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return super.encode(...given);
    }
  }
  const embeddings = new Embeddings(new EncoderEmbedder(ownModel, new Slow()), log, { timeoutMs: 1 });
  const session = await openJudged(undefined, { embeddings });
  const { id } = await add(session, '저는 서울에 살아요.');
  await catchUp(session);
  const { id: newerId } = await add(session, '지난달에 부산으로 이사했어요.');
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: newerId });
});

test.each([
  ['Schwester Yuki in Berlin, Schwager Jonas.', '妹のユキはハンブルクに引っ越した。'],
  ['妹のユキはベルリンに住んでいる。', 'Yuki and Jonas moved to Hamburg last week.'],
  ['Моя сестра Юки живёт в Берлине.', 'Yuki and Jonas moved to Hamburg last week.'],
  ['妹はベルリンに住んでいる。', 'My sister moved to Hamburg last week.'],
  ['Meine Schwester wohnt in Berlin.', '여동생이 함부르크로 이사했어요.'],
])('a person named in another script or language is found among many nearer memories: %s', async (older, newer) => {
  const session = await openJudged(always('sure'));
  const { id } = await add(session, older);
  for (let n = 1; n <= 14; n++) await add(session, `Anna and Tom went to town number ${n} last week.`);
  await catchUp(session);
  // What is near says nothing of itself, so that only the newer one is worth the real judge.
  Object.assign(session.services, { judge: lazyJudge(log) });
  session.clock.now += 2_000;
  const { id: newerId } = await add(session, newer);
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: newerId });
});

/** An export of ChatGPT: a conversation for each list of what the user said. */
function chats(...said: string[][]): string {
  const nodeOf = (text: string, i: number, create_time: number) => ({
    id: `n${i}`,
    parent: i === 0 ? null : `n${i - 1}`,
    children: [`n${i + 1}`],
    message: { author: { role: 'user' }, create_time, content: { content_type: 'text', parts: [text] } },
  });
  const conversations = said.map((texts, at) => {
    const began = 1_760_000_000 + at * 86_400;
    const nodes = texts.map((text, i) => [`n${i}`, nodeOf(text, i, began + i)]);
    return { id: `c${at}`, title: `Chat ${at}`, create_time: began, mapping: Object.fromEntries(nodes) };
  });
  return JSON.stringify(conversations);
}

/** Without the rest between two steps, of nine times as long. */
class Restless extends JudgingWorker {
  protected override async step(): Promise<number | undefined> {
    return (await super.step()) && 0;
  }
}

/** The pairs of memories that a person is asked about after an import of files. */
async function askedAfterImport(files: readonly string[], type = 'md'): Promise<string[][]> {
  const session = await openJudged();
  for (const [i, fileContent] of files.entries()) {
    await session.call('import_document', { characterId, fileName: `notes-${i}.${type}`, fileContent });
    session.clock.now += 2_000;
  }
  const judging = new Restless(session.services);
  judging.start();
  await expect.poll(() => session.store.judging.waiting(0, 9)).toStrictEqual([]);
  await judging.stop();
  const { memories } = await session.call<{ memories: Body[] }>('list_memories', { characterId });
  const contentOf = (id: unknown) => memories.find((one) => one.id === id)?.content;
  return memories.flatMap((one) => {
    const newer = contentOf(one.mayBeOutdatedBy);
    return newer === undefined ? [] : [[String(one.content), String(newer)]];
  });
}

test('an import asks about what tells of a change, and not about items of a list or other sections', async () => {
  const states =
    '# Notes\n\n- I live in Graz since March 2025.\n- Our CI runs on Jenkins.\n- The service runs on Node 18.\n';
  const lists = [
    '# Client\n\n## Details\n\n- Dependencies: undici-types\n- Last updated: Mon, 06 Nov 2023\n- The port is 3000.\n',
    '# Worker\n\n## Details\n\n- Dependencies: node-addon\n- Last updated: Fri, 04 Apr 2025\n- The port is 3100.\n',
    '# Changes\n\n## 1.2\n\n- No longer reads the variable OLD_LIMIT.\n- No longer reads the variable OLD_TIMEOUT.\n',
  ];
  const changes = '# Later\n\n- I moved to Vienna in May.\n- We went over from Jenkins to GitHub Actions.\n';
  expect(await askedAfterImport([states, ...lists, changes])).toStrictEqual([
    ['Notes: Our CI runs on Jenkins.', 'Later: We went over from Jenkins to GitHub Actions.'],
    ['Notes: I live in Graz since March 2025.', 'Later: I moved to Vienna in May.'],
  ]);
});

test('an import asks about the line that a change is of, below any heading, and not about others', async () => {
  const lines = (...said: string[]) => said.map((one) => `- ${one}\n`).join('');
  const course = `# Notizen\n\n## Deutschkurs\n\n${lines('Der Kurs ist dienstags um 19 Uhr.', 'Schwester Yuki in Berlin, Schwager Jonas.')}`;
  const work = `# Work\n\n${lines('Kestrel is the new reporting tool. Ana leads Kestrel.')}\n## Kestrel\n\n${lines("Kestrel's repository is on GitLab.")}`;
  const places = `# Work\n\n## Falcon\n\n${lines('Matthias lives in Leipzig.')}`;
  const changes = lines('Yuki and Jonas moved to Hamburg last week.', 'We upgraded Falcon to PostgreSQL 17.');
  expect(await askedAfterImport([course, work, places, changes])).toStrictEqual([
    ['Notizen › Deutschkurs: Schwester Yuki in Berlin, Schwager Jonas.', 'Yuki and Jonas moved to Hamburg last week.'],
  ]);
});

test('an import of chats asks about what tells of a change, and not about talk', async () => {
  const before = ['My dentist is Dr. Baum.', 'I hear you loud and clear.', 'That bowl is gorgeous!'];
  const after = ['I changed dentists, my dentist is Dr. Kern now.', 'I hear you loud and clear on the generator.'];
  const asked = await askedAfterImport([chats(before, [...after, 'That bowl is awesome, Mel!'])], 'json');
  expect(asked.map(([older, newer]) => [older?.slice(9), newer?.slice(9)])).toStrictEqual([[before[0], after[0]]]);
});

test('a line of a note ends no request of a chat', async () => {
  const said = chats(['Pull up the current Kyoto itinerary.', "I'm thinking about the Kyoto trip again."]);
  const note = '# Trips\n\n## Kyoto walks\n\n- Shisen-do is best in November. The inn in Kurama takes no cards.\n';
  const session = await openJudged();
  await session.call('import_document', { characterId, fileName: 'chats.json', fileContent: said });
  session.clock.now += 2_000;
  await session.call('import_document', { characterId, fileName: 'trips.md', fileContent: note });
  const judging = new JudgingWorker(session.services, { pollMs: 1 });
  session.clock.now += 2_000;
  judging.start();
  await expect.poll(() => session.store.judging.waiting(0, 9)).toStrictEqual([]);
  await judging.stop();
  expect((await session.call<{ pairs: Body[] }>('list_duplicates', { characterId })).pairs).toStrictEqual([]);
});

test('an import of a chat without an id of its session asks about what tells of a change alone', async () => {
  const chat = (...said: string[]) => JSON.stringify({ messages: said.map((content) => ({ role: 'user', content })) });
  const before = ['My dentist is Dr. Baum.', 'I hear you loud and clear.', 'That bowl is gorgeous!'];
  const after = ['I changed dentists, my dentist is Dr. Kern now.', 'I hear you loud and clear on the generator.'];
  const asked = await askedAfterImport([chat(...before), chat(...after, 'That bowl is awesome, Mel!')], 'json');
  expect(asked.map(([older, newer]) => [older, newer].map((text) => text?.replace('User: ', '')))).toStrictEqual([
    [before[0], after[0]],
  ]);
});

test('“he” is whom a statement of the same minutes names, and may end that one alone', async () => {
  const session = await openJudged();
  const long = new Date(Date.now() - 86_400_000).toISOString();
  const { id: other } = await add(session, 'Peter lives in Linz.', { occurredAt: long });
  const { id } = await add(session, 'Jonas lives in Graz.');
  const { id: newerId } = await add(session, 'He has moved to Vienna.');
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: newerId });
  expect(await get(session, other)).not.toHaveProperty('mayBeOutdatedBy');
});

test('a search waits until what was just said is judged, but not for many statements', async () => {
  const session = await openJudged(always('sure'));
  const worker = new JudgingWorker(session.services);
  Object.assign(session.services, { settle: (tenantId: string) => worker.settle(tenantId) });
  const { id } = await add(session, 'The office is in Hall Street.');
  const { id: newerId } = await add(session, 'Now the office is in Mill Lane.');
  const { memories } = await session.call('search_memories', { characterId, query: 'office in Hall Street' });
  expect((memories as Body[]).map((one) => one.id)).toStrictEqual([newerId, id]);
  expect(await get(session, id)).toMatchObject({ supersededBy: newerId });
  const { id: newestId } = await add(session, 'Now the office is in Elm Row.');
  await session.call('search', { query: 'office' });
  expect(await get(session, newerId)).toMatchObject({ supersededBy: newestId });
  const many = Array.from({ length: 201 }, (_, i) => ({ content: `Shelf ${i} is blue.`, category: 'general' }));
  await session.call('add_memories', { characterId, memories: many });
  await session.call('search_memories', { characterId, query: 'shelf' });
  expect(await session.store.judging.waiting(0, 300)).toHaveLength(201);
});

test('judging in the background waits for a gap between calls, but not where an answer waits for it', async () => {
  const awaited: boolean[] = [];
  class Gaps extends Traffic {
    override async gap(isAwaited: () => boolean): Promise<void> {
      awaited.push(isAwaited());
    }
  }
  const session = await openJudged(always('sure'), { traffic: new Gaps() });
  const worker = new JudgingWorker(session.services, { pollMs: 1 });
  await add(session, 'The office is in Hall Street.');
  await add(session, 'Now the office is in Mill Lane.');
  await worker.settle('local');
  expect(new Set(awaited)).toStrictEqual(new Set([true]));
  awaited.length = 0;
  await add(session, 'Now the office is in Elm Row.');
  session.clock.now += 2_000;
  worker.start();
  await expect.poll(() => session.store.judging.waiting(0, 9)).toStrictEqual([]);
  await worker.stop();
  expect(new Set(awaited)).toStrictEqual(new Set([false]));
});

test.each([
  ['sure', { supersededBy: expect.any(String) }],
  ['likely', { mayBeOutdatedBy: expect.any(String) }],
] as const)('the owner’s statement, %s to end a memory, ends it or asks about it', async (sureness, expected) => {
  const session = await openJudged(always(sureness));
  const { id } = await add(session, 'The office is in Hall Street.');
  await add(session, 'Now the office is in Mill Lane.');
  await catchUp(session);
  expect(await get(session, id)).toMatchObject(expected);
});

test('an automatic end is a change to review, and can be undone', async () => {
  const session = await openJudged(always('sure'));
  const { id } = await add(session, 'The office is in Hall Street.');
  await add(session, 'Now the office is in Mill Lane.');
  await catchUp(session);
  const { changes } = await session.call<{ changes: Body[] }>('list_changes', { characterId, toReview: true });
  expect(changes).toMatchObject([{ memoryId: id, changeType: 'ENDED', by: { kind: 'model' } }]);
  await session.call('revert_memory', { characterId, memoryId: id, revision: 1 });
  expect(await get(session, id)).not.toHaveProperty('supersededBy');
});

test('an import ends no memory, but asks, in small steps until everything is judged', async () => {
  const session = await openJudged(always('sure'));
  const { id } = await add(session, 'The office is in Hall Street.');
  await session.call('import_document', {
    characterId,
    fileName: 'a.md',
    fileContent: '- Now the office is in Mill Lane.\n',
  });
  await catchUp(session);
  expect(await get(session, id)).not.toHaveProperty('mayBeOutdatedBy');
  session.clock.now += 2_000;
  const judging = new JudgingWorker(session.services, { pollMs: 1 });
  judging.start();
  await expect.poll(() => session.store.judging.waiting(0, 9)).toStrictEqual([]);
  await judging.stop();
  const found = await get(session, id);
  expect(found).not.toHaveProperty('supersededBy');
  expect(found).toHaveProperty('mayBeOutdatedBy');
});

test('a statement of an earlier time asks about the later one', async () => {
  const session = await openJudged(always('sure'));
  const { id: now } = await add(session, 'Now the office is in Mill Lane.', { occurredAt: '2026-01-10T00:00:00Z' });
  await catchUp(session);
  const { id } = await add(session, 'The office is in Hall Street.', { occurredAt: '2020-01-10T00:00:00Z' });
  await catchUp(session);
  expect(await get(session, id)).toMatchObject({ mayBeOutdatedBy: now });
  expect(await get(session, now)).not.toHaveProperty('mayBeOutdatedBy');
});

test('a statement from just before the import of an undated document, stored after it, is newer', async () => {
  const session = await openJudged(always('likely'));
  const fileContent = '# Notes\n\n- The office is in Hall Street.\n';
  await session.call('import_document', { characterId, fileName: 'notes.md', fileContent });
  const at = (ms: number) => ({ occurredAt: new Date(session.clock.now - ms).toISOString() });
  const [minute, week] = [60_000, 7 * 86_400_000];
  session.clock.now += 2_000;
  await add(session, 'Now, long ago, the office was in Dock Road.', at(week));
  await catchUp(session);
  const older = async () => {
    const { memories } = await session.call<{ memories: Body[] }>('list_memories', { characterId });
    return memories.find(({ content }) => content === 'Notes: The office is in Hall Street.');
  };
  expect(await older()).not.toHaveProperty('mayBeOutdatedBy');
  const { id } = await add(session, 'Now the office is in Mill Lane.', at(minute));
  await catchUp(session);
  expect(await older()).toMatchObject({ mayBeOutdatedBy: id });
});

test('two statements of one moment do not end each other', async () => {
  const session = await openJudged(always('likely'));
  const { results } = await session.call<{ results: Body[] }>('add_memories', {
    characterId,
    memories: ['Now the office is in Hall Street.', 'Now the office is in Mill Lane.'].map((content) => ({
      content,
      category: 'general',
    })),
  });
  await catchUp(session);
  const [one, other] = await Promise.all(results.map(({ id }) => get(session, id)));
  expect([one!.mayBeOutdatedBy, other!.mayBeOutdatedBy]).toStrictEqual([other!.id, undefined]);
});

test('a statement ends three memories at most', async () => {
  const session = await openJudged(always('sure'));
  for (const n of [1, 2, 3, 4, 5]) await add(session, `The office number ${n} is in Hall Street.`);
  await add(session, 'Now the office is in Mill Lane.');
  await catchUp(session);
  const { memories } = await session.call('list_memories', { characterId, holds: 'false' });
  expect(memories).toHaveLength(3);
});

test('memories that are ended, long or marked as right beside the new one are skipped', async () => {
  const session = await openJudged(always('sure'));
  const { id: long } = await add(session, `The office is in Hall Street. ${'It has a window. '.repeat(30)}`);
  const { id: ended } = await add(session, 'The office is in Mill Lane.', { validUntil: '2025-01-01T00:00:00Z' });
  const { id: newer } = await add(session, 'Now the office is closed.');
  await session.store.judging.judged(localOwner('BUSINESS'), String((await get(session, newer)).characterId), {
    memoryId: String(newer),
    content: 'Now the office is closed.',
  });
  const { id: right } = await add(session, 'The office has two floors.');
  await session.call('keep_both', { characterId, memoryId: newer, otherId: right });
  await session.call('update_memory', { characterId, memoryId: newer, content: 'Now the office is shut.' });
  await session.call('update_memory', { characterId, memoryId: newer, content: 'Now the office is closed.' });
  await catchUp(session);
  for (const id of [long, ended, right]) expect(await get(session, id)).not.toHaveProperty('supersededBy');
});

test('a memory that has replaced another one is asked about beside whatever else might have', async () => {
  const session = await openJudged(
    async () => (_, older) =>
      older.includes('Hall Street')
        ? { relation: 'ends', sureness: 'likely', ends: 0.9 }
        : { relation: 'unrelated', ends: 0 },
  );
  const { id: older } = await add(session, 'The office is in Hall Street.');
  const { id: middle } = await add(session, 'The office is in Mill Lane.');
  const { id: newest } = await add(session, 'The office is in Dock Road.');
  await catchUp(session);
  expect(await get(session, middle)).not.toHaveProperty('mayBeOutdatedBy');
  await session.call('keep_both', { characterId, memoryId: newest, otherId: older, answer: 'changed' });
  expect(await get(session, older)).toMatchObject({ supersededBy: newest });
  expect(await get(session, middle)).toMatchObject({ mayBeOutdatedBy: newest });
});

test('a memory is not asked about beside what replaced only another part of what may have outdated it', async () => {
  const session = await openJudged(
    async () => (newer) =>
      newer.startsWith('I switched')
        ? { relation: 'ends', sureness: 'likely', ends: 0.9 }
        : { relation: 'unrelated', ends: 0 },
  );
  const { id: home } = await add(session, 'Matthias lives in Leipzig.');
  const { id: both } = await add(session, 'I switched to Neovim and Matthias moved from Leipzig to Dresden.');
  const { id: editor } = await add(session, 'My favourite editor is Neovim.');
  await catchUp(session);
  expect(await get(session, home)).toMatchObject({ mayBeOutdatedBy: both });
  await session.call('keep_both', { characterId, memoryId: editor, otherId: both, answer: 'changed', remains: '' });
  expect(await get(session, home)).not.toMatchObject({ mayBeOutdatedBy: editor });
});

test('a mark on a memory names no change of another part of what may have outdated it', async () => {
  const session = await openJudged(async () => () => ({ relation: 'unrelated', ends: 0 }));
  const texts = [
    'Matthias lives in Leipzig.',
    'My favourite editor is Vim.',
    'I switched from Vim to Neovim and Matthias moved from Leipzig to Dresden.',
    'I switched from Neovim to Helix.',
  ];
  const [home, editor, both, newest] = await Promise.all(texts.map((one) => add(session, one)));
  await catchUp(session);
  const { characterId: storedIn } = await get(session, home!.id);
  const link = (older: Body, newer: Body) => ({ olderId: String(older.id), newerId: String(newer.id) });
  const links = [link(home!, both!), link(editor!, both!), link(both!, newest!)];
  await session.store.pairs.link(localOwner('BUSINESS'), String(storedIn), links, session.clock.now);
  const { memories } = await session.call<{ memories: Body[] }>('list_memories', { characterId });
  const doubts = texts.map((text) => memories.find(({ content }) => content === text)?.doubt);
  expect(doubts[0]).toMatch(/Dresden\.$/);
  expect(doubts[1]).toMatch(/Helix\.$/);
});

test.each([
  ['My favourite editor is Vim.', 'I switched from Vim to Neovim.', 'My favorite editor is Neovim.'],
  ['Der Kurs ist dienstags.', 'Der Kurs wurde auf Donnerstag verlegt.', 'Der Kurs ist donnerstags um 19 Uhr.'],
  ['大阪に住んでいます。', '大阪から京都に引っ越しました。', '今は京都に住んでいます。'],
])('two memories that say the same instead of a third are not asked about: %s', async (older, one, other) => {
  const session = await openJudged();
  const { id } = await add(session, older, { occurredAt: '2026-01-10T00:00:00Z' });
  const ids = [];
  for (const content of [one, other]) {
    ids.push((await add(session, content)).id);
    session.clock.now += 2_000;
  }
  const { characterId: storedIn } = await get(session, id);
  const links = ids.map((newerId) => ({ olderId: String(id), newerId: String(newerId) }));
  await session.store.pairs.link(localOwner('BUSINESS'), String(storedIn), links, session.clock.now);
  await session.call('keep_both', { characterId, memoryId: ids[1], otherId: id, answer: 'changed', remains: '' });
  await catchUp(session);
  for (const each of ids) expect(await get(session, each)).not.toHaveProperty('mayBeOutdatedBy');
});

test('an interrupted judgement is repeated, and its end reported once more', async () => {
  const session = await openJudged(always('sure'));
  const { id } = await add(session, 'The office is in Hall Street.');
  const judged = session.store.judging.judged;
  session.store.judging.judged = () => Promise.reject(new Error('killed'));
  const { operations } = await remember(session, 'Now we are in the office in Mill Lane.');
  expect(operations.map(({ operation }) => operation)).toStrictEqual(['ADD']);
  session.store.judging.judged = judged;
  expect(await get(session, id)).toHaveProperty('supersededBy');
  await catchUp(session);
  expect(await session.store.judging.waiting(0, 9)).toStrictEqual([]);
  const { revisions } = await session.call<{ revisions: Body[] }>('get_memory_history', { characterId, memoryId: id });
  expect(revisions.map(({ changeType }) => changeType)).toStrictEqual(['CREATED', 'ENDED']);
});

test('a search ranks the newer of two linked memories first, and no context has the older one alone', async () => {
  const session = await openJudged(always('likely'));
  const { id } = await add(session, 'The office is in Hall Street, with two floors.');
  await add(
    session,
    'Now we have the office in Mill Lane, with four floors and a hall, and from the street it is a long way to the office.',
  );
  await catchUp(session);
  const query = 'office Hall Street';
  const found = await session.call('search_memories', { characterId, query });
  expect((found.memories as Body[]).map((one) => one.id)[1]).toBe(id);
  const given = async (more: object) =>
    (await session.call<{ text: string }>('assemble_context', { characterId, ...more })).text;
  for (const asked of [{ query }, {}, { include: ['recent'] }]) {
    const text = await given(asked);
    expect(text.indexOf('Mill Lane'), JSON.stringify(asked)).toBeGreaterThan(-1);
    expect(text.indexOf('Hall Street')).toBeGreaterThan(text.indexOf('Mill Lane'));
  }
  for (const maxTokens of [100, 110, 120, 130, 140, 160]) {
    const text = await given({ query, maxTokens });
    if (text.includes('Hall Street')) expect(text, String(maxTokens)).toContain('Mill Lane');
  }
});

test('memories wait unjudged while there is no judge', async () => {
  const session = await openJudged(async () => undefined);
  const { id } = await add(session, 'I eat meat.');
  await add(session, 'I no longer eat meat.');
  await catchUp(session);
  expect(await get(session, id)).not.toHaveProperty('supersededBy');
});
