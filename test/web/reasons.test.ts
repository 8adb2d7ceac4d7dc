import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftOutReasons } from '../../src/domain/stores/hooks.ts';
import { leftOutInWords, reasonsInWords } from '../../web/languages/reasons.ts';
import { doubtInWords, inWords } from '../../web/languages/sentences.ts';
import { datesInWords, dayInWords } from '../../web/languages/times.ts';
import { language } from '../../web/languages/translate.ts';
import { whyInWords } from '../../web/languages/why.ts';
import { chatsApart, labelInWords, saidBy } from '../../web/parts/memory/origin.ts';

const sources = [
  ...['src/ai/clauses/keep.ts', 'src/ai/rules/corrections.ts', 'src/ai/rules/overhear.ts', 'src/base/orders.ts'],
  ...['src/service/extraction/extract-turn.ts', 'src/service/extraction/known.ts'],
  ...['src/service/extraction/targets.ts', 'src/storage/sqlite/files/captures.ts'],
];

/** The fixed texts of the rules that say why. */
function given(): string[] {
  return sources.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const found = text.matchAll(
      /(?:reason: (?:isCued \? )?|return |^ {2}\w+: |leftOut\(|saysChanged = |saidInTwo = |inOwnMemory = )(['"])((?:(?!\1).)+ (?:(?!\1).)+|pasted)\1/gmu,
    );
    return Array.from(found, ([, , reason = '']) => reason);
  });
}

test('the dashboard has words for every reason that the rules of capture and the hooks give', () => {
  const reasons = given();
  expect(reasons.length).toBeGreaterThan(30);
  const before = language.value;
  const texts = new Map(reasons.map((reason) => [reason, 'in words'] as const));
  language.value = { ...before, texts };
  try {
    expect(reasons.filter((reason) => reasonsInWords(reason) !== 'in words')).toStrictEqual([]);
    expect(reasonsInWords('pasted; a question; as the model says')).toBe('in words; in words; as the model says');
    expect(reasonsInWords('pasted; ended: “Ann left; Bo came.”, “Bo left.”')).toBe(
      'in words; ended: “Ann left; Bo came.”, “Bo left.”',
    );
    expect(reasonsInWords('holds until 2020-12-24 12:00; may contradict 0b1, 0b2, stored too')).toBe(
      'holds until Dec 24, 2020; may contradict what is stored',
    );
  } finally {
    language.value = before;
  }
  expect(leftOutReasons.filter((reason) => leftOutInWords({ [reason]: 1 }) === `left out: ${reason} 1`)).toStrictEqual([
    'code',
    'repeated',
    'too long',
  ]);
});

test('memories that hooks left out are counted in words, the rest of the store apart', () => {
  expect(leftOutInWords({ irrelevant: 1_089, known: 3 })).toBe(
    'left out: given before 3; 1,089 others were about something else',
  );
  expect(leftOutInWords({ irrelevant: 1 })).toBe('1 other was about something else');
});

test('Settings has words for what the service says of its own state, and leaves errors as they are', () => {
  const before = language.value;
  const texts = new Map([
    ['{provider} answers with {model}.', '{model} von {provider} antwortet.'],
    ['this server is not configured there', 'nicht eingerichtet'],
  ]);
  language.value = { ...before, texts };
  try {
    const said = ['openai answers with gpt-5.4-mini.', 'this server is not configured there', 'spawn `npx` ENOENT'];
    expect(said.map(inWords)).toStrictEqual([
      'gpt-5.4-mini von openai antwortet.',
      'nicht eingerichtet',
      'spawn npx ENOENT',
    ]);
  } finally {
    language.value = before;
  }
});

test('the reason of a rank is in the words of the interface, whatever decided it', () => {
  const before = language.value;
  const german = JSON.parse(readFileSync(join(import.meta.dirname, '../../web/languages/de.json'), 'utf8'));
  const said =
    "rank 7: matches 1 of 2 words: 'atlas' as 'atlases'; lacks 'ship', 2 memories match more; it holds 'Ann'";
  expect(whyInWords(said)).toBe(said);
  language.value = { ...before, tag: 'de', texts: new Map(Object.entries(german)) };
  try {
    expect(whyInWords(said)).toBe(
      "Rang 7: passt zu 1 von 2 Wörtern: 'atlas' → 'atlases'; ihr fehlt 'ship'; 2 Erinnerungen passen besser; enthält 'Ann'",
    );
    // No text of the rule stays in English.
    const source = readFileSync(join(import.meta.dirname, '../../src/search/why.ts'), 'utf8');
    const factors = Array.from(source.matchAll(/^ {2}\w+: '([^']+)'/gmu), ([, text = '']) => text);
    const whole = Array.from(
      source.matchAll(/(?:\? |: |return )'((?:not found|shares)[^']+)'/gu),
      ([, text = '']) => text,
    );
    expect([factors.length, whole.length]).toStrictEqual([5, 5]);
    expect([...factors, ...whole].filter((text) => whyInWords(text) === text)).toStrictEqual([]);
    expect(whyInWords("left out: a better match says all that it says; it matches 'tea'")).toBe(
      "weggelassen: ein besserer Treffer sagt alles, was sie sagt; passt zu 'tea'",
    );
  } finally {
    language.value = before;
  }
});

