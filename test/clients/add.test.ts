import { describe, expect, test } from 'vitest';
import { connect, MemoryServiceError } from '../../clients/typescript/browser.ts';
import type { Extractor } from '../../src/domain/ai.ts';
import { openHttp } from '../support/http-harness.ts';

async function open(extractor?: Extractor) {
  const http = await openHttp(extractor ? { services: { extractor } } : {});
  const { url } = await http.listen();
  const client = connect({ url, key: http.key, retries: 0 });
  const contents = async (user: string) => (await client.listMemories({ user })).memories.map((one) => one.content);
  return { ...http, url, client, contents };
}

/** An extractor that keeps each text, once it is let go; `asked` has the texts in order. */
function slow() {
  const asked: string[] = [];
  const gate: { open: () => void } = { open: () => undefined };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const extractor: Extractor = {
    kind: 'ai',
    deadlineMs: 60_000,
    extract: async ({ text }) => {
      asked.push(text);
      await opened;
      const operation = { operation: 'ADD', content: text, category: 'facts', importance: 'NORMAL', salience: 0.5 };
      return { answer: { operations: [operation] }, usage: { calls: 1, inputTokens: 0, outputTokens: 0 } };
    },
  };
  return { asked, gate, extractor };
}

describe('add', () => {
  test('a text is extracted, and kept word for word where that is asked for', async () => {
    const { client, contents } = await open();
    const extracted = await client.add({ user: 'u', text: 'I prefer green tea. I live in Porto.' });
    expect(extracted.memories.map(({ content }) => content).toSorted()).toStrictEqual([
      'I live in Porto.',
      'I prefer green tea.',
    ]);
    const said = await client.add({ user: 'u', text: 'I prefer green tea. I live in Porto.' });
    expect(said).toMatchObject({ memories: [], operations: [{ operation: 'NONE' }, { operation: 'NONE' }] });
    const text = 'Ask before you touch the schema; then wait.';
    const kept = await client.add({ user: 'u', text, extract: false });
    expect(kept).toMatchObject({ memories: [{ content: text }], operations: [{ operation: 'ADD' }] });
    const again = await client.add({ user: 'u', text, extract: false });
    expect(again).toMatchObject({ memories: [], operations: [{ operation: 'NONE', memoryId: kept.memories[0]!.id }] });
    expect(await contents('u')).toHaveLength(3);
  });

  test('several texts and messages are added in one call', async () => {
    const { client } = await open();
    const texts = ['I prefer green tea.', 'I live in Porto.'];
    expect((await client.add({ user: 'a', texts })).memories).toHaveLength(2);
    const kept = await client.add({ user: 'b', texts: [...texts, ''], extract: false, category: 'facts' });
    expect(kept.memories.map(({ content }) => content)).toStrictEqual(texts);
    expect(kept.operations).toMatchObject([{ operation: 'ADD' }, { operation: 'ADD' }, { operation: 'ERROR' }]);
    const messages = [{ role: 'user' as const, content: 'My sister Ana lives in Porto.' }];
    expect((await client.add({ user: 'c', messages })).memories).toMatchObject([{ content: messages[0]!.content }]);
  });

  test('a field that is missing or given twice is named in the caller’s words, with a status', async () => {
    const { client, url } = await open();
    const invalid = { name: 'MemoryServiceError', type: 'InvalidInput', status: 400 };
    await expect(client.add({ user: 'u' })).rejects.toMatchObject(invalid);
    await expect(client.add({ user: 'u', text: 'x', texts: [] })).rejects.toMatchObject(invalid);
    const both = client.add({ user: 'u', messages: [{ role: 'user', content: 'x' }], extract: false });
    await expect(both).rejects.toMatchObject(invalid);
    const named = client.getMemory({ characterId: 'x' } as never);
    await expect(named).rejects.toMatchObject({ ...invalid, message: 'memoryId is missing.' });
    const nobody = client.searchMemories({ query: 'x' } as never);
    await expect(nobody).rejects.toMatchObject({ ...invalid, message: 'user or characterId is missing.' });
    for (const options of [{ url }, { key: 'k' }, { url: 'localhost:8787', key: 'k' }])
      expect(() => connect(options as never)).toThrow(MemoryServiceError);
  });

  test('an address that ends with /v1 means the same server', async () => {
    const { url, key } = await open();
    expect(await connect({ url: `${url}/v1/`, key }).whoami()).toMatchObject({ via: 'key' });
  });
});

describe('adding in the background', () => {
  test('an addition in the background answers at once, and keeps the order of a user’s', async () => {
    const { asked, gate, extractor } = slow();
    const { client, contents } = await open(extractor);
    const first = client.add.later({ user: 'u', text: 'The first harbour is deep.' });
    const second = client.add.later({ user: 'u', text: 'The second roof is red.' });
    client.add.later({ user: 'v', text: 'The violin is old.' });
    await expect.poll(() => asked.toSorted()).toStrictEqual(['The first harbour is deep.', 'The violin is old.']);
    gate.open();
    expect(await client.add.outcome(second)).toMatchObject({ memories: [{ content: 'The second roof is red.' }] });
    expect(await client.add.outcome(first)).toMatchObject({ memories: [{ content: 'The first harbour is deep.' }] });
    await client.add.flush();
    expect(await contents('v')).toStrictEqual(['The violin is old.']);
    await expect(client.add.outcome('other')).rejects.toMatchObject({ type: 'NotFound', status: 404 });
  });

  test('a failed addition in the background stops no later one', async () => {
    const { client, contents } = await open();
    const failed = client.add.later({ user: 'u', text: '' });
    client.add.later({ user: 'u', text: 'I live in Porto.' });
    await client.close();
    await expect(client.add.outcome(failed)).rejects.toMatchObject({ type: 'InvalidContent' });
    expect(await contents('u')).toStrictEqual(['I live in Porto.']);
  });

  test('more additions than may wait are refused', async () => {
    const { gate, extractor } = slow();
    const { client } = await open(extractor);
    for (let n = 0; n < 1_000; n++) client.add.later({ user: 'u', text: `The ship has ${n} sails.` });
    expect(() => client.add.later({ user: 'u', text: 'one more' })).toThrow(/wait already/);
    gate.open();
  });
});
