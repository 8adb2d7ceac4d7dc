import { expect, test } from 'vitest';
import { readArchive } from '../../../src/files/importers/archive.ts';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';
import { zip } from '../../support/archives.ts';

async function read(name: string, value: unknown) {
  const isRaw = typeof value === 'string' || value instanceof Uint8Array;
  const text = isRaw ? value : JSON.stringify(value);
  const { pieces, leftOut } = await readDocument(name, Buffer.from(text), 'auto');
  return {
    contents: pieces.map((piece) => render(piece, []).content),
    said: pieces.map(({ said }) => said === true),
    times: pieces.map(({ occurredAt }) => occurredAt?.slice(0, 16)),
    leftOut: Object.fromEntries((leftOut ?? []).map(({ name: one, count }) => [one, count])),
  };
}

const at = Date.parse('2026-03-02T09:15:00Z');
const time = '2026-03-02T09:15';

const activity = (title: string, html?: string, more = {}) => ({
  header: 'Gemini Apps',
  title,
  titleUrl: 'https://gemini.google.com/app/abcdef1',
  time: '2026-03-02T09:15:00.000Z',
  products: ['Gemini Apps'],
  ...(html && { safeHtmlItem: [{ html }] }),
  ...more,
});

test('Gemini: prompts are the user’s words, answers are text, other activities are counted', async () => {
  const { contents, said, times, leftOut } = await read('MyActivity.json', [
    activity('Gave feedback: Good response'),
    activity('送信したメッセージ: 京都に住んでいます。', '<p>はい。</p>'),
    activity(
      'Prompted I keep bees.',
      '<p>Here&#39;s a plan &amp; its parts:</p><ul><li>hive</li><li>b&nbsp;c</li></ul>',
    ),
  ]);
  expect(contents).toStrictEqual([
    'User: I keep bees.',
    "Assistant: Here's a plan & its parts:\n- hive\n- b c",
    'User: 京都に住んでいます。',
    'Assistant: はい。',
  ]);
  expect(said).toStrictEqual([true, false, true, false]);
  expect(times).toStrictEqual([time, time, time, time]);
  expect(leftOut).toStrictEqual({ 'activities without a prompt': 1 });
});

test('Gemini: the common prefix of prompts in an unknown language is dropped', async () => {
  const { contents } = await read(
    'MyActivity.json',
    ['Jag bor i Lund.', 'Vad kostar en bil?', 'Min hund heter Bo.'].map((text) =>
      activity(`Skickade: ${text}`, '<p>x</p>'),
    ),
  );
  expect(contents.filter((text) => text.startsWith('User'))).toStrictEqual([
    'User: Min hund heter Bo.',
    'User: Vad kostar en bil?',
    'User: Jag bor i Lund.',
  ]);
});

test('Gemini: the activity page is read like its records', async () => {
  const card = (text: string) =>
    `<div class="outer-cell mdl-cell"><div class="header-cell"><p>Gemini Apps<br></p></div><div class="content-cell mdl-cell">${text}</div><div class="content-cell caption"><b>Products:</b><br>Gemini Apps</div></div>`;
  const html = `<html><body><div>${card('Used an Assistant feature<br>Mar 3, 2026, 9:15:00 AM GMT+00:00<br>')}${card('Prompted&nbsp;I keep bees.<br>Mar 2, 2026, 9:15:00&#8239;AM GMT+00:00<br><p>How many?</p>')}</div></body></html>`;
  const { contents, times, leftOut } = await read('MyActivity.html', html);
  expect(contents).toStrictEqual(['User: I keep bees.', 'Assistant: How many?']);
  expect(times).toStrictEqual([time, time]);
  expect(leftOut).toStrictEqual({ 'activities without a prompt': 1 });
});

test.each([
  ['Human', 'AI'],
  ['user', 'Copilot'],
])('Copilot: the author column of a message table names the speaker (%s, %s)', async (user, assistant) => {
  const { contents, said } = await read(
    'copilot-activity-history.csv',
    `"Conversation","Time","Author","Message"\n"Food","2026-03-02T09:15:00","${assistant}","You are a vegetarian."\n"Food","2026-03-02T09:15:00","${user}","I am not, I eat fish."\n`,
  );
  expect(contents).toStrictEqual(['Food › Assistant: You are a vegetarian.', 'Food › User: I am not, I eat fish.']);
  expect(said).toStrictEqual([false, true]);
});

test('Copilot: only prompts are the user’s words', async () => {
  const { contents, leftOut } = await read(
    'windows-apps-copilot-activity-history.csv',
    'Timestamp,ClientApp,Prompt\n2/17/2026 9:15:00 +00:00,Notepad,I live in Graz.\n',
  );
  expect(contents).toStrictEqual(['User: I live in Graz.']);
  expect(leftOut).toStrictEqual({ ClientApp: 1 });
});

