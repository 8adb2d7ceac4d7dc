import { expect, test } from 'vitest';
import { codePoints } from '../../src/domain/text.ts';
import { excerptOf, writtenIn } from '../../src/search/text/excerpt.ts';
import { findWords } from '../../src/search/text/words.ts';

const source = 'get_memory 7';
const inLetters = (size: number) => ({ size, measure: codePoints });
const soughtIn = (text: string) => findWords(text).words.map(({ term }) => ({ found: [term], weight: 1 }));

const scripts = {
  English: ['The spare key hangs behind the compass.', ' The crew met again in the office.'],
  Chinese: ['备用钥匙挂在罗盘后面。', '船员们又在港口办公室开会，讨论了维修清单。'],
  Japanese: ['予備の鍵は羅針盤の後ろにあります。', '乗組員は港の事務所でまた会いました。'],
  Arabic: ['المفتاح الاحتياطي معلق خلف البوصلة.', ' اجتمع الطاقم مرة أخرى في المكتب.'],
  Hindi: ['अतिरिक्त चाबी कम्पास के पीछे लटकी है।', ' दल फिर से कार्यालय में मिला।'],
  Russian: ['Запасной ключ висит за компасом.', ' Команда снова собралась в конторе.'],
} as const;

test.each(Object.entries(scripts))(
  '%s: the sentence that matches is shown whole, wherever it is',
  (_, [answer, other]) => {
    for (const [before, after] of [
      [0, 60],
      [30, 30],
      [60, 0],
    ] as const) {
      const text = other.repeat(before) + answer + other.repeat(after);
      const part = excerptOf(text, soughtIn(answer), inLetters(160), source);
      expect(part?.text).toContain(answer);
      expect(codePoints(part?.text ?? '')).toBeLessThanOrEqual(160);
      expect(part?.text.startsWith('… ')).toBe(before > 0 && part?.from !== 0);
      const [, lacking = ''] = /… ([\d,]+) more characters: get_memory 7$/.exec(part?.text ?? '') ?? [];
      const kept = part?.text.replace(/^… /, '').replace(/ … [\d,]+ more characters: .*$/s, '') ?? '';
      expect(text).toContain(kept);
      expect(Number(lacking.replace(',', ''))).toBe(codePoints(text) - codePoints(kept));
    }
  },
);

test.each([
  ['The Hotel is hot; Yuki’s flat lives on GPT-4.', ['hot', 'yuki', 'gpt4', 'live'], ['hot', 'Yuki', 'lives', 'GPT-4']],
  ['Mañana vive en Cádiz.', ['cadiz'], ['Cádiz']],
  ['妹のユキはベルリンに住んでいる。', ['ユキ', '住ん', '東京'], ['ユキ', '住ん']],
])('a word that was found is given as the text writes it: %s', (text, found, written) => {
  expect(writtenIn(text, found).toSorted()).toStrictEqual(written.toSorted());
});

test('a sentence that does not fit is cut around the matching words', () => {
  const thai = `${'ลูกเรือพบกันอีกครั้งที่สำนักงานท่าเรือ'.repeat(40)}กุญแจสำรองแขวนอยู่หลังเข็มทิศ${'และทบทวนรายการซ่อม'.repeat(40)}`;
  expect(excerptOf(thai, soughtIn('กุญแจสำรอง'), inLetters(200), source)?.text).toContain('กุญแจสำรองแขวน');
  const steps = Array.from({ length: 90 }, (_, i) => `step ${i}: open valve ${i}`).join('; ');
  expect(excerptOf(steps, soughtIn('valve 61'), inLetters(160), source)?.text).toContain('open valve 61;');
});

test('lines of code that match are shown', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `valve --open ${i} --log /var/log/boiler-${i}.log`);
  const code = ['```sh', ...lines.slice(0, 30), '# restart the controller', ...lines.slice(30), '```'].join('\n');
  expect(excerptOf(code, soughtIn('restart controller'), inLetters(200), source)?.text).toContain(
    '\n# restart the controller\n',
  );
});

test('the excerpt is the run with most of the query’s words, not one word repeated', () => {
  const noise = 'The key was lost. A key was found. '.repeat(30);
  const text = `${noise}The key of the boathouse is blue. ${noise}`;
  expect(excerptOf(text, soughtIn('boathouse key'), inLetters(140), source)?.text).toContain('boathouse is blue.');
});

test('an excerpt without a match is the beginning, or empty where nothing fits', () => {
  const text = 'First comes this. '.repeat(40);
  expect(excerptOf(text, [], inLetters(100), source)).toStrictEqual({
    text: 'First comes this. First comes this. First comes this. … 667 more characters: get_memory 7',
    from: 0,
  });
  expect(excerptOf(text, [], inLetters(60), source)).toBeUndefined();
});

test('no emoji is cut in two', () => {
  const text = '👨‍👩‍👧‍👦'.repeat(200);
  const { text: part = '' } = excerptOf(text, [], inLetters(120), source) ?? {};
  expect(part).toMatch(/^(?:👨‍👩‍👧‍👦)+ … /u);
});
