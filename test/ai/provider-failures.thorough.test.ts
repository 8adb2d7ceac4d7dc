import { beforeEach, describe, expect, test } from 'vitest';
import type { AiProvider } from '../../src/domain/ai-providers.ts';
import { hurryRetries, openAiSession, testKey } from '../support/ai.ts';
import { type Behaviour, hanging } from '../support/provider.ts';

beforeEach(hurryRetries);

const one = { operations: [{ operation: 'ADD', content: 'Kept', category: 'facts' }] };

describe.each<AiProvider>(['openai', 'anthropic'])('when %s fails', (kind) => {
  test.each<[string, Behaviour, RegExp]>([
    ['the key is refused', { status: 401, message: `Incorrect API key provided: ${testKey}` }, /SERVICE_AI_API_KEY/u],
    ['access is denied', { status: 403, message: `key ${testKey.slice(0, 12)}*** may not` }, /does not allow/u],
    ['the model is unknown', { status: 404 }, /SERVICE_AI_MODEL/u],
    ['it stays overloaded', { status: 503 }, /failed \(503\)/u],
    ['the quota is used up', { status: 429 }, /\(429\)/u],
    ['it refuses the request', { status: 418, message: `teapot ${testKey}` }, /teapot \[redacted\]/u],
    ['it cuts the connection', { cut: true }, /can't be reached/u],
    ['it refuses the text', { refuse: true }, /declined/u],
    ['its answer is cut off', { cutOff: true }, /smaller parts/u],
  ])('%s: the call fails with ExtractionFailed, stores nothing and leaks no key', async (_, behaviour, message) => {
    const session = await openAiSession(kind);
    session.provider.usual = behaviour;
    const fault = await session.fault('add_memory', { content: 'Some text' });
    expect(fault).toMatchObject({ type: 'ExtractionFailed', status: 502, message: expect.stringMatching(message) });
    const left = JSON.stringify([fault, session.logged]);
    for (let i = 0; i + 8 <= testKey.length; i++) expect(left).not.toContain(testKey.slice(i, i + 8));
    expect(await session.contents()).toStrictEqual([]);
  });

  test.each<[string, Behaviour]>([
    ['too many requests', { status: 429 }],
    ['an error of its own', { status: 500 }],
    ['a cut connection', { cut: true }],
  ])('%s is retried', async (_, behaviour) => {
    const session = await openAiSession(kind);
    session.provider.script(behaviour, one);
    expect(await session.remember('Some text')).toMatchObject({ content: 'Kept' });
    expect(session.provider.extractions).toHaveLength(2);
  });

  test.each<[string, Behaviour]>([
    ['no answer', hanging],
    ['a long wait before the next try', { status: 429, headers: { 'retry-after-ms': '30000' } }],
  ])('%s times out at the deadline', async (_, behaviour) => {
    const session = await openAiSession(kind, { deadlineMs: 100 });
    session.provider.usual = behaviour;
    const fault = await session.fault('add_memory', { content: 'Some text' });
    expect(fault).toMatchObject({ type: 'ExtractionFailed', message: expect.stringContaining('within 0.1 seconds') });
    expect(await session.contents()).toStrictEqual([]);
  });

  test('an endless answer is read only up to its limit', async () => {
    const session = await openAiSession(kind);
    session.provider.usual = { flood: 300e6 };
    const fault = await session.fault('add_memory', { content: 'Some text' });
    const told = expect.stringContaining(`(${kind}) answered more than 4 MB`);
    expect(fault).toMatchObject({ type: 'ExtractionFailed', status: 502, message: told });
    // One request, and the bytes beyond the limit are in the sockets' buffers.
    expect(session.provider.extractions).toHaveLength(1);
    expect(session.provider.flooded).toBeLessThan(30e6);
    await expect.poll(() => session.provider.abandoned).toBe(1);
  });

  test('the deadline includes the second request', async () => {
    const session = await openAiSession(kind, { deadlineMs: 300 });
    session.provider.script({ text: 'no JSON' });
    session.provider.usual = hanging;
    expect(await session.fault('add_memory', { content: 'Some text' })).toMatchObject({ type: 'ExtractionFailed' });
  });

  test('a call that the client cancels stores nothing', async () => {
    const session = await openAiSession(kind);
    session.provider.usual = hanging;
    const abort = new AbortController();
    const call = session.client.callTool({ name: 'add_memory', arguments: { content: 'Some text' } }, undefined, {
      signal: abort.signal,
    });
    await expect.poll(() => session.provider.extractions).toHaveLength(1);
    abort.abort();
    await expect(call).rejects.toThrow();
    // The server also gives up, so no answer can follow.
    await expect.poll(() => session.provider.abandoned).toBe(1);
    expect(await session.contents()).toStrictEqual([]);
  });
});

test('an endless answer of vectors is read only up to its limit', async () => {
  const { embedder, provider } = await openAiSession('openai');
  provider.embedding = { flood: 300e6 };
  await expect(embedder?.embed(['tea'])).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('answered more than 64 MB'),
  });
  expect(provider.flooded).toBeLessThan(100e6);
});