test.each<[string, unknown]>([
  [
    'Perplexity',
    {
      conversations: [
        {
          title: 'Bread',
          messages: [
            { query: 'I live in Graz.', answer: 'Huber opens at 5 [1][2].', created_at: '2026-03-02T09:15:00Z' },
          ],
        },
      ],
    },
  ],
  [
    'Grok',
    {
      conversations: [
        {
          conversation: { id: 'c', title: 'Bread', create_time: '2026-03-01T09:15:00Z' },
          responses: [
            {
              response: {
                _id: 'r',
                message: 'I live in Graz.',
                sender: 'human',
                create_time: { $date: { $numberLong: String(at) } },
              },
            },
            {
              response: {
                _id: 's',
                message: 'Huber opens at 5.',
                sender: 'grok-3',
                thinking_trace: 'Hm.',
                create_time: { $date: { $numberLong: String(at) } },
              },
              share_link: null,
            },
          ],
        },
      ],
      projects: [],
    },
  ],
  [
    'DeepSeek',
    [
      {
        id: 'd',
        title: 'Bread',
        mapping: {
          root: { id: 'root', parent: null, message: null },
          1: {
            parent: 'root',
            message: {
              inserted_at: '2026-03-02T17:15:00.000000+08:00',
              fragments: [{ type: 'REQUEST', content: 'I live in Graz.' }],
            },
          },
          2: {
            parent: '1',
            message: {
              inserted_at: '2026-03-02T17:15:00.000001+08:00',
              fragments: [
                { type: 'THINK', content: 'Hm.' },
                { type: 'RESPONSE', content: 'Huber opens at 5.' },
              ],
            },
          },
        },
      },
    ],
  ],
  [
    'VS Code',
    {
      title: 'Bread',
      responderUsername: 'GitHub Copilot',
      requests: [
        {
          requestId: 'request_1',
          timestamp: at,
          message: { text: 'I live in Graz.', parts: [{ text: 'I live in Graz.', kind: 'text' }] },
          response: [
            { kind: 'thinking', value: 'Hm.' },
            { value: 'Huber opens at 5.' },
            { kind: 'toolInvocationSerialized', invocationMessage: { value: 'Reading' } },
          ],
        },
      ],
    },
  ],
])('%s: user and assistant speak, with title and time, without the model’s thinking', async (_, value) => {
  const { contents, said, times } = await read('chat.json', value);
  expect(contents).toStrictEqual(['Bread › User: I live in Graz.', 'Bread › Assistant: Huber opens at 5.']);
  expect(said).toStrictEqual([true, false]);
  expect(times).toStrictEqual([time, time]);
});

test('Mistral: a list of messages is read', async () => {
  const message = (role: string, content: string) => ({
    id: role,
    chatId: 'x',
    content,
    role,
    createdAt: '2026-03-02T09:15:00Z',
  });
  const { contents, times } = await read('chat.json', [
    message('user', 'I live in Graz.'),
    message('assistant', 'Nice.'),
  ]);
  expect(contents).toStrictEqual(['User: I live in Graz.', 'Assistant: Nice.']);
  expect(times).toStrictEqual([time, time]);
});

test('an edited message is read in its last version only', async () => {
  const response = (id: string, parent: string | undefined, sender: string, message: string, ms: number) => ({
    response: {
      _id: id,
      parent_response_id: parent,
      sender,
      message,
      create_time: { $date: { $numberLong: String(at + ms) } },
    },
  });
  const { contents, leftOut } = await read('grok.json', {
    conversations: [
      {
        conversation: { id: 'c', title: 'Rent' },
        responses: [
          response('1', undefined, 'human', 'Let us talk about my flat.', 0),
          response('2', '1', 'human', 'The rent is 800 euros.', 1),
          response('3', '1', 'human', 'The rent is 900 euros.', 2),
        ],
      },
    ],
  });
  expect(contents).toStrictEqual(['Rent › User: Let us talk about my flat.', 'Rent › User: The rent is 900 euros.']);
  expect(leftOut['messages of other versions']).toBe(1);
});

