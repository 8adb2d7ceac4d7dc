import { expect, test } from 'vitest';
import { expectTable, openReader, type Remembered } from '../support/reader.ts';

const transcripts: [name: string, text: string, memories: string[]][] = [
  [
    'user and assistant',
    "User: Hi! I live in Lisbon.\nAssistant: Great! I'd be happy to help. How can I help you today?\nUser: I'm allergic to peanuts. Thanks!\nAssistant: Noted. I'll remember that.",
    ['I live in Lisbon.', "I'm allergic to peanuts."],
  ],
  [
    'what the assistant says of the world is not kept, what both agreed on is',
    '## User\nI live in Graz.\n\n## Assistant\nGraz lies in Styria. As agreed, we meet on Tuesdays.\n\n## User\nWait.',
    ['I live in Graz.', 'Assistant: As agreed, we meet on Tuesdays.'],
  ],
  [
    'of what the user says what will hold is kept, in doubt too; tasks and questions are not',
    'User: Our budget is 40,000 euros. Fix the header, please.\nAssistant: Done.\nUser: Never push to main. Can you check the build?',
    ['Our budget is 40,000 euros.', 'Never push to main.'],
  ],
  [
    'names',
    'Ana: I moved to Lisbon in May. I love it.\nBen: Nice! My dog is called Rex.\nAna: lol\nBen: ok, see you',
    ['Ana: I moved to Lisbon in May. I love it.', 'Ben: My dog is called Rex.'],
  ],
  [
    'two lines',
    'Ana: I moved to Oslo.\nBen: My flat is in Bergen.',
    ['Ana: I moved to Oslo.', 'Ben: My flat is in Bergen.'],
  ],
  [
    'times in brackets',
    '[10:32] Ana: I live in Porto.\n[10:33] Ben: ok thanks\n[10:34] Ben: I work at Acme.',
    ['Ana: I live in Porto.', 'Ben: I work at Acme.'],
  ],
  [
    'dates and times, and a message of two lines',
    '2024-05-01 10:32 - Ana: I sold my car.\n2024-05-01 10:33 - Ben: wow\nreally?\n2024-05-01 10:35 - Ben: I prefer trains.',
    ['Ana: I sold my car.', 'Ben: I prefer trains.'],
  ],
  [
    'dates of a phone, in Portuguese',
    '\u200e[01/05/2024, 10:32:11] Maria da Silva: Moro em Braga.\n[01/05/2024, 10:33:00] João: ok, obrigado\n[01/05/2024, 10:34:00] João: Trabalho no banco.',
    ['Maria da Silva: Moro em Braga.', 'João: Trabalho no banco.'],
  ],
  [
    'times behind names',
    'Ana (10:32): I bought a bike.\nBen (10:40): I sold mine.',
    ['Ana: I bought a bike.', 'Ben: I sold mine.'],
  ],
  [
    'bold names',
    '**Ana:** I want to learn Rust.\n\n**Ben**: I prefer Go.\n\n**Ana:** sure, go ahead',
    ['Ana: I want to learn Rust.', 'Ben: I prefer Go.'],
  ],
  ['handles', '<ana> I use Arch Linux\n<bob> ok\n<ana> I hate vim', ['ana: I use Arch Linux', 'ana: I hate vim']],
  [
    'German',
    'Benutzer: Ich wohne in Bonn.\nAssistent: Verstanden, das merke ich mir. Kann ich sonst noch helfen?\nBenutzer: Ich mag keinen Kaffee.',
    ['Ich wohne in Bonn.', 'Ich mag keinen Kaffee.'],
  ],
  [
    'Spanish',
    'Usuario: Soy alérgico al marisco.\nAsistente: Entendido, lo recordaré. ¿Algo más?\nUsuario: Vivo en Quito.',
    ['Soy alérgico al marisco.', 'Vivo en Quito.'],
  ],
  [
    'French',
    "Marie : J'habite à Lille.\nPaul : Moi, je préfère Paris.",
    ["Marie: J'habite à Lille.", 'Paul: Moi, je préfère Paris.'],
  ],
  ['Chinese', '用户: 我住在北京。\n助手: 好的，我记住了。\n用户: 我喜欢喝茶。', ['我住在北京。', '我喜欢喝茶。']],
  [
    'code of the assistant',
    "**User**: I prefer dark mode.\n**Assistant**: Sure! Here's how:\n```js\nsetTheme('dark')\n```\n**User**: thanks",
    ['I prefer dark mode.'],
  ],
  ['labels are no speakers', 'Name: Ana Silva\nCity: Lisbon', ['Name: Ana Silva', 'City: Lisbon']],
  [
    'nor is an agenda',
    '10:00 Standup: with Ana\n11:00 Review: with Ben',
    ['10:00 Standup: with Ana', '11:00 Review: with Ben'],
  ],
  ['a login is no turn', 'User: admin\nHost: db1', ['User: admin', 'Host: db1']],
];

