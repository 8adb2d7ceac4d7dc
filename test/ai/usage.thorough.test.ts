import { expect, test } from 'vitest';
import type { AiProvider } from '../../src/domain/ai-providers.ts';
import { openAiSession } from '../support/ai.ts';
import type { TierAnswer } from '../support/answers.ts';
import { hanging } from '../support/provider.ts';

const kept = (content: string) => ({ operations: [{ operation: 'ADD', content, category: 'facts' }] });
const day = 24 * 60 * 60 * 1000;

test.each<AiProvider>(['openai', 'anthropic'])('calls and tokens of %s are counted by calendar month', async (kind) => {
  const session = await openAiSession(kind);
  session.provider.script(kept('One'), { text: 'no JSON' }, kept('Two'), { refuse: true });
  await session.remember('Some text');
  await session.remember('More text');
  await session.fault('add_memory', { content: 'Bad text' });
  const { usage, ai } = await session.call<TierAnswer>('get_tier');
  expect(usage).toMatchObject({ aiCalls: 4, aiInputTokens: expect.any(Number) });
  expect(usage.aiInputTokens).toBeGreaterThan(100);
  expect(usage.aiOutputTokens).toBeGreaterThan(2);
  expect(ai).toMatchObject({ provider: kind, configured: true });
  session.clock.now += 31 * day;
  expect((await session.call<TierAnswer>('get_tier')).usage).toMatchObject({ aiCalls: 0, aiInputTokens: 0 });
});

test('usage is estimated where an endpoint reports none', async () => {
  const session = await openAiSession('openai');
  session.provider.script({ ...kept('One'), uncounted: true });
  await session.remember('Some text');
  expect((await session.call<TierAnswer>('get_tier')).usage.aiInputTokens).toBeGreaterThan(50);
});

/** Limit for one call of a short text by its estimate, and little more. */
const roomForOne = 3_500;

test('extraction above the daily token limit fails with TierLimitExceeded until the next UTC day', async () => {
  const session = await openAiSession('openai', { dailyTokens: roomForOne });
  session.provider.usual = { ...kept('One'), cost: { input: 1_500, output: 500 } };
  await session.remember('Some text');
  const fault = await session.fault('add_memory', { content: 'More text' });
  expect(fault).toMatchObject({ type: 'TierLimitExceeded', status: 429, message: expect.stringContaining('AI quota') });
  expect(session.provider.extractions).toHaveLength(1);
  session.clock.now += day;
  session.provider.usual = kept('Two');
  expect(await session.remember('More text')).toMatchObject({ content: 'Two' });
});

test('the second request is skipped when the first used up the tokens', async () => {
  const session = await openAiSession('openai', { dailyTokens: roomForOne });
  const operations = [...kept('One').operations, { operation: 'MERGE' }];
  session.provider.usual = { operations, cost: { input: 1_500, output: 500 } };
  const answer = await session.remember('Some text');
  expect(answer.operations.map(({ operation }) => operation)).toStrictEqual(['ADD', 'NONE']);
  expect(session.provider.extractions).toHaveLength(1);
});

test('sixty concurrent calls of two processes stay within the daily token limit', async () => {
  const dailyTokens = 12_000;
  const one = await openAiSession('openai', { dailyTokens });
  const other = await openAiSession('openai', { dailyTokens, path: one.path });
  let calls = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const { provider, answer } = n % 2 === 0 ? one : other;
      provider.usual = () => ({ ...kept(`Fact ${++calls}`), cost: { input: 1_000, output: 250 } });
      const { body, isError } = await answer('add_memory', { content: `Text ${n}` });
      return isError ? (body.error as { type: string }).type : 'stored';
    }),
  );
  const { usage } = await one.call<TierAnswer>('get_tier');
  expect(usage.aiInputTokens + usage.aiOutputTokens).toBeLessThanOrEqual(dailyTokens);
  expect(outcomes.filter((one) => one === 'stored')).toHaveLength(usage.aiCalls);
  expect(usage.aiCalls).toBeGreaterThan(1);
  expect(outcomes.filter((one) => one !== 'stored' && one !== 'TierLimitExceeded')).toStrictEqual([]);
  expect(one.provider.extractions.length + other.provider.extractions.length).toBe(usage.aiCalls);
});

test.each<AiProvider>(['openai', 'anthropic'])('thirty cancelled calls of %s count as thirty', async (kind) => {
  const session = await openAiSession(kind, { dailyTokens: 1_000_000 });
  session.provider.usual = hanging;
  const given = Array.from({ length: 30 }, () => new AbortController());
  const calls = given.map(({ signal }, n) =>
    session.client.callTool({ name: 'add_memory', arguments: { content: `Text ${n}` } }, undefined, { signal }),
  );
  await expect.poll(() => session.provider.extractions).toHaveLength(30);
  for (const one of given) one.abort();
  await Promise.allSettled(calls);
  const usage = async () => (await session.call<TierAnswer>('get_tier')).usage;
  await expect.poll(usage).toMatchObject({ aiCalls: 30 });
  expect((await usage()).aiInputTokens).toBeGreaterThan(30 * 500);
  // Settled: the reservation is free again.
  expect(
    await session.services.store.ai.reserve('local', { id: 'x', tokens: 800_000, until: Infinity }, 1_000_000, 0),
  ).toBe(true);
});

test('a failed call costs nothing and releases its reservation', async () => {
  const session = await openAiSession('openai', { dailyTokens: roomForOne });
  session.provider.script({ status: 418 }, { status: 418 });
  session.provider.usual = kept('One');
  for (let i = 0; i < 2; i++)
    expect((await session.fault('add_memory', { content: 'Text' })).type).toBe('ExtractionFailed');
  expect(await session.remember('Text')).toMatchObject({ content: 'One' });
});

test('a FREE tenant calls no provider', async () => {
  const session = await openAiSession('openai', { tier: 'FREE' });
  expect(await session.fault('add_memory', { content: 'Some text' })).toMatchObject({ type: 'FeatureNotAvailable' });
  expect(session.provider.received).toHaveLength(0);
});
