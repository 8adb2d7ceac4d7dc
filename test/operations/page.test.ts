import { expect, test } from 'vitest';
import { groups } from '../../src/gate/operation.ts';
import { nameFirst } from '../../src/service/retrieval/page.ts';
import { openSession } from '../support/harness.ts';

interface Page {
  name: string;
  sections: { heading: string; memories: { content: string; origin: string }[] }[];
  omitted: number;
}

test('a page has what holds, near-equal memories once, the most useful first under headings', async () => {
  const { call } = await openSession({ character: 'Ada', toolsets: [...groups] });
  const add = async (content: string, category: string, more: object = {}) =>
    (await call<{ id: string }>('add_memory_direct', { content, category, ...more })).id;
  await add('Ada prefers green tea.', 'preferences');
  await add('Ada prefers green tea!', 'preferences');
  const older = await add('Ada lives in Lisbon.', 'facts');
  await add('Ada lives in Porto.', 'facts', { supersedes: [older] });
  await add('The release is on Friday.', 'decisions', { importance: 'CRITICAL' });
  const { name, sections, omitted } = await call<Page>('get_page', { characterId: 'Ada' });
  const shown = sections.map(({ heading, memories }) => [heading, ...memories.map(({ content }) => content)]);
  expect([name, omitted]).toStrictEqual(['Ada', 0]);
  expect(shown[0]).toStrictEqual(['Decisions and rules', 'The release is on Friday.']);
  expect(shown.slice(1).toSorted()).toStrictEqual([
    ['Facts', 'Ada lives in Porto.'],
    ['Preferences', expect.stringMatching(/^Ada prefers green tea[.!]$/)],
  ]);
  expect(sections[0]?.memories[0]?.origin).toBe('agent');
  const long = 'The harbour freezes in January, and the ferries stay where they are. '.repeat(8).trim();
  await add(long, 'facts', { importance: 'LOW' });
  const short = await call<Page>('get_page', { characterId: 'Ada', maxTokens: 100 });
  expect(short.omitted).toBe(1);
  expect(short.sections.flatMap((one) => one.memories)).toHaveLength(3);
});

test('the name that the reader has told comes first, and what others are called stays in its place', () => {
  const memory = (content: string, origin: string) => ({ content, origin }) as Parameters<typeof nameFirst>[0][number];
  const [other, named, tea] = [
    memory('My name is Bo.', 'import chats.json'),
    memory('My name is Ada.', 'you'),
    memory('I drink tea.', 'you'),
  ];
  expect(nameFirst([other!, tea!, named!])).toStrictEqual([named, other, tea]);
});
