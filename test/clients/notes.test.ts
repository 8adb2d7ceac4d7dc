import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, connect } from '../../clients/typescript/browser.ts';
import type { Extractor } from '../../src/domain/ai.ts';
import { openHttp } from '../support/http-harness.ts';

interface Options {
  client: Client;
  user: string;
  startTokens?: number;
  onError?: (error: unknown) => void;
}
interface Middleware {
  transformParams(given: { params: { prompt: object[] } }): Promise<{ prompt: { role: string; content: unknown }[] }>;
  wrapGenerate(given: { doGenerate: () => Promise<object>; params: { prompt: object[] } }): Promise<object>;
}

/** The adapter of the AI SDK, which imports nothing of it. */
const { memoryMiddleware } = (await import(join(import.meta.dirname, '../../clients/ai-sdk/index.mjs'))) as {
  memoryMiddleware(options: Options): Middleware;
};

async function open(extractor?: Extractor) {
  const http = await openHttp(extractor ? { services: { extractor } } : {});
  const { url } = await http.listen();
  return connect({ url, key: http.key, retries: 0 });
}

const said = (text: string) => ({ prompt: [{ role: 'user', content: [{ type: 'text', text }] }] });
const answer = { content: [{ type: 'text', text: 'Try pasta.' }] };

test('a model gets what matters most, whatever the message says, and what fits the message', async () => {
  const client = await open();
  await client.add({ user: 'u', text: 'I am vegetarian.', extract: false, importance: 'CRITICAL' });
  const notes = Array.from({ length: 60 }, (_, n) => `The ${n}th lighthouse of the northern coast has a red roof.`);
  await client.add({ user: 'u', texts: notes, extract: false });
  await client.add({ user: 'u', text: 'My bicycle has number 4711.', extract: false, importance: 'LOW' });
  const { transformParams } = memoryMiddleware({ client, user: 'u', startTokens: 200 });
  const given = async (text: string) => {
    const { prompt } = await transformParams({ params: said(text) });
    return String(prompt.find(({ role }) => role === 'system')?.content);
  };
  expect(await given('What should I cook tonight?')).toContain('I am vegetarian.');
  const asked = await given('Which number does my bicycle have?');
  expect(asked).toContain('I am vegetarian.');
  expect(asked.match(/number 4711/g)).toHaveLength(1);
});

test('a user without a memory gets no notes, and none is made by asking', async () => {
  const client = await open();
  const params = said('What should I cook?');
  const { transformParams } = memoryMiddleware({ client, user: 'nobody' });
  expect(await transformParams({ params })).toBe(params);
  expect((await client.listCharacters()).total).toBe(0);
});

test('an answer is given before a slow model has read what was said', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = await open({
    kind: 'ai',
    deadlineMs: 60_000,
    extract: async () => {
      await released;
      const operation = { operation: 'ADD', content: 'I am vegetarian.', category: 'facts' };
      return { answer: { operations: [operation] }, usage: { calls: 1, inputTokens: 0, outputTokens: 0 } };
    },
  });
  const { wrapGenerate } = memoryMiddleware({ client, user: 'u' });
  const params = said('I am vegetarian. What should I cook?');
  // Extraction is held until here, so an adapter that waited for it would never answer.
  expect(await wrapGenerate({ doGenerate: async () => answer, params })).toBe(answer);
  release();
  await client.add.flush();
  expect((await client.listMemories({ user: 'u' })).memories).toMatchObject([{ content: 'I am vegetarian.' }]);
});

test('a memory that fails breaks no conversation, and tells why', async () => {
  const client = connect({ url: 'http://127.0.0.1:9', key: 'k', retries: 0 });
  const failures: unknown[] = [];
  const { transformParams, wrapGenerate } = memoryMiddleware({
    client,
    user: 'u',
    onError: (one) => failures.push(one),
  });
  const params = said('I am vegetarian.');
  expect(await transformParams({ params })).toBe(params);
  expect(await wrapGenerate({ doGenerate: async () => answer, params })).toBe(answer);
  await client.add.flush();
  expect(failures).toMatchObject([{ type: 'Unreachable' }, { type: 'Unreachable' }]);
});
