import { expect, test } from 'vitest';
import type { AiProvider } from '../../src/domain/ai.ts';
import { openAiSession } from '../support/ai.ts';
import type { TierAnswer } from '../support/answers.ts';

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

test('an endpoint that does not count is counted by estimate', async () => {
  const session = await openAiSession('openai');
  session.provider.script({ ...kept('One'), uncounted: true });
  await session.remember('Some text');
  expect((await session.call<TierAnswer>('get_tier')).usage.aiInputTokens).toBeGreaterThan(50);
});

test('above the day’s tokens extraction answers TierLimitExceeded until the next UTC day', async () => {
  const session = await openAiSession('openai', { dailyTokens: 10 });
  session.provider.usual = kept('One');
  await session.remember('Some text');
  const fault = await session.fault('add_memory', { content: 'More text' });
  expect(fault).toMatchObject({ type: 'TierLimitExceeded', status: 429, message: expect.stringContaining('AI quota') });
  expect(session.provider.extractions).toHaveLength(1);
  session.clock.now += day;
  session.provider.usual = kept('Two');
  expect(await session.remember('More text')).toMatchObject({ content: 'Two' });
});

test('the second asking is left out when the first used up the day', async () => {
  const session = await openAiSession('openai', { dailyTokens: 10 });
  session.provider.usual = { operations: [...kept('One').operations, { operation: 'MERGE' }] };
  const answer = await session.remember('Some text');
  expect(answer.operations.map(({ operation }) => operation)).toEqual(['ADD', 'NONE']);
  expect(session.provider.extractions).toHaveLength(1);
});

test('on FREE nothing asks a provider', async () => {
  const session = await openAiSession('openai', { tier: 'FREE' });
  expect(await session.fault('add_memory', { content: 'Some text' })).toMatchObject({ type: 'FeatureNotAvailable' });
  expect(session.provider.received).toHaveLength(0);
});