test('Telegram: people speak, calls and files are counted, and a text in parts is joined', async () => {
  const message = (id: number, from: string, text: unknown, more = {}) => ({
    id,
    type: 'message',
    date: '2026-03-02T11:15:00',
    date_unixtime: String(at / 1000),
    from,
    text,
    ...more,
  });
  const chat = {
    name: 'Ben',
    type: 'personal_chat',
    id: 1,
    messages: [
      { id: 1, type: 'service', date_unixtime: String(at / 1000), actor: 'Ada', action: 'phone_call', text: '' },
      message(2, 'Ben', 'I moved to Ghent.'),
      message(3, 'Ada', [
        'The address is ',
        { type: 'bold', text: 'Lindenlaan 7' },
        ', see ',
        { type: 'link', text: 'https://example.org' },
      ]),
      message(4, 'Ben', '', { media_type: 'voice_message' }),
    ],
  };
  const expected = ['Ben: I moved to Ghent.', 'Ben › Ada: The address is Lindenlaan 7, see https://example.org'];
  for (const value of [chat, { about: 'Here is the data.', chats: { list: [chat] } }]) {
    const { contents, times, leftOut } = await read('result.json', value);
    expect(contents.filter((text) => !text.startsWith('about'))).toStrictEqual(expected);
    expect(times.slice(0, 2)).toStrictEqual([time, time]);
    expect(leftOut).toMatchObject({ 'notices of the messenger': 1, 'messages without words': 1 });
  }
});

test('Slack: ids become names, markup becomes plain text, and notices are counted', async () => {
  const { contents, times, leftOut } = await read('2026-03-02.json', [
    {
      type: 'message',
      user: 'U1',
      ts: `${at / 1000}.000200`,
      user_profile: { real_name: 'Ada L', display_name: '' },
      text: '<@U2> the release is on <#C0|dev> every *Tuesday* &amp; ~Monday~, see <https://example.org|docs>, 5 &lt; 6',
    },
    {
      type: 'message',
      user: 'U2',
      ts: `${at / 1000}.000300`,
      user_profile: { display_name: 'Ben' },
      text: 'Fine for me.',
    },
    {
      type: 'message',
      subtype: 'channel_join',
      user: 'U2',
      ts: `${at / 1000}.000100`,
      text: '<@U2> has joined the channel',
    },
  ]);
  expect(contents).toStrictEqual([
    'Ada L: @Ben the release is on #dev every Tuesday & (no longer) Monday, see docs (https://example.org), 5 < 6',
    'Ben: Fine for me.',
  ]);
  expect(times).toStrictEqual([time, time]);
  expect(leftOut['notices of the messenger']).toBe(1);
});

test('Discord: channel and nickname head each message', async () => {
  const message = (type: string, content: string) => ({
    id: '3',
    type,
    timestamp: '2026-03-02T09:15:00.000+00:00',
    content,
    author: { id: '9', name: 'ada', nickname: 'Ada', isBot: false },
  });
  const { contents, leftOut } = await read('general.json', {
    guild: { id: '1', name: 'Club' },
    channel: { id: '2', type: 'GuildTextChat', name: 'general' },
    exportedAt: '2026-03-03T00:00:00+00:00',
    messages: [message('GuildMemberJoin', 'Joined the server.'), message('Default', 'The club meets on Mondays.')],
  });
  expect(contents).toStrictEqual(['Club › general › Ada: The club meets on Mondays.']);
  expect(leftOut['notices of the messenger']).toBe(1);
});

test('Messenger: senders’ names and times in milliseconds are read', async () => {
  const { contents, times } = await read('message_1.json', {
    participants: [{ name: 'Ada' }, { name: 'Ben' }],
    messages: [{ sender_name: 'Ada', timestamp_ms: at, content: 'I moved to Ghent.', is_geoblocked_for_viewer: false }],
    title: 'Ben',
    thread_path: 'inbox/ben',
  });
  expect(contents).toStrictEqual(['Ben › Ada: I moved to Ghent.']);
  expect(times).toStrictEqual([time]);
});

test('a chat of an unknown format is reported and stored message by message', async () => {
  const { contents, times, leftOut } = await read('chat.json', {
    title: 'Bread',
    blob: {
      log: {
        items: [0, 1, 2].map((i) => ({
          who: 'me',
          utterance: `I like bread number ${i}.`,
          date: '2026-03-02T09:15:00Z',
        })),
      },
    },
  });
  expect(contents).toStrictEqual(
    [0, 1, 2].map((i) => `Bread: who: me; utterance: I like bread number ${i}.; date: 2026-03-02T09:15:00Z`),
  );
  expect(times).toStrictEqual([time, time, time]);
  expect(leftOut['looks like a chat of a form that is not known; its messages are stored as records']).toBe(3);
});

test('records with an author stay records', async () => {
  const { contents } = await read('quotes.json', [{ author: 'Seneca', text: 'Life is long.' }]);
  expect(contents).toStrictEqual(['Life is long. (author: Seneca)']);
});

const note = (more: object) => ({
  color: 'DEFAULT',
  isTrashed: false,
  isPinned: false,
  isArchived: false,
  userEditedTimestampUsec: (at + 1e9) * 1000,
  createdTimestampUsec: at * 1000,
  ...more,
});

