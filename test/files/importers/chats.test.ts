import { expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';

async function read(conversations: unknown) {
  const { pieces, leftOut } = await readDocument(
    'conversations.json',
    Buffer.from(JSON.stringify(conversations)),
    'auto',
  );
  return {
    contents: pieces.map((piece) => render(piece, []).content),
    said: pieces.map(({ said }) => said === true),
    times: pieces.map(({ occurredAt }) => occurredAt),
    leftOut: Object.fromEntries((leftOut ?? []).map(({ name, count }) => [name, count])),
  };
}

const gpt = (title: string, turns: [role: string, text: string, content?: object][], more = {}) => {
  const nodes = turns.map(([role, text, content], i) => [
    `n${i}`,
    {
      parent: i === 0 ? 'root' : `n${i - 1}`,
      message: { author: { role }, create_time: 1_787_385_764.5, content: content ?? { parts: [text] } },
    },
  ]);
  const mapping = Object.fromEntries([['root', { parent: null, message: null }], ...nodes]);
  return { title, conversation_id: title, current_node: `n${turns.length - 1}`, mapping, ...more };
};

test('ChatGPT: citation marks and images are dropped, names and links are kept', async () => {
  const answer =
    'Ferns like shade. \uE200cite\uE202turn0search3\uE202turn0search4\uE201 \uE200entity\uE202["city","Graz","in Styria"]\uE201 is cool.' +
    ' See \uE200url\uE202the guide\uE202turn0search1\uE201.\uE200image_group\uE202{"query":["fern"]}\uE201 Water them【4:0†source】 weekly.';
  const { contents } = await read([gpt('Ferns', [['assistant', answer]])]);
  expect(contents).toStrictEqual([
    'Ferns › Assistant: Ferns like shade. Graz is cool. See the guide. Water them weekly.',
  ]);
});

test('ChatGPT: conversations excluded from memory are dropped and counted', async () => {
  const { contents, leftOut } = await read([
    gpt('Private', [['user', 'My therapist is called Quill.']], { is_do_not_remember: true }),
    gpt('Boat', [['user', 'My boat is called Nautilus.']], { is_do_not_remember: false }),
  ]);
  expect(contents).toStrictEqual(['Boat › User: My boat is called Nautilus.']);
  expect(leftOut).toStrictEqual({ 'conversations that are not to be remembered': 1 });
});

test('ChatGPT: custom instructions are the user’s words', async () => {
  const content = {
    content_type: 'user_editable_context',
    user_profile:
      'The user provided the following information about themselves. It is shown in all chats.\nUser profile:\n```I keep bees.```',
    user_instructions:
      'The user provided the additional info about how they would like you to respond:\n```Use `pnpm`.\n```',
  };
  const { contents } = await read([gpt('x', [['user', '', content]])]);
  expect(contents).toStrictEqual(['Custom instructions: I keep bees.', 'Custom instructions: Use `pnpm`.']);
});

const root = '00000000-0000-4000-8000-000000000000';
const claude = (uuid: string, parent: string, sender: string, text: string, more = {}) => ({
  uuid,
  parent_message_uuid: parent,
  sender,
  text,
  content: [{ type: 'text', text }],
  created_at: `2026-09-07T10:00:0${uuid}Z`,
  ...more,
});

test('Claude: an edited message is read in its last version only', async () => {
  const { contents, leftOut } = await read([
    {
      uuid: 'c',
      name: 'Rent',
      chat_messages: [
        claude('1', root, 'human', 'The rent is 800 euros.'),
        claude('2', '1', 'assistant', 'Noted: 800.'),
        claude('3', root, 'human', 'The rent is 900 euros.'),
        claude('4', '3', 'assistant', 'Noted: 900.'),
      ],
    },
  ]);
  expect(contents).toStrictEqual(['Rent › User: The rent is 900 euros.', 'Rent › Assistant: Noted: 900.']);
  expect(leftOut).toStrictEqual({ 'messages of other versions': 2 });
});

test('Claude: a message without its parent follows the one before it', async () => {
  const chat_messages = [claude('1', root, 'human', 'I keep bees.'), claude('2', 'gone', 'assistant', 'How many?')];
  const { contents } = await read([{ uuid: 'c', name: '', chat_messages }]);
  expect(contents).toStrictEqual(['User: I keep bees.', 'Assistant: How many?']);
});

test('Claude: a pasted text is read as text, not as the user’s words; notices are dropped', async () => {
  const notice = 'This block is not supported on your current device yet.';
  const { contents, said, leftOut } = await read([
    {
      uuid: 'c',
      name: 'Lease',
      chat_messages: [
        claude('1', root, 'human', 'I live in Graz.', {
          attachments: [
            { file_name: '', file_type: 'txt', extracted_content: 'The lease ends in May.' },
            { file_name: 'scan.pdf', extracted_content: '' },
          ],
        }),
        claude('2', '1', 'assistant', `I will look.\n\`\`\`\n${notice}\n\`\`\`\n\nIt ends in May.\n${notice}`, {
          content: [
            { type: 'text', text: `I will look.\n\`\`\`\n${notice}\n\`\`\`\n\nIt ends in May.\n${notice}` },
            { type: 'tool_use', name: 'search' },
          ],
        }),
      ],
    },
  ]);
  expect(contents.map((text) => text.replace(/\s+/g, ' '))).toStrictEqual([
    'Lease › User: I live in Graz.',
    'Lease › Pasted text: The lease ends in May.',
    'Lease › Assistant: I will look. It ends in May.',
  ]);
  expect(said).toStrictEqual([true, false, false]);
  expect(leftOut).toStrictEqual({ 'attachments without their text': 1, 'parts of type "tool_use"': 1 });
});

test('Claude: a message without a time is of the day of its conversation', async () => {
  const message = (text: string, more = {}) => ({ sender: 'human', text, ...more });
  const told = message('My boat is called Nautilus.', { created_at: '2024-03-02T09:00:00Z' });
  const chat_messages = [message('My boat is in Porto.'), told];
  const { times } = await read([{ uuid: 'u-1', name: 'Boat', created_at: '2024-03-01T09:00:00Z', chat_messages }]);
  expect(times.map((time) => new Date(time ?? 0).toISOString().slice(0, 10))).toStrictEqual([
    '2024-03-01',
    '2024-03-02',
  ]);
});
