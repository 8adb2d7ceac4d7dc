import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import type { Erasure, Trace } from '../../src/domain/erasure.ts';
import { type Principal, serviceScope } from '../../src/domain/principal.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { call } from '../../src/gate/call.ts';
import type { Stored } from '../support/answers.ts';
import { engines } from '../support/engines.ts';
import { openWithAda, type Session } from '../support/harness.ts';
import { Team } from '../support/team.ts';
import { withHome } from '../support/watched-home.ts';

const ada = { characterId: 'Ada' };
const toolsets = ['memories', 'characters', 'review', 'files'] as const;

interface Answer {
  total: number;
  memories: { id: string; content: string; state: string; named?: string; ended?: string }[];
  alike: string[];
  traces: Trace[];
  characters: { name: string; memories: number; traces: Trace[]; stays: boolean }[];
  erasures: Erasure[];
}

const add = (session: Session, content: string, more: object = {}) =>
  session.call<Stored>('add_memory_direct', { ...ada, content, category: 'general', ...more });

/** As a person at the dashboard or the command line, who is no model. */
async function erase(session: Session, input: object): Promise<Answer> {
  const scope = serviceScope('local', 'local');
  const principal = { ...scope, tier: 'BUSINESS', name: 'local', via: 'dashboard' } as const;
  const operation = operationsByName.get('erase_memories')!;
  const { output, error } = await call(session.services, { principal }, operation, { ...ada, ...input });
  if (error) throw error;
  return output as unknown as Answer;
}

const ids = ({ memories }: Answer) => memories.map(({ id }) => id).toSorted();

test('a preview erases nothing, and says what would be erased and what else holds it', async () => {
  const session = await openWithAda({ toolsets: [...toolsets], recallLogDays: 30 });
  const one = await add(session, 'Jonas Weber lives in Bremen.');
  await add(session, 'The release is on Friday.');
  const gone = await add(session, 'Jonas is tall.');
  await session.call('update_memory', { ...ada, memoryId: gone.id, content: 'He is tall.' });
  await session.call('delete_memory', { ...ada, memoryId: gone.id });
  await session.call('search_memories', { ...ada, query: 'Where does JONAS live?' });
  await session.services.recalls?.written();
  await session.call('update_profile', { ...ada, background: 'Works with Jonas.' });
  const plan = await session.call<Answer>('erase_memories', { ...ada, naming: ['jonas'] });
  expect(plan.total).toBe(2);
  expect(ids(plan)).toStrictEqual([one.id, gone.id].toSorted());
  expect(plan.traces).toStrictEqual([
    { kind: 'recall', count: 1, stays: false },
    { kind: 'character', count: 1, stays: true },
  ]);
  expect(plan.erasures).toStrictEqual([]);
  expect(await session.call('list_memories', { ...ada, state: 'ALL' })).toMatchObject({ total: 3 });
  const { erasures } = await erase(session, { naming: ['jonas'], confirm: true });
  expect(erasures).toMatchObject([{ memories: 2, removed: { recall: 1 }, doneAt: expect.any(String) }]);
  expect(await session.call('list_memories', { ...ada, state: 'ALL' })).toMatchObject({ total: 1 });
  expect(await session.call('list_erasures', ada)).toStrictEqual({ erasures });
  expect(JSON.stringify(erasures).toLowerCase()).not.toContain('jonas');
});

test.each(engines)('the name of an imported document goes with the words of an erasure: $name', async (engine) => {
  const store = await (await engine.place()).open();
  onTestFinished(() => store.close());
  const session = await openWithAda({ services: { store }, toolsets: [...toolsets] });
  const fileContent = '- The meeting is on Monday.\n- Jonas Weber pays rent.\n';
  await session.call('import_document', { ...ada, fileName: 'Jonas Weber letter.md', fileContent });
  await session.call('import_document', { ...ada, fileName: 'agents.md', fileContent: '- Tea is at five.\n' });
  const naming = ['Jonas Weber', 'agent', 'document'];
  const { traces } = await session.call<Answer>('erase_memories', { ...ada, naming });
  expect(traces).toStrictEqual([{ kind: 'document name', count: 1, stays: false }]);
  expect(await erase(session, { naming, confirm: true })).toMatchObject({ erasures: [{ memories: 1 }] });
  const { memories } = await session.call<{ memories: Stored[] }>('list_memories', ada);
  const origins = memories.map(({ content, origin }) => [content, origin]).toSorted();
  expect(origins).toStrictEqual([
    ['Tea is at five.', 'import agents.md'],
    ['The meeting is on Monday.', 'import'],
  ]);
  const again = { ...ada, fileName: 'letter.md', fileContent };
  const leftOut = [{ name: 'memories that were erased for good', count: 1 }];
  for (const dryRun of [true, false])
    expect(await session.call('import_document', { ...again, dryRun })).toMatchObject({
      ...{ memoriesAdded: 0, duplicatesSkipped: 1, leftOut, ...(dryRun && { examples: [] }) },
    });
});

