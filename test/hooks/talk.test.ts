import { expect, test } from 'vitest';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { recallAtStart, recallForPrompt } from '../../src/service/hooks/recall.ts';
import { onMachine, openWithAda } from '../support/harness.ts';

type Turn = [role: 'user' | 'assistant', text: string];

/** Conversations of ChatGPT as its export has them. */
function exported(chats: Record<string, Turn[]>): string {
  const conversations = Object.entries(chats).map(([title, turns], at) => {
    const began = 1_760_000_000 + at * 86_400;
    const nodes = turns.map(([role, text], i) => [
      `n${i}`,
      {
        id: `n${i}`,
        parent: i === 0 ? null : `n${i - 1}`,
        children: i + 1 < turns.length ? [`n${i + 1}`] : [],
        message: { author: { role }, create_time: began + i, content: { content_type: 'text', parts: [text] } },
      },
    ]);
    return { id: `c${at}`, title, create_time: began, mapping: Object.fromEntries(nodes) };
  });
  return JSON.stringify(conversations);
}

/** What hooks give of notes and chats, whose memories are listed by importance. */
async function withChats(notes: readonly string[], chats: Record<string, Turn[]>) {
  const session = await openWithAda({ onFile: true, toolsets: ['memories', 'characters', 'files'] });
  for (const content of notes)
    await session.call('add_memory_direct', { characterId: 'Ada', content, category: 'general' });
  session.clock.now += 60_000;
  await session.call('import_document', {
    characterId: 'Ada',
    fileName: 'conversations.json',
    fileContent: exported(chats),
  });
  const { memories } = await session.call<{ memories: { characterId: string; content: string; importance: string }[] }>(
    'list_memories',
    { characterId: 'Ada', limit: 100 },
  );
  const layers = [memories[0]!.characterId] as const;
  const context = {
    ...session.services,
    store: onMachine(session.store),
    principal: servicePrincipal('BUSINESS', 'hook'),
  };
  let runs = 0;
  const run = () => ({ host: 'codex', session: `s${++runs}`, event: 'UserPromptSubmit' });
  return {
    importanceOf: (text: string) => memories.find(({ content }) => content.includes(text))?.importance,
    start: async () => (await recallAtStart(context, run(), layers)).text ?? '',
    prompted: async (prompt: string) => (await recallForPrompt(context, run(), layers, prompt))?.text ?? '',
  };
}

const loop: Turn[] = [
  ['user', 'How do I loop over an array?'],
  ['assistant', 'An array in JavaScript has the method forEach, which calls a function for each of its elements.'],
  ['user', 'ok, what else can it do'],
];

test('a session opens with notes, and with nothing that an assistant said or that weighs little', async () => {
  const { start, importanceOf } = await withChats(['The staging server listens on port 8443.'], {
    'Loops in JavaScript': loop,
    'Moving house': [['user', 'I live in Graz since March 2024.']],
  });
  expect(importanceOf('method forEach')).toBe('LOW');
  const text = await start();
  expect(text).toContain('8443');
  expect(text).toContain('I live in Graz');
  expect(text).not.toMatch(/forEach|what else/);
});

test('a session opens with nothing where only an assistant has said something', async () => {
  const { start } = await withChats([], { 'Loops in JavaScript': loop });
  expect(await start()).toBe('');
});

const colours: Record<string, Turn[]> = {
  'Kitchen colours': [
    ['user', 'My favourite colour for the kitchen is olive green.'],
    ['user', 'I like the second option best.'],
    ['assistant', 'Wonderful! For kitchens, the colour olive green pairs well with brass lamps and oak.'],
  ],
};

test('an assistant does not say again what a note says', async () => {
  const { prompted } = await withChats(['The kitchen of the flat has the colour olive green.'], colours);
  const text = await prompted('Which colour has the kitchen?');
  expect(text).toContain('of the flat');
  expect(text).not.toContain('Wonderful');
});

test('a message that has the words of a prompt only in the title of its chat is left out', async () => {
  const { prompted } = await withChats([], colours);
  const text = await prompted('Which colour for the kitchen is my favourite?');
  expect(text).toContain('olive green');
  expect(text).not.toContain('second option');
});

test('words of an assistant answer a question that nothing else answers, and no order', async () => {
  const { prompted, importanceOf } = await withChats(['Deploys go out on Tuesdays.'], colours);
  expect(importanceOf('brass lamps')).toBe('LOW');
  expect(await prompted('Which brass lamps pair well?')).toContain('Wonderful');
  expect(await prompted('Pair the brass lamps')).toBe('');
  expect(await prompted('Which lamps did the tailor sew?')).toBe('');
});

test.each([
  ['Welche Farbe hat die Küche?', 'Die Küche hat die Farbe Olivgrün.'],
  ['台所の色は何ですか？', '台所の色はオリーブ色です。'],
])('a note answers "%s" among chats of other things', async (prompt, note) => {
  const { prompted } = await withChats([note], { 'Loops in JavaScript': loop });
  expect(await prompted(prompt)).toContain(note);
});
