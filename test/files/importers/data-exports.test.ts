import { describe, expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';

/** Small documents in the forms of public samples and converters; the names and words are our own. */
async function read(name: string, value: unknown, reading: Parameters<typeof readDocument>[3] = {}) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { pieces, leftOut = [] } = await readDocument(name, Buffer.from(text), 'auto', reading);
  return {
    contents: pieces.map((piece) => render(piece, []).content),
    times: pieces.map(({ occurredAt }) => occurredAt),
    leftOut: Object.fromEntries(leftOut.map(({ name: of, count }) => [of, count])),
  };
}

const at = Date.parse('2026-03-02T09:15:00Z');
const time = '2026-03-02T09:15:00.000Z';

describe('Messenger', () => {
  /** As the export writes a letter: each byte of its UTF-8 as an escaped code point. */
  const escaped = (value: unknown) =>
    JSON.stringify(value).replace(/[^\0-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const broken = (text: string) => Buffer.from(text).toString('latin1');
  const chat = (content: string, more: object = {}) => ({
    participants: [{ name: broken('Radosław') }],
    messages: [{ sender_name: broken('Radosław'), timestamp_ms: at, content, ...more }],
    title: broken('Łódź 🚲'),
  });

  test.each([['Zażółć gęślą jaźń 🎉'], ['Ich wohne in Köln.'], ['私は大阪に住んでいます。'], ['Plain words.']])(
    'Messenger’s broken encoding is repaired: %s',
    async (said) => {
      const { contents, times } = await read('message_1.json', escaped(chat(broken(said))));
      expect(contents).toStrictEqual([`Łódź 🚲 › Radosław: ${said}`]);
      expect(times).toStrictEqual([time]);
    },
  );

  test('Messenger’s valid letters stay, and unsent messages are dropped', async () => {
    expect((await read('message_1.json', chat('Ich wohne in Köln.'))).contents[0]).toMatch(/Köln\.$/);
    expect((await read('message_1.json', chat('Ä Ö Ü'))).contents[0]).toMatch(/Ä Ö Ü$/);
    const taken = await read('message_1.json', {
      messages: [
        { sender_name: 'Ada', timestamp_ms: at, content: 'I moved to Ghent.' },
        { sender_name: 'Ada', timestamp_ms: at, content: 'Never mind.', is_unsent: true },
      ],
    });
    expect(taken.contents).toStrictEqual(['Ada: I moved to Ghent.']);
  });

  test('texts of other products are not repaired', async () => {
    const { contents } = await read('chat.json', { messages: [{ role: 'user', content: 'The bytes are Ã¶.' }] });
    expect(contents).toStrictEqual(['User: The bytes are Ã¶.']);
  });
});

test('Gemini: interactions whose requests and responses are JSON texts are read', async () => {
  const activity = (request: unknown, response: unknown) => ({
    header: 'Gemini',
    title: 'Used Gemini Apps',
    titleUrl: 'https://gemini.google.com/app/c/0123456789',
    time: '2026-03-02T09:15:00Z',
    products: ['Gemini Apps'],
    userInteractions: [{ userInteraction: { endpoint: 2, shown: false, latencySeconds: 0, request, response } }],
  });
  const { contents, times } = await read('MyActivity.json', [
    activity(
      JSON.stringify([{ prompt: 'I keep bees.', modelId: 'x1' }]),
      JSON.stringify([{ content: { parts: [{ text: '<p>How many &amp; where?</p>' }] } }]),
    ),
  ]);
  expect(contents).toStrictEqual(['User: I keep bees.', 'Assistant: How many & where?']);
  expect(times).toStrictEqual([time, time]);
  expect((await read('MyActivity.json', [activity('[{"x":', '')])).contents.join()).not.toContain('Assistant');
});

test.each<[string, unknown]>([
  [
    'entries of its service',
    {
      status: 'success',
      entries: [
        {
          uuid: 'e1',
          thread_title: 'Bread',
          query_str: 'I live in Graz.',
          display_model: 'pplx_pro',
          updated_datetime: '2026-03-02T09:15:00Z',
          blocks: [
            { intended_usage: 'sources_answer_mode', sources_mode_block: { rows: [{ name: 'x' }] } },
            { intended_usage: 'ask_text', markdown_block: { answer: 'Huber opens at 5 [1].', chunks: ['Huber'] } },
          ],
          related_queries: ['Where is bread?'],
        },
      ],
    },
  ],
  [
    'files of its exporter',
    {
      metadata: { thread_title: 'Bread', thread_id: 't1', export_version: '1' },
      conversations: [
        {
          index: 0,
          uuid: 'e1',
          query: 'I live in Graz.',
          answer: 'Huber opens at 5 [1].',
          timestamp: '2026-03-02T09:15:00Z',
          related_queries: ['Where is bread?'],
          sources: [{ title: 'x', url: 'https://example.org' }],
        },
      ],
    },
  ],
])('Perplexity: %s are read', async (_, value) => {
  const { contents, times } = await read('thread.json', value);
  expect(contents).toStrictEqual(['Bread › User: I live in Graz.', 'Bread › Assistant: Huber opens at 5.']);
  expect(times).toStrictEqual([time, time]);
});

test('Mistral: a message with tools has its text in its parts only', async () => {
  const message = (role: string, content: string, contentChunks: unknown = null) => ({
    id: role,
    version: 0,
    chatId: 'x',
    content,
    contentChunks,
    role,
    createdAt: '2026-03-02T09:15:00Z',
    canvas: [],
    quotes: [],
    files: [],
  });
  const chunks = [
    { type: 'tool_call', name: 'web_search', publicArguments: '{}' },
    { type: 'text', text: 'Huber opens at 5.' },
    { type: 'reference', referenceIds: [0] },
  ];
  const { contents, times } = await read('chat-1.json', [
    message('user', 'I live in Graz.'),
    message('assistant', '', chunks),
  ]);
  expect(contents).toStrictEqual(['User: I live in Graz.', 'Assistant: Huber opens at 5.']);
  expect(times).toStrictEqual([time, time]);
});

test('Slack: a day is read with the names in the file beside it', async () => {
  const day = [{ type: 'message', user: 'U1', ts: `${at / 1000}.000200`, text: '<@U2> the release is on Tuesday' }];
  const people = new Map([
    ['U1', 'Ada'],
    ['U2', 'Ben'],
  ]);
  const { contents } = await read('2026-03-02.json', day, { slack: { channel: 'dev', people } });
  expect(contents).toStrictEqual(['#dev › Ada: @Ben the release is on Tuesday']);
});

describe('Outlook', () => {
  const header =
    'First Name,Middle Name,Last Name,Title,E-mail Address,E-mail Type,E-mail 2 Address,Home Phone,Business Phone 2,Mobile Phone,Business Fax,Company,Job Title,Home Street,Home City,Home Postal Code,Home Country/Region,Business Address,Birthday,Anniversary,Gender,Priority,Notes,Categories';

  test('an Outlook contact is one statement with its numbers and addresses in plain words', async () => {
    const row =
      'Linus,,Berg,Mr.,linus@example.com,SMTP,l@work.example,+358 9 1,+358 9 2,+358 40 3,+358 9 4,Kernel Oy,Maintainer,1 Home Rd,Helsinki,00100,Finland,"2 Office St, Espoo",12/28/1969,0/0/00,Unspecified,Normal,Likes penguins,Friends;Club';
    const { contents } = await read('contacts.csv', `${header}\r\n${row}\r\n`);
    expect(contents).toStrictEqual([
      'Linus Berg: e-mail address: linus@example.com; e-mail address: l@work.example; phone number (home): +358 9 1; phone number (work): +358 9 2; phone number (mobile): +358 40 3; fax (work): +358 9 4; company: Kernel Oy; job title: Maintainer; birthday: 12/28/1969; note: Likes penguins; address (work): 2 Office St, Espoo; address (home): 1 Home Rd, Helsinki, 00100, Finland',
    ]);
  });

  test.each([
    [
      'German',
      '"Anrede","Vorname","Nachname","Firma","Position","Straße privat","Ort privat","Postleitzahl privat","Land/Region privat","Telefon geschäftlich","Telefon privat 2","Mobiltelefon","Fax geschäftlich","E-Mail-Adresse","E-Mail-Typ","E-Mail 2: Adresse","Geburtstag","Notizen","Kategorien","Priorität"',
      '"Frau","Ada","Berg","Kern GmbH","Leiterin","Weg 1","Wien","1010","Österreich","+43 1","+43 2","+43 3","+43 4","ada@example.at","SMTP","a@kern.example","28.12.1969","Mag Pinguine","Freunde","Normal"',
      'Ada Berg: company: Kern GmbH; job title: Leiterin; phone number (work): +43 1; phone number (home): +43 2; phone number (mobile): +43 3; fax (work): +43 4; e-mail address: ada@example.at; e-mail address: a@kern.example; birthday: 28.12.1969; note: Mag Pinguine; address (home): Weg 1, Wien, 1010, Österreich',
    ],
    [
      'French',
      'Prénom;Nom;Société;Service;Rue (bureau);Ville (bureau);Code postal (bureau);Tél. mobile;Téléphone (domicile);Adresse de messagerie;Type de messagerie;Conjoint(e);Notes',
      'Ada;Berg;Noyau SA;Achats;1 rue A;Lyon;69001;+33 6;+33 4;ada@example.fr;SMTP;Max;Aime le thé',
      'Ada Berg: company: Noyau SA; department: Achats; phone number (mobile): +33 6; phone number (home): +33 4; e-mail address: ada@example.fr; spouse: Max; note: Aime le thé; address (work): 1 rue A, Lyon, 69001',
    ],
    [
      'Spanish, partly in English',
      'Nombre,Apellidos,Organización,Puesto,Calle del trabajo,Ciudad de trabajo,Mobile Phone,Particular,E-mail Address,E-mail Type,Birthday,Notes',
      'Ada,Berg,Núcleo SL,Jefa,Calle 1,Lugo,+34 6,+34 9,ada@example.es,SMTP,28/12/1969,Le gusta el té',
      'Ada Berg: company: Núcleo SL; job title: Jefa; phone number (mobile): +34 6; phone number (home): +34 9; e-mail address: ada@example.es; birthday: 28/12/1969; note: Le gusta el té; address (work): Calle 1, Lugo',
    ],
  ])('an Outlook contact with the columns of another language is read: %s', async (_, columns, row, expected) => {
    expect((await read('contacts.csv', `${columns}\r\n${row}\r\n`)).contents).toStrictEqual([expected]);
  });

  test('a table of people without Outlook’s columns is read as a table', async () => {
    const { contents } = await read('staff.csv', 'Last Name,Desk\nBerg,4\nLind,5\n');
    expect(contents).toStrictEqual(['Last Name: Berg; Desk: 4', 'Last Name: Lind; Desk: 5']);
  });
});

test('Claude: a memory or a project may be a file of its own', async () => {
  const memory = {
    conversations_memory: '- Keeps bees.',
    project_memories: { p1: '- Ships in May.' },
    account_uuid: 'a',
  };
  expect((await read('memories/a.json', memory)).contents).toStrictEqual([
    'Memory of Claude: Keeps bees.',
    'Memory of Claude: Ships in May.',
  ]);
  const project = { uuid: 'p1', name: 'Hive', description: 'A scale for hives.', docs: [] };
  expect((await read('projects/p1.json', project)).contents).toStrictEqual(['Hive: A scale for hives.']);
});