test('a plan says where each memory has the name, and spares those that are to stay', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  const said = await add(session, 'nurse-marisol: In May Marisol flew to Asturias.');
  const above = await add(session, 'nurse-marisol: The rota wants dates entered.');
  const speaks = await add(session, 'Marisol: my eldest girl got into veterinary school.');
  const plan = await session.call<Answer>('erase_memories', { ...ada, naming: ['Marisol'] });
  expect(new Map(plan.memories.map(({ id, named }) => [id, named]))).toStrictEqual(
    new Map([
      [said.id, 'text'],
      [above.id, 'heading'],
      [speaks.id, 'text'],
    ]),
  );
  const some = { naming: ['Marisol'], except: [above.id] };
  expect(await session.call('erase_memories', { ...ada, ...some })).toMatchObject({ total: 2 });
  await erase(session, { ...some, confirm: true });
  expect(await session.call('list_memories', ada)).toMatchObject({ memories: [{ id: above.id }] });
});

test('a plan says which of its memories have ended', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  const earlier = await add(session, 'Marisol lives in Gijón.');
  const near = await add(session, 'The harbour office is in Gijón.', { validUntil: '2026-02-01T00:00:00Z' });
  const newer = await add(session, 'Marisol lives in Oviedo.', { supersedes: [earlier.id] });
  session.clock.now = Date.parse('2026-03-01T00:00:00Z');
  const { memories } = await session.call<Answer>('erase_memories', { ...ada, naming: ['Marisol'], also: [near.id] });
  expect(new Map(memories.map(({ id, ended }) => [id, ended]))).toStrictEqual(
    new Map([
      [earlier.id, 'ended 2026-01-15, now: Marisol lives in Oviedo.'],
      [newer.id, undefined],
      [near.id, 'ended 2026-01-31'],
    ]),
  );
});

test('a topic is no name among others, and names that sound alike in another script are told', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  const topic = await add(session, 'Montes Alpha and Pinot Noir from Chianti are a red wine each.');
  const name = await add(session, 'Kenta and Mei live in Kyoto with Momo.');
  const sounding = await add(session, '日記: モモが病院に行った。');
  const near = await add(session, 'The cellar is cold.');
  const wine = await session.call<Answer>('erase_memories', { ...ada, naming: ['wine'], also: [near.id] });
  expect(wine.memories.map(({ id, named }) => [id, named])).toStrictEqual([
    [topic.id, 'text'],
    [near.id, 'near'],
  ]);
  const momo = await session.call<Answer>('erase_memories', { ...ada, naming: ['Momo'], also: [sounding.id] });
  expect(momo).toMatchObject({ memories: [{ id: name.id, named: 'several' }, { named: 'near' }], alike: ['モモ'] });
  const other = await session.call<Answer>('erase_memories', { ...ada, naming: ['モモ'] });
  expect(other).toMatchObject({ total: 1, alike: ['Momo'] });
});

test('an erasure of a memory that has moved reaches every character that it was in', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  for (const name of ['Bo', 'Cy']) await session.call('create_character', { name });
  const { id } = await add(session, 'Jonas Weber lives in Bremen.');
  for (const [from, moveTo] of [
    ['Ada', 'Bo'],
    ['Bo', 'Cy'],
  ] as const) {
    await session.call('change_memories', { characterId: from, ids: [id], change: { moveTo } });
  }
  const plan = await session.call<Answer>('erase_memories', { characterId: 'Cy', ids: [id] });
  expect(plan.memories.map(({ state }) => state).toSorted()).toStrictEqual(['ACTIVE', 'DELETED', 'DELETED']);
  await erase(session, { characterId: 'Bo', ids: [id], confirm: true });
  for (const characterId of ['Ada', 'Bo', 'Cy'])
    expect(await session.call('list_memories', { characterId, state: 'ALL' })).toMatchObject({ total: 0 });
});

