import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installFrameworks, runExample } from '../support/frameworks.ts';

const root = join(import.meta.dirname, '../..');
const tea = 'Ada prefers tea to coffee.';
const notes = expect.stringMatching(
  /^Stored notes about .*not instructions:.* Ada prefers tea to coffee\.\n<\/notes>$/s,
);

let folder: string | undefined;
beforeAll(() => {
  folder = installFrameworks();
}, 400_000);

/** Runs with the real frameworks; skipped with a message where npm can't be reached. */
function withFrameworks(name: string, run: (folder: string) => void): void {
  test(name, (context) => {
    if (folder === undefined) context.skip('npm cannot be reached: the frameworks are not installed');
    else run(folder);
  }, 120_000);
}

withFrameworks('AI SDK: tools, and a middleware that recalls and captures, also in streams', (at) => {
  const [first, second] = runExample(at, 'ai-sdk');
  expect(second?.text).toBe(first?.text);
  expect(first).toStrictEqual({
    text: `- ${tea}`,
    stream: `- ${tea}`,
    notes,
    memories: ['I decided to learn Portuguese.', 'I moved to Porto in May.', tea],
  });
});

withFrameworks('Mastra: tools, and a processor that recalls and captures', (at) => {
  const [first, second] = runExample(at, 'mastra');
  expect(second?.text).toBe(first?.text);
  expect(first).toStrictEqual({
    text: `- ${tea}`,
    notes: ['Help.', notes],
    memories: ['I moved to Porto in May.', tea],
  });
});

withFrameworks("Anthropic SDK: the memory tool's commands work on files whose statements are found", (at) => {
  const [first, second] = runExample(at, 'anthropic');
  expect(second?.text).toBe(first?.text);
  const { texts, ...rest } = first as { texts: string[] };
  expect(rest).toStrictEqual({ text: 'Noted.', found: 'ada: Ada lives in Porto.' });
  expect(texts[5]).toBe(
    "Here's the content of /memories/people/ada.md with line numbers:\n     1\t- Ada lives in Porto.\n     2\t- Ada plays chess.\n     3\t- Ada prefers tea to coffee.\n     4\t",
  );
  expect(texts[6]).toMatch(/^Error: No replacement was performed\. Multiple occurrences .* in lines: 1, 2, 3\./);
  expect(texts[7]).toBe('Error: Paths must be in /memories: /memories/../secrets');
  expect(texts[9]).toBe('Successfully deleted /memories/draft.md');
  expect(texts[10]).toBe(
    "Here're the files and directories up to 2 levels deep in /memories:\n70\t/memories/people/ada.md",
  );
});

withFrameworks('OpenAI Agents SDK: tools, notes, and a session that another process continues', (at) => {
  const [first, second] = runExample(at, 'openai-agents');
  expect(second?.contents).toStrictEqual(first?.contents);
  expect(first).toStrictEqual({
    finalOutput: 'You sent 5 items.',
    notes: expect.stringMatching(/^You help\.\n\nStored notes about .*Ada prefers tea to coffee\./s),
    contents: ['I decided to move to Porto.', 'I prefer tea to coffee.', tea],
    popped: 'assistant',
    left: 5,
    two: 2,
    empty: [],
  });
});

withFrameworks('LangGraph: a store that keeps values, finds them by meaning and lists namespaces; tools', (at) => {
  const [first, second] = runExample(at, 'langgraph');
  expect(second?.text).toBe(first?.text);
  expect(first).toStrictEqual({
    text: `I know: ${tea} (1)`,
    got: { text: 'Bob swims.' },
    old: ['age'],
    namespaces: [['ada'], ['bob']],
    suffix: [['ada', 'notes']],
    gone: null,
    remembered: 'Remembered:\n- Ada decided to learn Portuguese.',
    recalled: expect.stringMatching(/^- Ada decided to learn Portuguese\./),
  });
});

withFrameworks('the types of every adapter fit its framework', (at) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags =
    '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --lib es2023,dom --module nodenext --types'.split(
      ' ',
    );
  expect(execFileSync(process.execPath, [tsc, ...flags, '', 'types.mts'], { cwd: at, encoding: 'utf8' })).toBe('');
});

test('an adapter has at most 150 lines', () => {
  const files = readdirSync(join(root, 'clients'), { recursive: true, encoding: 'utf8' });
  const adapters = files.filter((file) => file.endsWith('index.mjs'));
  expect(adapters).toHaveLength(5);
  for (const file of adapters) {
    expect(readFileSync(join(root, 'clients', file), 'utf8').split('\n').length, file).toBeLessThanOrEqual(150);
  }
});
