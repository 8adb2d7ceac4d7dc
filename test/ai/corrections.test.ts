import { describe, expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import type { AnsweredOperation } from '../../src/domain/ai.ts';
import { presets } from '../../src/domain/category.ts';
import type { Memory, Revision } from '../../src/domain/memory.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import type { Remembered } from '../support/ai.ts';
import { openSession } from '../support/harness.ts';
import { pairs } from './correction-cases.ts';

const categories = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));
const occurredAt = '2026-01-15T10:00:00.000Z';
const memoryOf = (content: string, id: string, at = '2026-01-01T00:00:00.000Z') => ({
  ...{ id, content, category: 'facts', importance: 'NORMAL' as const, salience: 0.5, revision: 1, occurredAt: at },
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
  expect((await say(said, stored))?.operation).not.toBe('UPDATE');
});

test.each(pairs.contradicts)(
  'a doubtful contradiction keeps both memories and names the other one: %s | %s',
  async (stored, said) => {
    expect(await say(said, stored)).toMatchObject({
      operation: 'ADD',
      reason: expect.stringContaining('the-stored-one'),
    });
  },
);

test('a correction updates the right memory among others, and can be undone', async () => {
  const session = await opened();
  for (const [stored, said] of pairs.supersedes) {
    const { id: characterId } = await session.call('create_character', { name: `${stored} | ${said}` });
    for (const content of ['The cat sleeps on the sofa', 'Tom plays chess every Tuesday evening']) {
      await session.call('add_memory_direct', { characterId, content, category: 'facts' });
    }
    const old = await session.call('add_memory_direct', { characterId, content: stored, category: 'facts' });
    const answer = await session.call<Remembered>('add_memory', { characterId, content: said });
    expect
      .soft(answer.operations, said)
      .toStrictEqual([{ operation: 'UPDATE', memoryId: old.id, reason: expect.stringContaining('has changed') }]);
    expect.soft(answer, said).toMatchObject({ id: old.id, revision: 2, extraction: 'rules' });
    const { revisions } = await session.call<{ revisions: Revision[] }>('get_memory_history', {
      characterId,
      memoryId: old.id,
    });
    expect.soft(revisions.map(({ content }) => content)).toStrictEqual([stored, answer.content]);
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
    expect(kept).toMatchObject({ id, category: 'preferences', importance: 'HIGH', salience: 0.9 });
    const changed = await session.remember('My favourite colour is now red', { category: 'facts', importance: 'LOW' });
    expect(changed).toMatchObject({ id, category: 'facts', importance: 'LOW', revision: 3 });
  });

  test('a text with a correction and new statements updates one memory and adds the others', async () => {
    const session = await opened();
    const { id } = await session.store('We use Redis for caching');
    const text = 'Ana joined the team in May. We no longer use Redis. The new office is in Graz.';
    const { operations } = await session.remember(text);
    expect(
      operations.map(({ operation, memoryId }) => (memoryId === id ? operation : `${operation} another`)),
    ).toStrictEqual(['ADD another', 'UPDATE', 'ADD another']);
    expect(await session.contents()).toHaveLength(3);
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

  test('two corrections update two memories, never one of them twice', async () => {
    const session = await opened();
    const { id } = await session.store('My favourite colour is blue');
    const text = '- My favourite colour is now green\n- My favourite colour is now red';
    const { operations } = await session.remember(text);
    expect(operations.map(({ operation }) => operation)).toStrictEqual(['UPDATE', 'ADD']);
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

  test('imports and syncs correct no other memory; a captured statement may', async () => {
    const session = await opened();
    await session.store('We use Redis');
    const fileContent = '- We no longer use Redis\n';
    await session.call('import_document', { fileName: 'a.md', fileContent });
    await session.call('sync_file', { filePath: 'a.md', fileContent: '- I moved from Berlin to Lisbon\n' });
    expect(await session.contents()).toContain('We use Redis');
    const capturing = await opened({ autoCapture: true });
    const { id } = await capturing.store('We use Redis');
    await capturing.call('sync_file', { filePath: 'a.md', fileContent });
    await new CaptureWorker(capturing.services).round();
    expect(await capturing.contents()).toStrictEqual(['We no longer use Redis']);
    expect(await capturing.call('get_memory', { memoryId: id })).toMatchObject({ revision: 2 });
  });
});
