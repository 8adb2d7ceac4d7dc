import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { GROUPED } from '../../src/search/text/exact-names.ts';
import { personalRules } from '../../src/text/personal/rules.ts';
import { secretRules } from '../../src/text/secret-rules.ts';

/*
 * Every regular expression of the sources, and the verdict of a checker of super-linear backtracking (recheck). A check
 * takes a second a pattern, so verdicts are stored with the patterns and only new patterns are checked:
 * `npx vitest run test/laws/patterns -u` stores theirs. Repair a new one that is not safe, or, where its input is
 * short, name it below.
 */
const kept = 'test/__snapshots__/patterns.txt';

/** The most UTF-16 units that patterns with overlapping repeats, or without a verdict in time, read. */
const followed = 'a run is begun only where none stands before: a look-behind, which the checker does not follow';

const bounded: Record<string, string> = {
  'ai/clauses/cue-rules.ts': 'a clause of 400',
  'ai/clauses/cut.ts': 'repeats of at most 80, from the beginning of a line',
  'ai/clauses/features.ts': 'a clause of 400',
  'ai/clauses/joints.ts': 'repeats of at most 9',
  'ai/clauses/keep.ts': 'the last 20 of a clause',
  'ai/clauses/names.ts': 'a clause of 400',
  'ai/clauses/objections.ts': 'a clause of 400',
  'ai/clauses/requests.ts': 'one mark, and repeats of at most 60',
  'ai/clauses/own-life.ts': 'a clause of 400',
  'ai/clauses/passing.ts': 'a clause of 400',
  'ai/clauses/plain-statements.ts': 'a clause of 120',
  'ai/clauses/read.ts': 'a clause of 400',
  'ai/rules.ts': 'a repeat of at most 1,000, once, from the beginning',
  'ai/rules/assistant-phrases.ts': 'a statement of 300',
  'files/export/format.ts': 'from the beginning of a line; no repeat reads what ends it',
  'hooks/sessions/cline.ts': 'a repeat of at most 2,000 of a line, once, from the beginning',
  'text/about/about.ts': '400 of a statement',
  'text/about/asian.ts': '400 of a statement',
  'text/about/knowing.ts': '400 of a statement',
  'text/code-lines.ts': '300 of a line',
  'text/instructions.ts': '2,000 of a statement, repeats of at most 100',
  'text/naming.ts': 'from the beginning, a repeat of at most 1,000, once',
  'text/foreign.ts': '200 of a line, a sentence of 400, or repeats that end where the next can begin',
  'text/sentences.ts': 'the 20 before a mark, or a run of spaces that is begun only at a mark',
  'text/names.ts': '4,000 of a memory: a label of at most 40 from the beginning of a line, and 40 behind a name',
  'text/mentions.ts': 'names of at most 300, and 60 around them',
  'base/orders.ts': '2,000 of a statement, repeats of at most 200',
  'base/takeover.ts': '2,000 of a statement, repeats of at most 200',
  'text/small-talk.ts': 'a statement of 12 words and 300',
  'text/code.ts': 'repeats of at most 80, from the beginning of a line',
  'ai/rules/corrections/languages.ts': 'one word of a statement of 300',
  'ai/rules/corrections/statement.ts': 'one word of a statement of 300',
  'ai/rules/corrections/verbs.ts': 'a statement of 300',
  'ai/rules/corrections/tokens.ts': followed,
  'ai/rules/lead-ins.ts': 'words from the beginning, each once; no two repeats meet',
  'ai/rules/salience.ts': 'words that begin at a boundary',
  'files/decode.ts': 'the first 1,024 bytes of a document',
  'files/export/read.ts': 'anchored at both ends, no two repeats meet',
  'files/blocks/block-reader.ts': 'a paragraph of at most 2,000',
  'files/importers/contacts.ts': 'the name of a column, of at most 250',
  'files/importers/outlook-contacts.ts': 'the name of a column, of at most 250',
  'files/importers/messenger-notices.ts': 'a line of at most 200; sentences from the beginning',
  'files/importers/pdf-bounds.ts': 'repeats of at most 10; a list ends where the next can begin',
  'files/importers/notes.ts': 'repeats of at most 300, of what the next sign is not',
  'files/importers/machinery.ts': 'a repeat of at most 300 behind a name, or of what the next sign is not',
  'files/importers/org.ts': 'repeats of at most 300 of a line',
  'files/importers/zim.ts': 'repeats of at most 1,000 of a line',
  'files/markdown/footnotes.ts': followed,
  'files/importers/records.ts': followed,
  'files/markdown/inline.ts': 'a repeat of at most 100',
  'files/piece.ts': followed,
  'mcp/resources.ts': 'anchored at both ends, no two repeats meet',
  'hosts/setup/show.ts': followed,
  'http/read-form.ts': 'one header; Node takes at most 16 kB of all of them',
  'search/text/languages/detect.ts': 'the beginning of a text (LONGEST)',
  'search/text/languages/polish.ts': 'one word',
  'search/text/languages/stems.ts': 'one word',
  'search/text/exact-names.ts': 'repeats of at most 8 groups of 15 digits',
  'search/text/shapes.ts': 'every repeat is bounded',
  'search/ends.ts': 'a statement of 300',
  'search/judge/agreement.ts': 'a repeat of at most 40, and one with nothing behind it',
  'search/query.ts': 'nothing stands behind the repeat, which therefore always ends it',
  'search/text/passages.ts': 'blanks behind a mark, with nothing after them',
  'files/markdown/chunks.ts': 'repeats of at most 200 and 500 of a line',
  'text/secrets.ts': followed,
  'text/turns.ts': '120 of a line',
  'text/forgetting.ts': 'a text of at most 300',
  'text/secret-shapes.ts': 'every repeat is bounded, or ends where the next can not begin',
  'text/secret-values.ts': 'values of at most 511',
  'text/kinds-of-names.ts': 'a name of 80, and the 24 before and 80 behind it',
  'text/personal/life.ts': 'one repeat, of at most 30, behind a word',
  'text/personal/rules.ts': 'every repeat is bounded, and begins behind no other sign of its kind',
  'text/secret-rules.ts': 'every repeat is bounded, or ends where the next can not begin; values of at most 511',
};

