import { describe, expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { presets } from '../../src/domain/category.ts';

/** What rules keep of a turn that nobody asked to remember. */
async function kept(text: string, speaker = 'User', preset: 'standard' | 'developer' = 'standard'): Promise<string[]> {
  const { answer } = await rulesExtractor().extract({
    text: `${speaker}: ${text}`,
    categories: presets[preset].map((one) => ({ ...one, memoryCount: 0 })),
    similar: [],
    occurredAt: '2026-01-15T10:00:00Z',
    overheard: true,
  });
  const { operations } = answer as { operations: { operation: string; content?: string }[] };
  return operations.flatMap(({ operation, content }) => (operation === 'ADD' ? [content ?? ''] : []));
}

describe('of what a user says to an agent', () => {
  test.each([
    'I prefer tabs over spaces.',
    'We decided to use Postgres instead of MySQL.',
    'From now on, write commit messages in English.',
    'Always run the linter before you commit.',
    'Our API is hosted in Frankfurt.',
    'My sister Ana lives in Porto.',
    "I'm allergic to peanuts.",
    'Remember that the staging server is called heron.',
    'We never deploy on Fridays.',
    "Let's use vitest for all new packages.",
    'Actually, our office is in Lisbon.',
    'Ich mag lieber kurze Funktionen.',
    'Prefiero las funciones cortas.',
  ])('"%s" is kept', async (text) => {
    expect(await kept(text)).toHaveLength(1);
  });

  test.each([
    'Fix the failing test.',
    'Can you add a button to the settings page?',
    'I need a script that renames files.',
    'The build is broken again.',
    "It doesn't work, I get a TypeError.",
    'Run the tests and show me the output.',
    'Looks good, continue.',
    'Use tabs in this file.',
    'I think the bug is in the parser.',
    'We should refactor this.',
    'What is a semaphore?',
    'Add a dark theme.',
    'Now do the same for the admin module.',
    'Mach weiter mit dem nächsten Schritt.',
    'yes',
  ])('"%s" is not', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
    expect(await kept(text, 'User', 'developer')).toStrictEqual([]);
  });
});

test.each([
  ['Can you fix the failing test? By the way, I live in Lisbon.', 'I live in Lisbon.'],
  ['I moved to Lisbon in May. Which runtime do I prefer?', 'I moved to Lisbon in May.'],
  ['Which of them is it? We decided to deploy on Fridays. Is that clear?', 'We decided to deploy on Fridays.'],
])('what is said beside a question is kept without it: "%s"', async (text, statement) => {
  expect(await kept(text)).toStrictEqual([statement]);
});

describe('of what an assistant says', () => {
  test.each(['We decided to keep the parser synchronous.', 'As agreed, releases are cut on Mondays.'])(
    '"%s" is kept',
    async (text) => {
      expect(await kept(text, 'Assistant')).toHaveLength(1);
    },
  );
  test.each([
    'I have fixed the test and all 42 tests pass.',
    'My approach is to cache the result.',
    'Our function is now called parse.',
    'I always check the types first.',
    'The file src/app.ts is 300 lines long.',
  ])('"%s" is not', async (text) => {
    expect(await kept(text, 'Assistant')).toStrictEqual([]);
  });
});

test('code alone is nothing to remember', async () => {
  expect(await kept('```ts\nconst always = "we use";\n```')).toStrictEqual([]);
});
