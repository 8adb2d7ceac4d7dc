import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

/** The first string of each call of `test`; of `test.each` and the like it follows the table. */
const titlesIn = (code: string): string[] =>
  [...code.matchAll(/^ *test(?:\.(?:each|runIf|skipIf)\b[\s\S]*?\))?\(\s*(['"`])(.+?)\1,/gm)].map(
    ([, , title = '']) => title,
  );

/** Words that need the subject of a `describe`: pronouns, prepositions, question words and verbs. */
const withoutSubject = new RegExp(
  `^(?:${[
    'he|his|it|its|she|that|their|them|these|they|this|those',
    'about|above|after|among|and|as|at|because|before|behind|below|beside|between|beyond|but|by|during|for|from|if|in|inside',
    'into|of|on|or|outside|over|since|so|through|to|under|unless|until|while|with|within|without',
    'how|what|whatever|when|where|whether|which|who|whoever|whom|whose|why',
    'are|can|cannot|does|had|has|have|is|may|might|must|needs|never|not|should|was|were|will|would',
    'accepts|adds|allows|appends|applies|asks|becomes|begins|belongs|brings|carries|checks|closes|comes|compares|contains',
    'continues|costs|creates|deletes|describes|drops|excludes|expires|explains|fails|fetches|finds|follows|forgets|gets|gives',
    'goes|holds|ignores|includes|joins|keeps|knows|leads|learns|leaves|lends|lets|loads|looks|loses|makes|merges|narrows',
    'opens|outlasts|parses|passes|prevents|puts|receives|reconnects|refuses|rejects|removes|renders|renews|repairs|replaces',
    'reports|requires|resumes|retries|returns|rewrites|runs|says|sees|sends|separates|shows|skips|sorts|starts|stays|stops',
    'survives|takes|tells|throws|treats|tries|updates|uses|waits|works',
  ].join('|')})\\b(?!-)`,
);

const isSentence = (title: string): boolean =>
  title.length <= 100 && title.split(/\s+/).length >= 3 && !withoutSubject.test(title);

test('the title of every test is a sentence with its own subject', () => {
  const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('support'))
    .flatMap((file) => titlesIn(readFileSync(join(folder, file), 'utf8')).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(2_400);
  expect(titles.filter(({ title }) => !isSentence(title))).toStrictEqual([]);
});

test('a title without a subject is found, however the test is declared', () => {
  const code = [
    "test('is refused at once', () => {});",
    "  test('of another tenant is unknown', async () => {});",
    "  test.each([[1], [2]])('%s', (one) => {});",
    '  test.skipIf(isWindows)(',
    '    "what can\'t be read is reported",',
    "  test.each<[string, number]>([\n    ['a', 1],\n  ] as const)('a key is %s', () => {});",
  ].join('\n');
  const titles = titlesIn(code);
  expect(titles).toHaveLength(5);
  expect(titles.filter(isSentence)).toStrictEqual(['a key is %s']);
});
