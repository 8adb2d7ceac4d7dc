import { expect, test } from 'vitest';
import { byLetters, found } from '../../web/shell/matches.ts';
import { offeredBy } from '../../web/shell/offers.ts';

const named = (...labels: string[]) =>
  labels.map((label) => ({ label, words: label === 'Queue' ? 'inbox keep' : label }));
const labels = (ones: readonly { label: string }[]) => ones.map(({ label }) => label);

test.each([
  ['sky', ['Whisky', 'blue sky', 'skylark'], ['skylark', 'blue sky']],
  ['key', ['YubiKey', 'Keys', 'My keyring', 'Queue'], ['Keys', 'My keyring']],
  ['bi', ['YubiKey', 'Keys'], []],
  ['evora', ['Évora', 'Revora'], ['Évora']],
  ['inb', ['Inbetween', 'Queue'], ['Inbetween', 'Queue']],
  ['codex', ['globalにcodexがある', 'mycodex'], ['globalにcodexがある']],
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

test('a name that begins with the typed letters comes before an offer that other words find', () => {
  const open = offeredBy(
    [{ part: 'open', of: 'this memory', offers: [{ label: 'Delete', words: 'forget', run() {} }] }],
    'x',
  );
  const all = [
    ...open,
    { label: 'Forget all about “yuki”…', isMeant: true as const },
    { label: 'Forget…', words: 'delete' },
  ];
  expect(labels(found(all, 'forget'))).toStrictEqual(['Forget all about “yuki”…', 'Forget…', 'Delete']);
  expect(labels(found(all, 'delete')).slice(0, 1)).toStrictEqual(['Delete']);
  expect(labels(found(all, 'delete yuki'))).toStrictEqual(['Forget all about “yuki”…']);
});

test.each([
  ['export for a friend', ['Export Personal…']],
  ['connect my second machine', ['Connections']],
  ['パソコンを接続', ['接続']],
  ['what did my sister export last spring to Rome', []],
  ['sister machine', []],
  ['妹が接続した場所はどこでしたか', []],
])('the words “%s” find a page or an action by most of them, and a question finds none', (typed, wanted) => {
  const all = [
    { label: 'Connections', kind: 'page', words: 'sync connect another second machine' },
    { label: 'Export Personal…', kind: 'action', words: 'download share with a friend' },
    { label: '接続', kind: 'page', words: '同期 パソコン 接続' },
  ];
  expect(labels(found(all, typed))).toStrictEqual(wanted);
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