interface Found {
  file: string;
  source: string;
  flags: string;
}

/** Comments and quoted strings, in which a slash begins no expression. */
const aside = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

function patternsOf(file: string): Found[] {
  const found: Found[] = [];
  const code = readFileSync(`src/${file}`, 'utf8');
  // Parsing takes ten times as long as this look.
  if (!code.replace(aside, '').includes('/')) return found;
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ file, source: pattern, flags });
    }
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseAst(code, { lang: 'ts' }));
  return found;
}

/** Patterns that are built when a module is loaded: shared ones, and those that read foreign text. */
const composed: Found[] = [
  ...secretRules
    .filter(({ needle }) => needle === undefined)
    .map(({ pattern: { source, flags } }) => ({ file: 'text/secret-rules.ts', source, flags })),
  ...personalRules().map(({ pattern: { source, flags } }) => ({ file: 'text/personal/rules.ts', source, flags })),
  { file: 'search/text/exact-names.ts', source: GROUPED().source, flags: GROUPED().flags },
];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
);

test('no regular expression takes more than linear time on unbounded input', {
  timeout: 600_000,
}, async () => {
  const known = new Map(
    (existsSync(kept) ? readFileSync(kept, 'utf8') : '')
      .split('\n')
      .map((line): [string, string] => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
  );
  const lines = new Set<string>();
  const unsafe: string[] = [];
  for (const { file, source, flags } of [...files.flatMap(patternsOf), ...composed]) {
    const key = `${file} /${source}/${flags}`;
    const verdict = known.get(key) ?? checkSync(source, flags, { timeout: 800 }).status;
    lines.add(`${verdict} ${key}`);
    if (verdict !== 'safe' && !Object.hasOwn(bounded, file)) unsafe.push(key);
  }
  expect(lines.size).toBeGreaterThan(200);
  await expect(`${[...lines].sort().join('\n')}\n`).toMatchFileSnapshot(`../../${kept}`);
  expect(unsafe).toStrictEqual([]);
});
