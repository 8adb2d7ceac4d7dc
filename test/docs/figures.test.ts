import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFigures } from '../../scripts/figures.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
// readme.thorough.test.ts renews the README.
const pages = readdirSync(join(root, 'docs'))
  .map((name) => `docs/${name}`)
  .filter((path) => path.endsWith('.md'))
  .filter((path) => textOf(path).includes('<!-- figure '));

test.each(pages)('%s has the measured figures; npm run docs renews them', async (path) => {
  await expect(withFigures(textOf(path))).toMatchFileSnapshot(join(root, path));
});

// The page of measurements also has tables of steps, measured separately.
test('measured figures of search and recall are typed by hand into no page', () => {
  const { locomo, 'locomo bare': bare, realmem, recall } = JSON.parse(textOf('docs/figures.json'));
  const used = recall.rows.at(-1);
  const own = [locomo, bare, realmem].map(({ scores }) => scores['this server']);
  const telling = [...own.flatMap(({ r10, mrr }) => [r10, mrr]), used['questions with evidence']];
  const forms = telling.map((value: number) => value.toFixed(3).slice(1));
  const stray = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'measurements.md')
    .flatMap((name) => {
      const text = textOf(`docs/${name}`).replaceAll(/<!-- figure [^>]+-->[^<]*<!-- end -->/g, '');
      return forms
        .filter((form) => new RegExp(`(?<!\\d)\\${form}(?!\\d)`).test(text))
        .map((form) => `${name}: ${form}`);
    });
  expect(stray).toStrictEqual([]);
});

test('a marker of an unmeasured figure is an error', () => {
  expect(() => withFigures('<!-- figure locomo/odd -->1<!-- end -->')).toThrow('locomo/odd');
});