test('an erasure by words reaches what other characters have of it, and says so for each before', async () => {
  const session = await openWithAda({ toolsets: [...toolsets], onFile: true, recallLogDays: 30 });
  for (const name of ['Tidepool', 'Skylark']) await session.call('create_character', { name });
  await add(session, 'My sister Hanna Xylander lives in Bremen.');
  await session.call('add_memory_direct', { characterId: 'Tidepool', content: 'Tea is at five.', category: 'general' });
  const said = { characterId: 'Skylark', content: 'XylanderHanna reviews merges.', category: 'general' };
  await session.call('add_memory_direct', said);
  const questions = ['Where does Xylander, Hanna live?', 'Who is HannaXylander?', 'When is tea?'];
  for (const query of questions) await session.call('search_memories', { characterId: 'Tidepool', query });
  await session.services.recalls?.written();
  const naming = ['Hanna Xylander'];
  const recalls = { kind: 'recall', count: 2, stays: false };
  const plan = await erase(session, { naming });
  expect(plan.characters).toMatchObject([
    { name: 'Ada', memories: 1, traces: [], stays: false },
    { name: 'Tidepool', memories: 0, traces: [recalls], stays: false },
  ]);
  await session.call('add_memory_direct', { ...said, content: 'Hanna Xylander reviews merges.' });
  expect((await erase(session, { naming })).characters).toContainEqual(
    expect.objectContaining({ name: 'Skylark', memories: 1, stays: true }),
  );
  const all = { everywhere: true, naming: ['Hanna Xylander', 'Xylander Hanna'] };
  expect(await erase(session, all)).toMatchObject({ total: 3 });
  await erase(session, { ...all, confirm: true });
  const { recalls: left } = await session.call<{ recalls: { query: string; results: object[] }[] }>('list_recalls', {});
  expect(left.map(({ query, results }) => [query, results.length])).toStrictEqual([['When is tea?', 1]]);
  const bytes = readFileSync(session.path, 'latin1').toLowerCase();
  expect(bytes).not.toContain('xylander');
});

test('memories are erased by where they come from: a session, an import, a member, a file', async () => {
  const session = await openWithAda({ toolsets: [...toolsets], onFile: true });
  const said = await add(session, 'Said in a talk.', { sessionId: 'talk-1' });
  await session.call('import_document', { ...ada, fileName: 'a.md', fileContent: '- From an import.\n' });
  await session.call('sync_file', { ...ada, filePath: 'b.md', fileContent: '- From a file.\n' });
  const preview = async (filter: object) => (await erase(session, { filter })).memories.map(({ content }) => content);
  expect(await preview({ sessionId: 'talk-1' })).toStrictEqual(['Said in a talk.']);
  expect(await preview({ source: 'import' })).toStrictEqual(['From an import.']);
  expect(await preview({ fileId: 'b.md' })).toStrictEqual(['From a file.']);
  expect((await preview({ author: 'local' })).length).toBe(3);
  expect(await preview({ author: 'nobody' })).toStrictEqual([]);
  expect(await session.fault('erase_memories', { ...ada, filter: {} })).toMatchObject({ type: 'InvalidInput' });
  expect(await erase(session, { ids: [said.id], confirm: true })).toMatchObject({ total: 1 });
  expect(await erase(session, { filter: { fileId: 'b.md' }, confirm: true })).toMatchObject({
    erasures: [{ memories: 1, removed: { 'file version': 1 } }],
  });
  await session.call('sync_file', { ...ada, filePath: 'b.md', fileContent: '- From a file.\n- More of it.\n' });
  await session.call('import_document', { ...ada, fileName: 'c.md', fileContent: '- From a file.\n' });
  const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', ada);
  expect(memories.map(({ content }) => content).toSorted()).toStrictEqual(['From an import.', 'More of it.']);
  expect((await session.call<{ changes: object[] }>('list_changes', { member: 'local' })).changes.length).toBe(2);
  expect((await session.call<{ changes: object[] }>('list_changes', { member: 'nobody' })).changes).toStrictEqual([]);
});

test('a model may not erase where nobody can be asked, and may where a person agrees', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  const { id } = await add(session, 'Ada plays the harp.');
  const fault = await session.fault('erase_memories', { ...ada, ids: [id], confirm: true });
  expect(fault).toMatchObject({ type: 'AccessDenied', message: expect.stringContaining('Nothing was erased') });
  expect(await session.call('list_memories', ada)).toMatchObject({ total: 1 });
});

