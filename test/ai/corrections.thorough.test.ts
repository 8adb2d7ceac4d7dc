import { describe, expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import type { AnsweredOperation } from '../../src/domain/ai.ts';
import { presets } from '../../src/domain/category.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import type { Remembered } from '../support/ai.ts';
import { openSession } from '../support/harness.ts';
import { pairs } from './correction-cases.ts';

const categories = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));
const occurredAt = '2026-01-15T10:00:00.000Z';
const memoryOf = (content: string, id: string, at = '2026-01-01T00:00:00.000Z') => ({
  ...{
    id,
    characterId: 'ada',
    content,
    category: 'facts',
    importance: 'NORMAL' as const,
    salience: 0.5,
    revision: 1,
    occurredAt: at,
  },
});

/** What the rules decide about one statement and one stored memory. */
async function say(said: string, stored: string, at?: string): Promise<AnsweredOperation | undefined> {
  const similar = [memoryOf(stored, 'the-stored-one', at)];
  const { answer } = await rulesExtractor().extract({ text: said, categories, similar, occurredAt });
  return (answer as { operations: AnsweredOperation[] }).operations[0];
}

async function opened(services = {}) {
  const session = await openSession({ character: 'Ada', services });
  return {
    ...session,
    remember: (content: string, more: object = {}) => session.call<Remembered>('add_memory', { content, ...more }),
    store: (content: string) => session.call<Memory>('add_memory_direct', { content, category: 'facts' }),
    async contents() {
      const { memories } = await session.call<{ memories: Memory[] }>('list_memories', { limit: 100 });
      return memories.map(({ content }) => content).toSorted();
    },
  };
}

test('the table has enough cases of each kind', () => {
  expect(pairs.supersedes.length).toBeGreaterThanOrEqual(40);
  expect(pairs.stays.length).toBeGreaterThanOrEqual(30);
});

test.each(pairs.stays)('two compatible statements are both kept: %s | %s', async (stored, said) => {
  expect((await say(said, stored))?.ends).toBeUndefined();
});

test.each(pairs.contradicts)(
  'a doubtful contradiction keeps both memories and names the other one: %s | %s',
  async (stored, said) => {
    const answer = await say(said, stored);
    expect(answer).toMatchObject({ operation: 'ADD', reason: expect.stringContaining('the-stored-one') });
    expect(answer?.ends).toBeUndefined();
  },
);

test('a correction ends the right memory among others, whose text stays', async () => {
  const session = await opened();
  for (const [stored, said] of pairs.supersedes) {
    const { id: characterId } = await session.call('create_character', { name: `${stored} | ${said}` });
    for (const content of ['The cat sleeps on the sofa', 'Tom plays chess every Tuesday evening']) {
      await session.call('add_memory_direct', { characterId, content, category: 'facts' });
    }
    const old = await session.call('add_memory_direct', { characterId, content: stored, category: 'facts' });
    const answer = await session.call<Remembered>('add_memory', { characterId, content: said });
    expect.soft(answer.operations, said).toStrictEqual([
      { operation: 'ADD', memoryId: answer.id, reason: expect.stringContaining('has changed') },
      { operation: 'END', memoryId: old.id, reason: 'no longer holds' },
    ]);
    expect.soft(answer, said).toMatchObject({ revision: 1, extraction: 'rules' });
    expect
      .soft(await session.call('get_memory', { characterId, memoryId: old.id }), said)
      .toMatchObject({ content: stored, supersededBy: answer.id });
  }
});

