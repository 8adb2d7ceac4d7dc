import { expect, test } from 'vitest';
import { Attempts } from '../../src/service/tenancy/attempts.ts';

const wrong = async () => {
  throw new Error('wrong');
};

test('valid attempts pass however many were invalid, and only invalid ones are limited', async () => {
  let now = 0;
  const attempts = new Attempts(() => now, 3, 1_000);
  for (let n = 0; n < 3; n++) await expect(attempts.limited('a', wrong)).rejects.toThrow('wrong');
  await expect(attempts.limited('a', wrong)).rejects.toThrow('Too many attempts');
  expect(await attempts.limited('a', async () => 'in')).toBe('in');
  await expect(attempts.limited('b', wrong)).rejects.toThrow('wrong');
  now = 1_000;
  await expect(attempts.limited('a', wrong)).rejects.toThrow('wrong');
});

test('a full table forgets only the oldest', async () => {
  const attempts = new Attempts(() => 0, 1, 1_000, 2);
  attempts.take('old');
  attempts.take('a');
  attempts.take('b');
  expect(() => attempts.take('a')).toThrow('Too many');
  expect(() => attempts.take('old')).not.toThrow();
});
