import { expect, test } from 'vitest';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { recallForPrompt } from '../../src/service/hooks/recall.ts';
import { type Body, onMachine, openWithAda } from '../support/harness.ts';

interface Request {
  what: string;
  memories: Body[];
}

async function opened() {
  const session = await openWithAda({ onFile: true, toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call('add_memory_direct', { characterId: 'Ada', content, category: 'general' });
  const phone = await add('My phone number ends in 417.');
  const dentist = await add('My dentist is Doctor Weber in Graz.');
  const context = {
    ...session.services,
    store: onMachine(session.store),
    principal: servicePrincipal('BUSINESS', 'hook'),
  };
  const prompt = async (text: string) => {
    const run = { host: 'codex', session: text, event: 'UserPromptSubmit' };
    const found = await recallForPrompt(context, run, [String(phone.characterId)], text);
    await found?.note();
    return found?.text;
  };
  const requests = async () =>
    (await session.call<{ requests: Request[] }>('list_forget_requests', { characterId: 'Ada' })).requests;
  return { session, phone, dentist, prompt, requests };
}

test('a prompt that asks to forget is not given what it means, and the model is told how to delete it', async () => {
  const { session, phone, prompt } = await opened();
  expect(await prompt('What is my phone number?')).toContain('417');
  const told = await prompt('Can you forget my phone number?');
  expect(told).toContain(`delete each with delete_memory: ${phone.id}`);
  expect(told).not.toContain('417');
  expect((await session.call('list_memories', { characterId: 'Ada' })).total).toBe(2);
});

test('the rest of such a prompt is answered', async () => {
  const { phone, prompt } = await opened();
  const told = await prompt('Forget my phone number. Who is my dentist in Graz?');
  expect(told).toContain('Doctor Weber');
  expect(told).toContain(String(phone.id));
  expect(told).not.toContain('417');
});

test('a prompt that asks to forget nothing is recalled for as before', async () => {
  const { prompt } = await opened();
  expect(await prompt("Don't forget my phone number, what is it?")).toContain('417');
});

test('add_memory deletes nothing by such a text, names what it means and stores the rest', async () => {
  const { session, phone } = await opened();
  const remember = (content: string) => session.call('add_memory', { characterId: 'Ada', content });
  const { memories, operations } = await remember('Please forget my phone number.');
  expect(memories).toStrictEqual([]);
  expect(operations).toStrictEqual([
    { operation: 'NONE', memoryId: phone.id, reason: expect.stringContaining('delete_memory') },
  ]);
  const both = await remember('I live in Linz and work as a nurse. Forget my phone number.');
  expect((both.memories as Body[]).map(({ content }) => content)).toStrictEqual([
    'I live in Linz and work as a nurse.',
  ]);
  expect((await remember('Forget my shoe size.')).operations).toStrictEqual([
    { operation: 'NONE', reason: 'asks to forget what is not stored' },
  ]);
});

test('a request to forget waits in Review as one card, which deletes or keeps all its memories', async () => {
  const { session, phone, dentist, prompt, requests } = await opened();
  await session.call('add_memory_direct', {
    characterId: 'Ada',
    content: 'My phone is a Fairphone.',
    category: 'general',
  });
  await prompt('Forget my phone.');
  await session.call('add_memory', { characterId: 'Ada', content: 'Please forget my phone!' });
  const [card, ...others] = await requests();
  expect(others).toStrictEqual([]);
  expect(card).toMatchObject({ what: 'my phone' });
  const memoryIds = card!.memories.map(({ id }) => id);
  expect(memoryIds).toHaveLength(2);
  const review = (decision: string, more: object = {}) =>
    session.call('review_forget_request', { characterId: 'Ada', memoryIds, decision, ...more });
  await review('keep');
  expect(await requests()).toStrictEqual([]);
  await review('ask', { what: card!.what });
  expect((await requests())[0]).toMatchObject({ what: 'my phone', memories: [{}, {}] });
  const total = async () => (await session.call('list_memories', { characterId: 'Ada' })).total;
  const { batchId, changed } = await review('delete');
  expect([changed, await total(), await requests()]).toStrictEqual([2, 1, []]);
  await session.call('undo_batch', { characterId: 'Ada', batchId });
  expect([await total(), await requests()]).toMatchObject([3, [{ what: 'my phone', memories: [{}, {}] }]]);
  await review('keep');
  expect(await requests()).toStrictEqual([]);
  for (const decision of ['delete', 'keep'] as const) {
    const fault = await session.fault('review_forget_request', {
      characterId: 'Ada',
      memoryIds: [phone.id, dentist.id, 'none'],
      decision,
    });
    expect(fault.type).toBe('MemoryNotFound');
  }
  expect(await total()).toBe(3);
});
