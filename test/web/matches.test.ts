import { expect, test } from 'vitest';
import { byLetters, found } from '../../web/shell/matches.ts';

const named = (...labels: string[]) =>
  labels.map((label) => ({ label, words: label === 'Queue' ? 'inbox keep' : label }));
const labels = (ones: readonly { label: string }[]) => ones.map(({ label }) => label);

test.each([
  ['sky', ['Whisky', 'blue sky', 'skylark'], ['skylark', 'blue sky']],
  ['key', ['YubiKey', 'Keys', 'My keyring', 'Queue'], ['Keys', 'My keyring']],
  ['bi', ['YubiKey', 'Keys'], []],
  ['evora', ['Évora', 'Revora'], ['Évora']],
  ['inb', ['Inbetween', 'Queue'], ['Inbetween', 'Queue']],
  ['記', ['設定', '私の記憶'], ['私の記憶']],
  ['keep inb', ['Keeper', 'Queue'], ['Queue']],
  ['', ['Keys', 'Queue'], ['Keys', 'Queue']],
  ['x', ['Keys'], []],
])('the letters “%s” find beginnings before words, and nothing in the middle of words', (typed, all, wanted) => {
  expect(labels(found(named(...all), typed))).toStrictEqual(wanted);
});

test('an action comes before a page that only other words find', () => {
  const all = [
    { label: 'Files', kind: 'page', words: 'import export' },
    { label: 'Export log', kind: 'page' },
    { label: 'Export Personal…', kind: 'action' },
    { label: 'Invite somebody…', kind: 'action', words: 'send export' },
  ];
  expect(labels(found(all, 'export'))).toStrictEqual([
    ...['Export log', 'Export Personal…', 'Invite somebody…', 'Files'],
  ]);
});

test('a word finds memories with a word that begins so, and a whole question what answers it', () => {
  const memories = named('The gateway needs a YubiKey.', 'Skylark is written in Rust.');
  expect(labels(byLetters(memories, 'sky', true))).toStrictEqual(['Skylark is written in Rust.']);
  expect(labels(byLetters(memories.slice(0, 1), 'sky', true))).toStrictEqual([]);
  expect(labels(byLetters(memories.slice(0, 1), 'sky', false))).toHaveLength(1);
  const sister = named('My sister lives in Leipzig.', 'The system has inconsistencies.');
  expect(labels(byLetters(sister, 'sister', false))).toStrictEqual(['My sister lives in Leipzig.']);
  expect(labels(byLetters(named('妹は大阪に住む。', 'Ada'), '妹', true))).toHaveLength(2);
  expect(labels(byLetters(memories, 'where is rust', true))).toHaveLength(2);
});
