import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluralForms, readTexts, type Texts, textsOf } from '../../scripts/languages/texts.ts';
import { languages } from '../../web/languages/languages.ts';

const web = join(import.meta.dirname, '../../web');
const texts = textsOf(web);
const tags = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en');

function catalogueOf(tag: string): Record<string, string | Record<string, string>> {
  return JSON.parse(readFileSync(join(web, 'languages', `${tag}.json`), 'utf8'));
}

/** What is the same in every language. */
const names = ['https://', '~/notes'];

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/gu))].sort();

test('texts of the sources are found, also in conditions, and those that nothing translates', () => {
  const found: Texts = { keys: new Map(), untranslated: [] };
  const source = `const a = (
    <b title={x ? 'Left' : t('Right')}>
      {t(x ? 'One' : 'Two', { n })} and {tn(n, '{n} is', '{n} are')} {\`\${n} more\`} <code>ls -l</code>
    </b>
  );
  const table = [{ label: 'Over', words: t('Under') }];
  throw new Failure('Kind', 'It failed.');`;
  readTexts('a.tsx', source, found);
  expect([...found.keys]).toStrictEqual([
    ['Right', false],
    ['One', false],
    ['Two', false],
    ['{n} are', true],
    ['Under', false],
  ]);
  const expected = ['a.tsx:3: more', 'a.tsx:2: Left', 'a.tsx:3: and', 'a.tsx:6: Over', 'a.tsx:7: It failed.'];
  expect(found.untranslated).toStrictEqual(expected);
});

test('every file of a language is one that can be chosen', () => {
  const files = readdirSync(join(web, 'languages')).filter((name) => name.endsWith('.json'));
  expect(files.toSorted()).toStrictEqual(tags.map((tag) => `${tag}.json`).toSorted());
});

test.each(tags)('the catalogue %s has every text of the dashboard, and no other', (tag) => {
  expect(Object.keys(catalogueOf(tag))).toStrictEqual([...texts.keys.keys()].toSorted());
});

test.each(tags)('the catalogue %s has every plural form, and the placeholders of the English texts', (tag) => {
  const faults = Object.entries(catalogueOf(tag)).flatMap(([key, text]) => {
    const forms = texts.keys.get(key) ? pluralForms(tag) : [undefined];
    const found = typeof text === 'string' ? [undefined] : Object.keys(text);
    if (String(found) !== String(forms)) return [`${key}: has the forms ${found}`];
    const wanted = String(placeholders(key));
    // A form for one number may say it in words.
    return (typeof text === 'string' ? [text] : Object.values(text))
      .filter((one) => one === '' || ![one, `${one}{n}`].some((own) => String(placeholders(own)) === wanted))
      .map((one) => `${key}: ${one}`);
  });
  expect(faults).toStrictEqual([]);
});

test('every visible text of the dashboard is translated', () => {
  expect(texts.untranslated.filter((one) => !names.some((name) => one.endsWith(`: ${name}`)))).toStrictEqual([]);
});
