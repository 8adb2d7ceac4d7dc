import { describe, expect, test } from 'vitest';
import { groups } from '../../src/gate/operation.ts';
import { recallForPrompt } from '../../src/service/hooks/recall.ts';
import type { Stored } from '../support/answers.ts';
import { onMachine, openWithAda, type Session } from '../support/harness.ts';

const characterId = 'Ada';
const day = 86_400_000;

interface Recalls {
  recalls: { id: string; query: string; kind: string; results: { memoryId: string; relevance?: number }[] }[];
  nextCursor?: string;
}

const openAll = (recallLogDays = 30, onFile = false) => openWithAda({ toolsets: [...groups], recallLogDays, onFile });
const listed = (session: Session, input = {}) => session.call<Recalls>('list_recalls', input);
const store = (session: Session, content: string) =>
  session.call<Stored>('add_memory_direct', { characterId, content, category: 'general' });

describe('the log of recalls', () => {
  test('searches are logged with their results, contexts too, and empty ones', async () => {
    const session = await openAll();
    const { id: memoryId } = await store(session, 'Ada likes green tea.');
    const { memories } = await session.call<{ memories: { salience: number }[] }>('search_memories', {
      characterId,
      query: 'Which tea?',
    });
    session.clock.now += 1_000;
    await session.call('search_memories', { characterId, query: 'zeppelin' });
    session.clock.now += 1_000;
    await session.call('assemble_context', { characterId });
    await session.fault('search_memories', { characterId: 'Nobody', query: 'x' });
    const { recalls } = await listed(session);
    expect(recalls).toMatchObject([
      { kind: 'context', query: '', results: [{ memoryId }] },
      { kind: 'search', query: 'zeppelin', results: [], client: 'test', outcome: 'empty', gap: true },
      {
        kind: 'search',
        query: 'Which tea?',
        by: 'local',
        via: 'stdio',
        client: 'test',
        outcome: 'given',
        gap: false,
        tokens: expect.any(Number),
        results: [{ memoryId, relevance: memories[0]?.salience }],
      },
    ]);
    expect((await listed(session, { empty: true })).recalls.map(({ query }) => query)).toStrictEqual(['zeppelin']);
    expect(await session.call('get_statistics', {})).toMatchObject({ recallsByDay: [{ recalls: 3, empty: 1 }] });
    const first = await listed(session, { limit: 2 });
    const second = await listed(session, { limit: 2, cursor: first.nextCursor });
    expect([...first.recalls, ...second.recalls]).toStrictEqual(recalls);
    expect(second).not.toHaveProperty('nextCursor');
  });

  test('a search of several characters is logged for those that had results, or for all when none did', async () => {
    const session = await openAll();
    await session.call('create_character', { name: 'Bo' });
    const { characterId: ada } = await store(session, 'Ada likes green tea.');
    const ask = (query: string) => session.call('search_memories', { characterIds: ['Ada', 'Bo', 'Ada'], query });
    await ask('tea');
    await ask('zeppelin');
    const { recalls } = await session.call<{ recalls: { characterId: string; query: string }[] }>('list_recalls', {});
    expect(recalls.filter(({ query }) => query === 'tea')).toMatchObject([{ characterId: ada }]);
    expect(recalls.filter(({ query }) => query === 'zeppelin')).toHaveLength(2);
  });

  test('a memory of another character that replaces one is given under its owner’s name, and read there', async () => {
    const session = await openAll(30, true);
    const { id: older, characterId: ada } = await store(session, 'Ana leads the project Kestrel.');
    const { id: bo } = await session.call<{ id: string }>('create_character', { name: 'Bo' });
    const { id: memoryId } = await session.call<Stored>('add_memory_direct', {
      ...{ characterId: bo, content: 'The project Kestrel is led by Tom now.', category: 'general' },
    });
    await session.store.pairs.link(principal, ada, [{ olderId: older, newerId: memoryId }], session.clock.now);
    const hook = { ...principal, name: 'hook', via: 'system' as const };
    const context = { ...session.services, store: onMachine(session.store), principal: hook };
    const run = { host: 'codex', session: 's', event: 'UserPromptSubmit', recallLogDays: 30 };
    const found = await recallForPrompt(context, run, [ada], 'Who leads the project Kestrel?');
    await found?.note();
    expect(found?.text).toMatch(/Stored notes about "Bo"[^"]*led by Tom/);
    const [one] = (await listed(session, { lines: true })).recalls;
    const results = expect.arrayContaining([expect.objectContaining({ memoryId, characterId: bo })]);
    expect(one).toMatchObject({ characterId: ada, results });
  });

  test('memories given by hooks are logged with their host; a repeated result is logged as known', async () => {
    const session = await openAll(30, true);
    const { id: memoryId, characterId: ada } = await store(session, 'Ada likes green tea.');
    const context = {
      ...session.services,
      store: onMachine(session.store),
      principal: { ...principal, name: 'hook', via: 'system' as const },
    };
    const recall = async (of: object, prompt: string) => {
      const found = await recallForPrompt(context, { ...run, ...of }, [ada], prompt);
      return found && (await found.note()) ? found.text : undefined;
    };
    const run = { host: 'codex', session: 's', event: 'UserPromptSubmit', recallLogDays: 30 };
    expect(await recall({}, 'Does Ada like green tea?')).toContain('green tea');
    session.clock.now += 60_000;
    expect(await recall({}, 'Does Ada really like green tea?')).toBeUndefined();
    session.clock.now += 60_000;
    expect(await recall({ recallLogDays: 0 }, 'Zeppelins over Oslo?')).toBeUndefined();
    const [repeated, ...others] = (await listed(session)).recalls;
    expect(repeated).toMatchObject({ query: 'Does Ada really like green tea?', results: [], known: [{ memoryId }] });
    // The record of one, by its id, has what the session knew as lines too.
    const [one, ...further] = (await listed(session, { recallId: (repeated as { id?: string }).id, lines: true }))
      .recalls;
    expect(one).toMatchObject({ known: [{ memoryId, line: expect.stringContaining('Ada likes green tea.') }] });
    expect(further).toStrictEqual([]);
    for (const recallId of ['999', 'none']) expect((await listed(session, { recallId })).recalls).toStrictEqual([]);
    expect((await listed(session, { helped: false })).recalls).toStrictEqual([]);
    expect(others).toMatchObject([
      {
        kind: 'hook',
        by: 'codex',
        client: 'codex',
        via: 'system',
        query: expect.stringContaining('tea'),
        results: [{ memoryId }],
      },
    ]);
    await session.call('update_memory', { characterId, memoryId, content: 'Ada likes black tea.' });
    const trust = { characterId, memoryId, trusted: true };
    expect(await session.fault('mute_memory', trust)).toMatchObject({ type: 'AccessDenied' });
    await session.call('mute_memory', { characterId, memoryId });
    const [, shown] = (await listed(session, { lines: true, asked: true })).recalls;
    const given = { line: expect.stringMatching(/^\[.+\] Ada likes green tea\.$/), tokens: expect.any(Number) };
    expect(shown?.results).toMatchObject([{ memoryId, ...given, now: 'Ada likes black tea.', muted: true }]);
    expect((await listed(session, { asked: false })).recalls).toStrictEqual([]);
    await session.call('update_memory', { characterId, memoryId, validUntil: '2026-01-14' });
    const [, past] = (await listed(session, { lines: true, asked: true })).recalls;
    expect(past?.results).toMatchObject([{ memoryId, ended: expect.stringMatching(/^ended 2026-01-14/) }]);
    await session.call('delete_memory', { characterId, memoryId });
    const [, after] = (await listed(session, { lines: true })).recalls;
    expect(after?.results).toMatchObject([{ line: 'Ada likes green tea.', deleted: true }]);
  });

  test('recalls are logged without credentials, and deleted after the configured days', async () => {
    const session = await openAll(2);
    await session.call('search_memories', { characterId, query: `Is ghp_${'a1B2'.repeat(9)} still good?` });
    const { recalls } = await listed(session);
    expect(recalls[0]?.query).toMatch(/^Is \[redacted: .+\] still good\?$/);
    session.clock.now += 2 * day + 1;
    expect((await listed(session)).recalls).toStrictEqual([]);
  });

  test('the dashboard’s searches are not logged, and a failing log fails no search', async () => {
    const session = await openAll();
    const { recalls } = session.services;
    const recall = { kind: 'search', characters: ['Ada'], memories: [], texts: [] } as const;
    recalls?.note({ principal: { ...principal, via: 'dashboard' } }, recall);
    expect((await listed(session)).recalls).toStrictEqual([]);
    session.store.recalls.add = () => Promise.reject(new Error('full'));
    await session.call('search_memories', { characterId, query: 'tea' });
    await recalls?.written();
    expect(session.logged.at(-1)).toMatchObject({ level: 'warn', message: 'recalls cannot be noted' });
    expect(JSON.stringify(session.logged)).not.toContain('tea');
  });
});

const principal = {
  tenantId: 'local',
  memberId: 'local',
  tier: 'BUSINESS',
  role: 'OWNER',
  name: 'local',
  via: 'stdio',
} as const;

describe('rate_recall', () => {
  test('rate_recall stores a person’s ratings of all or of one memory', async () => {
    const session = await openAll();
    const { id: memoryId } = await store(session, 'Ada likes green tea.');
    await session.call('search_memories', { characterId, query: 'tea' });
    const [{ id: recallId } = { id: '' }] = (await listed(session)).recalls;
    await session.call('rate_recall', { recallId, rating: 'useful' });
    const rated = await session.call('rate_recall', { recallId, memoryId, rating: 'wrong' });
    expect(rated).toMatchObject({ id: recallId, rating: 'useful', results: [{ memoryId, rating: 'wrong' }] });
    expect((await listed(session)).recalls).toStrictEqual([rated]);
    const { rating: _, ...left } = rated as { rating: string };
    const results = [expect.not.objectContaining({ rating: expect.anything() })];
    await session.call('rate_recall', { recallId, memoryId, rating: 'none' });
    expect(await session.call('rate_recall', { recallId, rating: 'none' })).toStrictEqual({ ...left, results });
    expect((await listed(session)).recalls).toStrictEqual([{ ...left, results }]);
  });

  test('rate_recall refuses unknown ids', async () => {
    const session = await openAll();
    await session.call('search_memories', { characterId, query: 'tea' });
    const [{ id } = { id: '' }] = (await listed(session)).recalls;
    const elsewhere = { recallId: id, memoryId: 'none', rating: 'useful' };
    expect(await session.fault('rate_recall', elsewhere)).toMatchObject({ type: 'MemoryNotFound' });
    for (const wrong of [{ recallId: 'x' }, { recallId: '999' }])
      expect(await session.fault('rate_recall', { ...wrong, rating: 'useful' })).toMatchObject({ type: 'NotFound' });
    expect(await session.fault('list_recalls', { cursor: 'x' })).toMatchObject({ type: 'InvalidInput' });
  });
});

describe('dismiss_question', () => {
  test('dismiss_question removes a question from the gaps, before and after, until withdrawn', async () => {
    const session = await openAll();
    const ask = async (query: string) => {
      await session.call('search_memories', { characterId, query });
      session.clock.now += 1_000;
    };
    for (const query of ['Wie spät ist es?', 'zeppelin']) await ask(query);
    const gaps = async (more = {}) => (await listed(session, { gap: true, ...more })).recalls.map(({ query }) => query);
    expect(await gaps()).toStrictEqual(['zeppelin', 'Wie spät ist es?']);
    const [{ id: recallId } = { id: '' }] = (await listed(session, { words: 'spät' })).recalls;
    const dismissed = await session.call('dismiss_question', { recallId });
    expect(dismissed).toMatchObject({ id: recallId, gap: false, dismissed: true });
    await ask('wie SPÄT ist es');
    expect(await gaps()).toStrictEqual(['zeppelin']);
    expect(await gaps({ grouped: true })).toStrictEqual(['zeppelin']);
    const put = (await listed(session, { dismissed: true })).recalls.map(({ query }) => query);
    expect(put).toStrictEqual(['wie SPÄT ist es', 'Wie spät ist es?']);
    await session.call('dismiss_question', { recallId, dismissed: false });
    expect(await gaps()).toStrictEqual(['wie SPÄT ist es', 'zeppelin', 'Wie spät ist es?']);
    expect((await listed(session, { dismissed: true })).recalls).toStrictEqual([]);
  });

  test('dismiss_question names the memory that answers a question since, until withdrawn', async () => {
    const session = await openAll();
    const { call } = session;
    await call('search_memories', { characterId, query: 'zeppelin' });
    const [{ id: recallId } = { id: '' }] = (await listed(session, { gap: true })).recalls;
    const content = 'The zeppelin is moored at the north mast.';
    const made = await call<{ id: string }>('add_memory_direct', { characterId, content, category: 'general' });
    const answer = { memoryId: made.id, content };
    const settled = await call('dismiss_question', { recallId, memoryId: made.id });
    expect(settled).toMatchObject({ gap: false, dismissed: true, outcome: 'empty', results: [], answer });
    expect((await listed(session, { dismissed: true })).recalls).toMatchObject([{ id: recallId, answer }]);
    expect((await listed(session, { gap: true })).recalls).toStrictEqual([]);
    await call('delete_memory', { characterId, memoryId: made.id });
    const gone = { memoryId: made.id, deleted: true };
    expect((await listed(session, { recallId })).recalls).toMatchObject([{ answer: gone }]);
    const open = await call('dismiss_question', { recallId, dismissed: false });
    expect(open).toMatchObject({ gap: true, dismissed: false, reopened: true });
    expect(open).not.toHaveProperty('answer');
    expect((await listed(session, { recallId })).recalls).toMatchObject([{ reopened: true }]);
    const missing = { recallId, memoryId: '00000000-0000-4000-8000-000000000000' };
    expect(await session.fault('dismiss_question', missing)).toMatchObject({ type: 'MemoryNotFound' });
  });

  test('dismiss_question refuses an unknown recall, and one without a question', async () => {
    const session = await openAll();
    await session.call('assemble_context', { characterId });
    const [{ id: recallId } = { id: '' }] = (await listed(session)).recalls;
    expect(await session.fault('dismiss_question', { recallId })).toMatchObject({ type: 'InvalidInput' });
    expect(await session.fault('dismiss_question', { recallId: '999' })).toMatchObject({ type: 'NotFound' });
  });
});