test('Settings shows when hooks ran last as other times are shown', () => {
  const before = language.value;
  language.value = { ...before, texts: new Map() };
  try {
    expect(inWords('hooks: ran last 2020-11-20T12:34:46.116Z')).toBe('hooks: ran last Nov 20, 2020');
    expect(inWords("the host's model reads sessions that are over, 3 of 5 left today")).toBe(
      'the host’s model reads sessions that are over, 3 of 5 left today',
    );
    expect(inWords('No key is set: everything works by rules, offline.')).toMatch(/^No key/);
  } finally {
    language.value = before;
  }
});

test('days that the service writes are dates of the language wherever they stand', () => {
  expect([dayInWords('2020-10-29'), dayInWords('2020-10-29 12:00'), dayInWords('soon')]).toStrictEqual([
    'Oct 29, 2020',
    'Oct 29, 2020',
    'soon',
  ]);
  expect(datesInWords('import on-2020-10-29.md, 2020-10-30, facts')).toBe(
    'import on-2020-10-29.md, Oct 30, 2020, facts',
  );
});

test('the author of a given line is named in the language of the reader', () => {
  const before = language.value;
  language.value = { ...before, tag: 'ja', texts: new Map(Object.entries({ you: 'あなた', ', ': '、' })) };
  try {
    expect(labelInWords('you, 2020-10-30, facts')).toMatch(/^あなた、.*2020.*、facts$/u);
    expect([labelInWords('file on-2020-10-29.md, facts'), labelInWords('facts')]).toStrictEqual([
      'the file on-2020-10-29.md、facts',
      'facts',
    ]);
  } finally {
    language.value = before;
  }
});

test('one doubt is said whole, of several the parts that they are about', () => {
  const vim = 'may be outdated since 2020-10-29 in “I use Vim”: I switched to Neovim; it is fast.';
  const boss = 'may be outdated since 2020-10-15 in “My manager is Priya”: My manager is Daniel.';
  expect(doubtInWords(vim)).toBe(vim.replace('2020-10-29', 'Oct 29, 2020'));
  expect(doubtInWords(`${vim}; ${boss}`)).toBe('may be outdated in “I use Vim”, “My manager is Priya”');
});

test('words taken from a conversation say so, and messages of imported chats stand apart', () => {
  const memory = (origin: string, kind: 'direct' | 'extraction' | 'import', sessionId?: string) =>
    ({ origin, source: { kind }, sessionId }) as Parameters<typeof saidBy>[0];
  const memories = [memory('you', 'direct'), memory('you', 'extraction'), memory('agent', 'extraction')];
  expect(memories.map(saidBy)).toStrictEqual(['you', 'you, in a conversation', 'an agent']);
  const [document, message] = [memory('import a.md', 'import'), memory('import c.json', 'import', 's')];
  const edited = memory('you', 'import', 's');
  expect(chatsApart([message, document, edited])).toStrictEqual([[document, edited], [message]]);
  expect(chatsApart([message])).toStrictEqual([[message], []]);
});