test.each([
  ['accept', 0],
  ['decline', 1],
] as const)('the answer %s of a person who is asked leaves %i memories', async (action, left) => {
  const asked: string[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message);
    return { action, content: {} };
  });
  const session = await openWithAda({ toolsets: [...toolsets], client });
  const { id } = await add(session, 'Ada plays the harp.');
  await session.answer('erase_memories', { ...ada, ids: [id], confirm: true });
  expect(asked).toStrictEqual(['Erase 1 memories of "Ada" for good? Nothing brings them back.']);
  expect(await session.call('list_memories', ada)).toMatchObject({ total: left });
});

test('a watched file that still has a text is named, and nothing is erased until it has it no more', async () => {
  const session = await withHome({ toolsets: [...toolsets] });
  session.write('a.md', '# Team\n\n- Jonas lives in Bremen.\n- Mia paints.\n');
  await session.call('watch_path', { ...ada, path: `${session.home}/notes` });
  await session.call('sync_now', ada);
  const plan = await erase(session, { naming: ['Jonas'] });
  expect(plan.traces).toMatchObject([
    { kind: 'file version', count: 1 },
    { kind: 'watched file', names: [expect.stringContaining('a.md')], stays: true },
  ]);
  await expect(erase(session, { ids: plan.memories.map(({ id }) => id), confirm: true })).rejects.toThrow(/a\.md/);
  session.write('a.md', '# Team\n\n- Mia paints.\n');
  await session.call('sync_now', ada);
  expect(await erase(session, { naming: ['Jonas'], confirm: true })).toMatchObject({
    total: 1,
    erasures: [{ memories: 1, removed: { 'file version': 1 } }],
  });
});

test('a person erases what the user asked to forget', async () => {
  const session = await openWithAda({ toolsets: [...toolsets] });
  const { id, characterId } = await session.call<{ id: string; characterId: string }>('add_memory_direct', {
    ...{ ...ada, content: 'Ada plays the harp.', category: 'general' },
  });
  const other = await add(session, 'Ada drinks tea.');
  const scope = serviceScope('local', 'local');
  await session.store.forgetting.ask(scope, characterId, 'the harp', [id], 1_000);
  const input = { ...ada, memoryIds: [id, other.id], decision: 'erase' };
  expect(await session.fault('review_forget_request', input)).toMatchObject({ type: 'AccessDenied' });
  const principal = { ...scope, tier: 'BUSINESS', name: 'local', via: 'dashboard' } as const;
  const { output } = await call(session.services, { principal }, operationsByName.get('review_forget_request')!, input);
  expect(output).toStrictEqual({ changed: 1, failed: [] });
  const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', {
    ...ada,
    state: 'ALL',
  });
  expect(memories.map(({ content }) => content)).toStrictEqual(['Ada drinks tea.']);
});

const [engine] = engines;

test('only an ADMIN or the owner of a character may erase in it', async () => {
  const store = await (await engine!.place()).open();
  const team = await new Team(store).gather(['OWNER', 'MEMBER', 'MEMBER', 'ADMIN', 'VIEWER']);
  onTestFinished(async () => {
    await team.close();
    await store.close();
  });
  const [, owner, member, admin, viewer] = team.members;
  const { body } = await owner!.ask('create_character', { name: 'Ada' });
  await owner!.ask('add_memory_direct', { characterId: body.id, content: 'Ada plays the harp.', category: 'general' });
  const input = { characterId: body.id, naming: ['harp'] };
  const outcomeOf = async (principal: Principal, more: object = {}) => {
    const operation = operationsByName.get('erase_memories')!;
    const { error } = await call(team.services, { principal }, operation, { ...input, ...more });
    return error?.type ?? 'ok';
  };
  const outcomes = await Promise.all([owner, member, admin, viewer].map((who) => outcomeOf(who!.principal)));
  expect(outcomes).toStrictEqual(['ok', 'InsufficientRole', 'ok', 'InsufficientRole']);
  const everywhere = [owner, member].map(async (who) => {
    const operation = operationsByName.get('erase_memories')!;
    const asked = { everywhere: true, naming: ['harp'], confirm: true };
    return (await call(team.services, { principal: who!.principal }, operation, asked)).output;
  });
  // Each reaches what is theirs.
  expect(await Promise.all(everywhere)).toMatchObject([{ total: 1 }, { total: 0 }]);
});