describe('a correction through the front door', () => {
  test('a correction keeps category, importance and salience unless they are given', async () => {
    const session = await opened();
    const given = {
      content: 'My favourite colour is blue',
      category: 'preferences',
      importance: 'HIGH',
      salience: 0.9,
    };
    const { id } = await session.call('add_memory_direct', given);
    const kept = await session.remember('My favourite colour is green now, not blue');
    expect(kept).toMatchObject({ category: 'preferences', importance: 'HIGH', salience: 0.9 });
    expect(kept.operations).toMatchObject([{ operation: 'ADD' }, { operation: 'END', memoryId: id }]);
    const changed = await session.remember('My favourite colour is now red', { category: 'facts', importance: 'LOW' });
    expect(changed).toMatchObject({ category: 'facts', importance: 'LOW' });
    expect(changed.operations).toMatchObject([{ operation: 'ADD' }, { operation: 'END', memoryId: kept.id }]);
  });

  test('a text with a correction and new statements adds all and ends one memory', async () => {
    const session = await opened();
    const { id } = await session.store('We use Redis for caching');
    const text = 'Ana joined the team in May. We no longer use Redis. The new office is in Graz.';
    const { operations } = await session.remember(text);
    expect(
      operations.map(({ operation, memoryId }) => (memoryId === id ? operation : `${operation} another`)),
    ).toStrictEqual(['ADD another', 'ADD another', 'ADD another', 'END']);
    expect(await session.contents()).toHaveLength(4);
  });

  test('a possible contradiction is named in the answer, and both memories stay', async () => {
    const session = await opened();
    const { id } = await session.store('I live in Lisbon');
    const { operations } = await session.remember('I am in Berlin now');
    expect(operations).toStrictEqual([
      { operation: 'ADD', memoryId: expect.any(String), reason: expect.stringContaining(id) },
    ]);
    expect(await session.contents()).toStrictEqual(['I am in Berlin now', 'I live in Lisbon']);
  });

  test('two corrections end one memory once', async () => {
    const session = await opened();
    const { id } = await session.store('My favourite colour is blue');
    const text = '- My favourite colour is now green\n- My favourite colour is now red';
    const { operations } = await session.remember(text);
    expect(operations.map(({ operation }) => operation)).toStrictEqual(['ADD', 'ADD', 'END']);
    expect(operations[1]?.reason).toContain(id);
  });

  test('a statement older than the stored memory does not replace it', async () => {
    const session = await opened();
    await session.store('I live in Berlin');
    const { operations } = await session.remember('I live in Lisbon now', { occurredAt: '2020-01-01T00:00:00Z' });
    expect(operations.map(({ operation }) => operation)).toStrictEqual(['ADD']);
    expect((await say('I live in Lisbon now', 'I live in Berlin', '2027-01-01T00:00:00.000Z'))?.operation).toBe('ADD');
  });

  test('a correction does not change the memories of another character', async () => {
    const session = await opened();
    await session.store('I live in Berlin');
    await session.call('create_character', { name: 'Bob' });
    await session.call('add_memory', { characterId: 'Bob', content: 'I moved from Berlin to Lisbon' });
    expect(await session.contents()).toStrictEqual(['I live in Berlin']);
  });

  test('imports and syncs end no other memory, and what a file says now waits for review', async () => {
    const session = await opened();
    await session.store('We use Redis');
    const fileContent = '- We no longer use Redis\n';
    await session.call('import_document', { fileName: 'a.md', fileContent });
    await session.call('sync_file', { filePath: 'a.md', fileContent: '- I moved from Berlin to Lisbon\n' });
    expect(await session.contents()).toContain('We use Redis');
    const capturing = await opened({ autoCapture: true });
    const { id } = await capturing.store('We use Redis');
    await capturing.call('update_memory', { memoryId: id, importance: 'CRITICAL' });
    await capturing.call('sync_file', { filePath: 'a.md', fileContent });
    await new CaptureWorker(capturing.services).round();
    expect(await capturing.contents()).toStrictEqual(['We no longer use Redis', 'We use Redis']);
    const old = await capturing.call('get_memory', { memoryId: id });
    expect(old).toMatchObject({ importance: 'CRITICAL', mayBeOutdatedBy: expect.any(String) });
    expect(old).not.toHaveProperty('supersededBy');
    const newer = await capturing.call('get_memory', { memoryId: old.mayBeOutdatedBy });
    expect(newer).toMatchObject({ content: 'We no longer use Redis', importance: 'NORMAL' });
  });
});
