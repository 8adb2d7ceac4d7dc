import { expect, test } from 'vitest';
import { byLetters, found } from '../../web/shell/matches.ts';

const named = (...labels: string[]) =>
  labels.map((label) => ({ label, words: label === 'Queue' ? 'inbox keep' : label }));
const labels = (ones: readonly { label: string }[]) => ones.map(({ label }) => label);

test.each([
  ['sky', ['Whisky', 'blue sky', 'skylark'], ['skylark', 'blue sky']],
  ['key', ['YubiKey', 'Keys', 'My keyring', 'Queue'], ['Keys', 'My keyring']],
  ['bi', ['YubiKey', 'Keys'], ['YubiKey']],
  ['inb', ['Inbetween', 'Queue'], ['Inbetween', 'Queue']],
  ['記', ['設定', '私の記憶'], ['私の記憶']],
  ['keep inb', ['Keeper', 'Queue'], ['Queue']],
  ['', ['Keys', 'Queue'], ['Keys', 'Queue']],
  ['x', ['Keys'], []],
])('the letters “%s” find beginnings before words, and the middle of words at last', (typed, all, wanted) => {
  expect(labels(found(named(...all), typed))).toStrictEqual(wanted);
});

test('letters in the middle of a word find nothing beside a name that begins so', () => {
  expect(labels(found(named('Timeline'), 'mel'))).toStrictEqual(['Timeline']);
  expect(labels(found(named('Timeline'), 'mel', true))).toStrictEqual([]);
});

test('a few letters find memories with such a word, and a whole question what answers it', () => {
  const memories = named('The gateway needs a YubiKey.', 'Skylark is written in Rust.');
  expect(labels(byLetters(memories, 'sky', true))).toStrictEqual(['Skylark is written in Rust.']);
  expect(labels(byLetters(memories.slice(0, 1), 'sky', true))).toStrictEqual([]);
  expect(labels(byLetters(memories.slice(0, 1), 'sky', false))).toHaveLength(1);
  expect(labels(byLetters(memories, 'skylark', true))[0]).toBe('Skylark is written in Rust.');
  expect(labels(byLetters(memories, 'where is rust', true))).toHaveLength(2);
});
