import { describe, expect, test } from 'vitest';
import { tierLimits, tiers } from '../../src/domain/tier.ts';
import { openSession, openWithAda, type Session, startOfTime } from '../support/harness.ts';

const reset = Date.parse('2026-01-15T10:01:00.000Z') / 1000;

/** Calls until the bucket is used up; returns how many passed. */
async function exhaust(session: Session, name: string, input: object = {}): Promise<number> {
  for (let passed = 0; ; passed++) {
    const { body, isError } = await session.answer(name, input);
    if (isError && (body.error as { type: string }).type === 'TierLimitExceeded') return passed;
  }
}

describe.each(tiers.filter((tier) => tier !== 'UNLIMITED'))('%s', (tier) => {
  test('each bucket allows its sustained rate, and twice as much in the first ten seconds', async () => {
    const session = await openSession({ tier, rateLimits: true });
    const { SEARCH, MANAGEMENT } = tierLimits[tier].rates;
    expect(await exhaust(session, 'list_characters')).toBe(SEARCH);
    session.clock.now = startOfTime + 30_000;
    expect(await exhaust(session, 'list_characters')).toBe(2 * SEARCH);
    expect(await exhaust(session, 'get_tier')).toBe(2 * MANAGEMENT);
    session.clock.now += 10_000;
    expect(await exhaust(session, 'list_characters')).toBe(0);
    session.clock.now += 50_000;
    expect((await session.answer('list_characters')).rateLimit?.remaining).toBe(2 * SEARCH - 1);
  });
});

test('a request passes after a burst once the window’s count is below the rate', async () => {
  const session = await openSession({ tier: 'FREE', rateLimits: true });
  session.clock.now = startOfTime + 30_000;
  for (let i = 0; i < 7; i++) await session.answer('list_characters');
  session.clock.now += 15_000;
  expect(await exhaust(session, 'list_characters')).toBe(3);
});

test('a result names the remaining calls of its bucket, an error too', async () => {
  const session = await openSession({ tier: 'FREE', rateLimits: true });
  const first = await session.answer('list_characters');
  expect(first.rateLimit).toStrictEqual({ limit: 10, remaining: 9, reset, bucket: 'SEARCH' });
  const failed = await session.answer('get_character', { characterId: 'nobody' });
  expect(failed).toMatchObject({ isError: true, rateLimit: { limit: 10, remaining: 8, bucket: 'SEARCH' } });
  await exhaust(session, 'list_characters');
  const refused = await session.answer('list_characters');
  expect(refused.rateLimit).toStrictEqual({ limit: 10, remaining: 0, reset, bucket: 'SEARCH' });
  expect(refused.body.error).toMatchObject({
    type: 'TierLimitExceeded',
    status: 429,
    message: expect.stringMatching(/SEARCH.*FREE.*30 s/),
  });
});

test('a burst in one bucket does not affect the others', async () => {
  const session = await openSession({ tier: 'FREE', rateLimits: true });
  await exhaust(session, 'get_tier');
  expect((await session.answer('create_character', { name: 'Ada' })).rateLimit).toMatchObject({
    bucket: 'WRITE',
    remaining: 9,
  });
});

test('resources and prompts are rate limited too', async () => {
  const session = await openWithAda({ tier: 'FREE', rateLimits: true });
  await exhaust(session, 'list_characters');
  await expect(session.client.readResource({ uri: 'memory://characters' })).rejects.toThrow(/SEARCH/);
  const recall = { name: 'recall', arguments: { character: 'Ada', question: 'x' } };
  await expect(session.client.getPrompt(recall)).rejects.toThrow(/SEARCH/);
});

test('rate limits can be switched off, and results then name none', async () => {
  const session = await openSession({ tier: 'FREE' });
  for (let i = 0; i < 30; i++) expect((await session.answer('list_characters')).rateLimit).toBeUndefined();
});