test('Keep: lists show what is done, trash is dropped, and archived notes say so', async () => {
  expect(
    await read(
      'a.json',
      note({
        title: 'Packing',
        listContent: [
          { text: 'passport', isChecked: true },
          { text: 'charger', isChecked: false },
        ],
        labels: [{ name: 'travel' }],
      }),
    ),
  ).toMatchObject({
    contents: ['Packing: done: passport', 'Packing: open: charger'],
    times: [time, time],
    leftOut: {},
  });
  expect(await read('b.json', note({ isTrashed: true, textContent: 'The plumber is Maier.' }))).toMatchObject({
    contents: [],
    leftOut: { 'notes in the bin': 1 },
  });
  expect(
    await read('c.json', note({ isArchived: true, title: 'Flat', textContent: 'The rent is 840 euros.' })),
  ).toMatchObject({ contents: ['Flat (archived): The rent is 840 euros.'] });
});

const joplin = (head: string, ...fields: string[]) =>
  [
    head,
    '',
    `id: ${'a'.repeat(32)}`,
    `parent_id: ${'b'.repeat(32)}`,
    'created_time: 2026-03-02T09:15:00.000Z',
    'author: ',
    ...fields,
  ].join('\n');

test('Joplin: a note is read with its time and without its fields; a to-do shows its state', async () => {
  const link = `See [the bank](:/${'c'.repeat(32)}).`;
  expect(
    await read(
      'a.md',
      joplin(`Rent\n\nThe rent is 840 euros.\n\n${link}`, 'is_todo: 0', 'todo_completed: 0', 'type_: 1'),
    ),
  ).toMatchObject({
    contents: ['Rent: The rent is 840 euros.', 'Rent: See the bank.'],
    times: [time, time],
  });
  expect(
    await read('b.md', joplin('Buy milk', 'is_todo: 1', 'todo_completed: 1709371000000', 'type_: 1')),
  ).toMatchObject({ contents: ['done: Buy milk'] });
  expect(await read('c.md', joplin('Work', 'type_: 2'))).toMatchObject({
    contents: [],
    leftOut: { 'notebooks of Joplin': 1 },
  });
  expect(await read('d.md', joplin('Old', 'deleted_time: 1709371000000', 'type_: 1'))).toMatchObject({
    contents: [],
    leftOut: { 'notes in the bin': 1 },
  });
});

test('Slack: a workspace archive gives members their names, and the channel heads each message', async () => {
  const json = (name: string, value: unknown) => ({ name, data: Buffer.from(JSON.stringify(value)) });
  const { contents } = await read(
    'slack.zip',
    zip([
      json('channels.json', [{ id: 'C0', name: 'dev', purpose: { value: 'All about the code' } }]),
      json('users.json', [
        { id: 'U1', name: 'ada', profile: { real_name: 'Ada L', display_name: '' } },
        { id: 'U2', name: 'ben' },
      ]),
      json('dev/2026-03-02.json', [
        { type: 'message', user: 'U1', ts: `${at / 1000}.0002`, text: '<@U2> the release is on Tuesday.' },
      ]),
    ]),
  );
  expect(contents).toStrictEqual(['#dev › Ada L: @ben the release is on Tuesday.']);
});

test('Notion: an archive of archives is read, one level deep', async () => {
  const part = zip([
    { name: 'Export/Home 1234.md', data: Buffer.from('# Home\n\nThe flat has a balcony.\n') },
    { name: 'Export/Trips.csv', data: Buffer.from('Name\nLisbon\n') },
  ]);
  const folded = zip([{ name: 'deep.zip', data: part }]);
  const whole = zip([
    { name: 'Export-1-Part-1.zip', data: part },
    { name: 'folded.zip', data: folded },
  ]);
  expect(await read('notion.zip', whole)).toMatchObject({
    contents: ['Home: The flat has a balcony.'],
    leftOut: { 'files: Trips.csv': 1, 'files: folded.zip': 1 },
  });
});

test('Notion: an archive that can’t be read is left out, and all unpack to the limit of one', async () => {
  const part = zip([{ name: 'Export/Home 1234.md', data: Buffer.from('# Home\n\nThe flat has a balcony.\n') }]);
  const others = [
    { name: 'pictures.zip', data: zip([{ name: 'cat.png', data: Buffer.from('png') }]) },
    { name: 'half.zip', data: part.subarray(0, 40) },
  ];
  expect(await read('notion.zip', zip([...others, { name: 'part.zip', data: part }]))).toMatchObject({
    contents: ['Home: The flat has a balcony.'],
    leftOut: { 'files: pictures.zip': 1, 'files: half.zip': 1 },
  });
  await expect(read('notion.zip', zip(others))).rejects.toThrow('holds no notes');
  const bombs = [1, 2, 3].map((at) => ({ name: `${at}.zip`, data: part }));
  const clean = (text: string) => text;
  await expect(readArchive(zip(bombs), clean, 2 * part.length)).rejects.toThrow('more than');
});