test('a transcript is split by turns, and no memory mixes two speakers', async () => {
  await expectTable(transcripts);
});

const proseAndCode: [name: string, text: string, memories: string[]][] = [
  [
    'a function that is announced',
    'Here is the function:\n\ndef add(a, b):\n    # sum\n    return a + b\n\nI use it in the billing service.',
    ['Here is the function:\ndef add(a, b):\n    # sum\n    return a + b', 'I use it in the billing service.'],
  ],
  [
    'a command that is announced',
    'We deploy with:\n```\nnpm run deploy\n```',
    ['We deploy with:\n```\nnpm run deploy\n```'],
  ],
  ['JavaScript', 'const x = 5;\nfunction f() {\n  return x;\n}\nMy cat is called Tom.', ['My cat is called Tom.']],
  [
    'a stack trace',
    'The build fails since Tuesday.\n\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n    main()\nTypeError: bad\n\nBen thinks it is the cache.',
    ['The build fails since Tuesday.', 'Ben thinks it is the cache.'],
  ],
  [
    'a diff',
    'I fixed the login today.\n\ndiff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;\n\nBen reviewed the change.',
    ['I fixed the login today.', 'Ben reviewed the change.'],
  ],
  [
    'output',
    '$ npm test\n> app@1.0.0 test\n12 passed\n\nAll tests of the API pass now.',
    ['All tests of the API pass now.'],
  ],
  [
    'JSON',
    'Our config is this.\n{\n  "port": 8080,\n  "host": "example.org"\n}\nThe port must stay open.',
    ['Our config is this.', 'The port must stay open.'],
  ],
  [
    'a fenced log',
    'The nightly job fails.\n```\nERROR: disk full\nexit 1\n```\nI will ask Ben for a bigger disk.',
    ['The nightly job fails.', 'I will ask Ben for a bigger disk.'],
  ],
  ['sums of money are no code', 'Budget = 500 EUR\nRent = 900 EUR', ['Budget = 500 EUR', 'Rent = 900 EUR']],
  [
    'nor are orders',
    'Return the book to Ana.\nPass the salt to Ben.',
    ['Return the book to Ana.', 'Pass the salt to Ben.'],
  ],
];

test('text with prose and code is judged by its prose', async () => {
  await expectTable(proseAndCode);
});

const allCode = [
  'def add(a, b):\n    return a + b\n\ndef nop():\n    pass',
  'class Foo:\n    def bar(self):\n        pass\n\nclass Baz(Foo):\n    x = 1',
  '2024-05-01 10:32:11 INFO Server started\n2024-05-01 10:32:12 ERROR failed to bind\n2024-05-01 10:32:13 INFO bye',
  'java.lang.NullPointerException: x\n    at com.acme.Main.run(Main.java:12)\nCaused by: java.io.IOException: y\n    ... 3 more',
  'SELECT id, name\nFROM users\nWHERE age > 3;',
  '<div>\n  <p>Hello</p>\n</div>',
  '{"a": [1, 2],\n "b": {"c": null}}',
  '@@ -1,2 +1,2 @@\n-a\n+b\n c',
  'total 8\n-rw-r--r-- 1 ana ana 12 May  1 10:32 a.txt\ndrwxr-xr-x 2 ana ana 64 May  1 10:32 b',
  '```\na = 1\n```\n\n```\nb = 2\n```',
];

test('a text of code alone stores nothing', async () => {
  await expectTable(allCode.map((text) => [text, text, []]));
});

test('an imported chat keeps its speakers apart, as JSON and as plain text', async () => {
  const { call } = await openReader();
  const stored = async () =>
    (await call<Remembered>('list_memories')).memories.map(({ content }) => content).toSorted();
  const chat = {
    uuid: 'c1',
    name: 'Trip',
    chat_messages: [
      { sender: 'human', text: 'I want to see the ocean.' },
      { sender: 'assistant', text: "Sure! I'd be happy to help." },
      { sender: 'human', text: 'ok thanks' },
    ],
  };
  await call('import_document', { fileName: 'chat.json', fileContent: JSON.stringify([chat]) });
  expect(await stored()).toStrictEqual(['Trip › I want to see the ocean.']);
  const fileContent = '[10:32] Ana: I live in Porto.\n[10:33] Ben: ok thanks\n[10:34] Ben: I work at Acme.';
  await call('import_document', { fileName: 'chat.txt', fileContent });
  expect(await stored()).toStrictEqual([
    'Ana: I live in Porto.',
    'Ben: I work at Acme.',
    'Trip › I want to see the ocean.',
  ]);
});
