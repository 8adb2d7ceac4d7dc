import { expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { openSession } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

type Added = Memory & { memories: Memory[]; operations: { operation: string; reason?: string }[] };

const contents = ({ memories }: Added) => memories.map(({ content }) => content).toSorted();

test('messages of a chat are remembered by speaker; those of systems and tools are dropped', async () => {
  const session = await openSession({ character: 'Ada' });
  const add = (messages: object[], more = {}) => session.call<Added>('add_memory', { messages, ...more });
  const chat = await add([
    { role: 'system', content: 'You are a helpful assistant. The user lives in Paris.' },
    { role: 'user', content: 'My sister Ana lives in Porto.', at: '2026-05-01T10:00:00Z' },
    { role: 'assistant', content: 'How nice! Porto is beautiful.' },
    { role: 'tool', content: 'The weather in Oslo is fine.' },
    { role: 'user', content: 'I always take the night train to Lisbon.', at: '2026-05-02T10:00:00Z' },
  ]);
  expect(contents(chat)).toStrictEqual(['I always take the night train to Lisbon.', 'My sister Ana lives in Porto.']);
  expect(chat.memories.map(({ occurredAt }) => occurredAt)).toStrictEqual(Array(2).fill('2026-05-02T10:00:00.000Z'));
  expect(contents(await add([{ role: 'user', content: 'Ich trinke morgens immer grünen Tee.' }]))).toStrictEqual([
    'Ich trinke morgens immer grünen Tee.',
  ]);
  expect(
    contents(await add([{ role: 'user', name: 'Bo', content: 'I moved to Oslo in May and love it there.' }])),
  ).toStrictEqual([expect.stringContaining('I moved to Oslo in May')]);
});

test('a call takes content or messages, and an empty one is refused, also from a model', async () => {
  const session = await openSession({ character: 'Ada' });
  const fault = async (input: object) => (await session.fault('add_memory', input)).type;
  const message = { role: 'user', content: 'I like tea.' };
  expect(await fault({})).toBe('InvalidInput');
  expect(await fault({ content: '' })).toBe('InvalidContent');
  expect(await fault({ content: '', messages: [] })).toBe('InvalidContent');
  expect(await fault({ content: 'I like tea.', messages: [message] })).toBe('InvalidInput');
  expect(await fault({ messages: [{ role: 'user', content: ' ' }] })).toBe('InvalidContent');
  expect(await fault({ messages: [{ role: 'system', content: 'Be brief.' }] })).toBe('InvalidContent');
  expect(await fault({ messages: [{ ...message, content: 'x'.repeat(10_001) }] })).toBe('InvalidContent');
  expect(await fault({ messages: [{ role: 'owner', content: 'I like tea.' }] })).toBe('ValidationError');
  expect(await fault({ messages: Array(201).fill(message) })).toBe('ValidationError');
  expect(await fault({ messages: [{ role: 'user', content: `My key is sk-ant-api03-${'a'.repeat(95)}` }] })).toBe(
    'InvalidContent',
  );
  expect(contents(await session.call<Added>('add_memory', { content: '', messages: [message] }))).toStrictEqual([
    'I like tea.',
  ]);
});

test('REST accepts the same messages', async () => {
  const { ask } = await openHttp();
  await ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const add = (messages: object[]) => ask('POST', '/v1/characters/Ada/memories', { body: { messages } });
  expect(await add([{ role: 'user', content: 'I like green tea.' }])).toMatchObject({
    status: 201,
    body: { memories: [{ content: 'I like green tea.' }] },
  });
  expect(await add([])).toMatchObject({ status: 400 });
});
