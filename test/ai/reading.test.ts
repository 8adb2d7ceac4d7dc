import { expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { presets } from '../../src/domain/category.ts';
import { splitText } from '../../src/files/plain-text.ts';
import { saysNothing } from '../../src/text/small-talk.ts';
import { type Body, openSession } from '../support/harness.ts';

interface Remembered {
  memories: { content: string; category: string; importance: string; salience: number }[];
  operations: { operation: string; reason?: string }[];
}

async function reader() {
  const session = await openSession({ character: 'Ada' });
  return {
    ...session,
    remember: (content: string) => session.call<Remembered & Body>('add_memory', { content }),
    /** What a text comes to: its memories, each with its category. */
    async read(content: string): Promise<Record<string, string>> {
      const { memories } = await session.call<Remembered>('add_memory', { content });
      return Object.fromEntries(memories.map((one) => [one.content, one.category]));
    },
  };
}

/** Checks what memories come of each text, whatever their order. */
async function expectTable(rows: [name: string, text: string, memories: string[]][]) {
  const { read } = await reader();
  const found: Record<string, string[]> = {};
  for (const [name, text] of rows) found[name] = Object.keys(await read(text)).toSorted();
  expect(found).toStrictEqual(Object.fromEntries(rows.map(([name, , memories]) => [name, memories.toSorted()])));
}

/** What comes of each text: a category when the text is one memory, or its memories with their categories. */
const statements: Record<string, [text: string, memories: string | Record<string, string>][]> = {
  English: [
    ["I really don't like long meetings before 10am", 'preferences'],
    ["I can't stand early flights.", 'preferences'],
    ['I get up at 6:30 am.', 'general'],
    ['I never drink coffee after 4 pm.', 'preferences'],
    ['The dentist appointment is tomorrow at 10:30.', 'events'],
    ['We met Dr. Smith at 5 p.m. on Monday. He was late.', 'events'],
    ['My son is in grade 3. He likes J. K. Rowling.', 'relationships'],
    [
      'I use Node.js v20.1.2 and edit config.yaml. See https://example.com/a?B=1. I live in Oslo.',
      {
        'I use Node.js v20.1.2 and edit config.yaml.': 'general',
        'See https://example.com/a?B=1.': 'general',
        'I live in Oslo.': 'facts',
      },
    ],
    [
      'My budget is 3.5 million. I want to buy a house.',
      { 'My budget is 3.5 million.': 'facts', 'I want to buy a house.': 'goals' },
    ],
    [
      'Our flight to Vienna leaves on Friday at 7:45 a.m. from gate B. We booked two seats.',
      {
        'Our flight to Vienna leaves on Friday at 7:45 a.m. from gate B.': 'events',
        'We booked two seats.': 'general',
      },
    ],
    ["My doctor is Dr. A. Meier, Ph.D. She works at St. Mary's hospital.", 'facts'],
    ["I'd rather take the train than fly.", 'preferences'],
    ['The report is in docs/plan.v2.final.md. It needs version 3.11.4 of Python.', 'facts'],
    [
      'I work for Acme Inc. in Boston. My manager is J. P. Morgan.',
      { 'I work for Acme Inc. in Boston.': 'facts', 'My manager is J. P. Morgan.': 'relationships' },
    ],
    ['I always have lunch at 12:30.', 'general'],
    ["She doesn't like phone calls in the morning.", 'preferences'],
  ],
  German: [
    ['Mia geht in die 3. Klasse. Sie mag Mathe.', 'preferences'],
    [
      'Ich mag Tiere, z. B. Hunde und Katzen. Ich wohne in Köln.',
      { 'Ich mag Tiere, z. B. Hunde und Katzen.': 'preferences', 'Ich wohne in Köln.': 'facts' },
    ],
    [
      'Ich wohne im 2. Stock. Meine Frau heißt Dr. Eva Klein.',
      { 'Ich wohne im 2. Stock.': 'facts', 'Meine Frau heißt Dr. Eva Klein.': 'relationships' },
    ],
    ['Gestern war ich beim Arzt.', 'events'],
    ['Ich möchte Spanisch lernen.', 'goals'],
    [
      'Wir wohnen in der Goethestr. 5. Mein Sohn wurde am 12. März geboren.',
      { 'Wir wohnen in der Goethestr. 5.': 'facts', 'Mein Sohn wurde am 12. März geboren.': 'relationships' },
    ],
    ['Ich mag keine langen Besprechungen vor 10 Uhr.', 'preferences'],
    [
      'Unser Büro ist in der 4. Etage. Ich arbeite als Ärztin.',
      { 'Unser Büro ist in der 4. Etage.': 'facts', 'Ich arbeite als Ärztin.': 'facts' },
    ],
    ['Meine Tochter hat am 5. Januar Geburtstag.', 'relationships'],
    ['Ich trinke gern Tee, v. a. Earl Grey.', 'preferences'],
    ['Ich kann laute Musik nicht leiden.', 'preferences'],
    ['Nächste Woche fliegen wir nach Rom.', 'events'],
    ['Wir haben 3 Katzen, u. a. Minka und Felix.', 'facts'],
  ],
  French: [
    [
      "M. Dupont habite à Lyon. J'aime le vin.",
      { 'M. Dupont habite à Lyon.': 'facts', "J'aime le vin.": 'preferences' },
    ],
    ["Je n'aime pas les réunions avant 10 h.", 'preferences'],
    ["Hier, j'ai rencontré Mme. Martin, p. ex. Au marché.", 'events'],
    ["Je voudrais apprendre l'italien.", 'goals'],
    ['Ma sœur habite av. J. Jaurès.', 'facts'],
    ['Mon frère habite au no. 12, bd. Voltaire.', 'facts'],
    ["J'ai rendez-vous avec le Dr. Petit demain.", 'events'],
    ['Mon fils est en classe de 3e. Il déteste les maths.', 'preferences'],
    ['Je préfère le thé, c.-à-d. Earl Grey.', 'preferences'],
    ['Je compte apprendre le piano.', 'goals'],
  ],
  Spanish: [
    [
      'Me gustan las frutas, p. ej. Manzanas de Asturias. Vivo en Madrid.',
      { 'Me gustan las frutas, p. ej. Manzanas de Asturias.': 'preferences', 'Vivo en Madrid.': 'facts' },
    ],
    ['El Sr. García trabaja en EE. UU. desde 2010.', 'facts'],
    ['No me gustan las reuniones largas antes de las 10.', 'preferences'],
    ['Me gustaría viajar a Japón.', 'goals'],
    ['Mi hermana se llama Lucía.', 'relationships'],
    ['Ayer fui al médico con la Dra. Ruiz.', 'events'],
    [
      'Mi jefe es el Ing. Pérez. Trabajo en Sevilla.',
      { 'Mi jefe es el Ing. Pérez.': 'relationships', 'Trabajo en Sevilla.': 'facts' },
    ],
    ['Odio madrugar los lunes.', 'preferences'],
    ['Quiero aprender a tocar la guitarra.', 'goals'],
    ['La semana pasada viajamos a Lima.', 'events'],
    ['Mi hija estudia en el 3.er curso.', 'relationships'],
  ],
  Portuguese: [
    [
      'Eu moro em Lisboa com o Sr. Silva. Gosto de café.',
      { 'Eu moro em Lisboa com o Sr. Silva.': 'facts', 'Gosto de café.': 'preferences' },
    ],
    ['Não gosto de reuniões longas.', 'preferences'],
    ['Gostaria de aprender alemão.', 'goals'],
    ['Minha irmã trabalha na Av. Paulista n. 100.', 'relationships'],
    ['Ontem fui ao médico.', 'events'],
    [
      'O meu chefe é o Eng. Costa. Trabalho no Porto.',
      { 'O meu chefe é o Eng. Costa.': 'relationships', 'Trabalho no Porto.': 'facts' },
    ],
    ['Prefiro chá, p. ex. Earl Grey.', 'preferences'],
    ['Quero aprender a nadar.', 'goals'],
    ['A reunião é amanhã às 10h.', 'events'],
  ],
  Italian: [
    [
      'Il Sig. Rossi abita a Roma. Mi piace il caffè, ad es. Lavazza.',
      { 'Il Sig. Rossi abita a Roma.': 'facts', 'Mi piace il caffè, ad es. Lavazza.': 'preferences' },
    ],
    ['Non sopporto le riunioni lunghe.', 'preferences'],
    ['Vorrei imparare il tedesco.', 'goals'],
    ['Mia sorella lavora a Torino.', 'relationships'],
    ['Ieri sono andato dal Dott. Bianchi.', 'events'],
    ['Mio fratello lavora per la Ferrari S.p.A. di Maranello.', 'relationships'],
    ['Abito in viale A. Gramsci n. 7.', 'facts'],
    ['Preferisco il tè.', 'preferences'],
    ['Voglio imparare a cucinare.', 'goals'],
    ['La riunione è domani alle 10.', 'events'],
  ],
  Dutch: [
    [
      'Ik woon in Utrecht bij dhr. Jansen. Ik hou van kaas.',
      { 'Ik woon in Utrecht bij dhr. Jansen.': 'facts', 'Ik hou van kaas.': 'preferences' },
    ],
    ['Ik hou niet van lange vergaderingen.', 'preferences'],
    ['Ik zou graag Frans leren.', 'goals'],
    ['Mijn zus werkt bij Philips B.V. in Eindhoven.', 'relationships'],
    ['Gisteren had ik een afspraak met mevr. De Vries.', 'events'],
    ['Mijn baas is drs. P. Bakker.', 'relationships'],
    ['Ik drink liever thee, bijv. Earl Grey.', 'preferences'],
    ['Ik wil volgend jaar een marathon lopen.', 'goals'],
    ['Wij wonen op nr. 12 in Gouda.', 'facts'],
  ],
  Polish: [
    [
      'Mieszkam na ul. Długiej 5. Lubię np. Kraków.',
      { 'Mieszkam na ul. Długiej 5.': 'facts', 'Lubię np. Kraków.': 'preferences' },
    ],
    ['Nie lubię długich spotkań przed 10.', 'preferences'],
    ['Chcę nauczyć się hiszpańskiego.', 'goals'],
    ['Moja siostra jest lekarzem.', 'relationships'],
    ['Wczoraj byłem u dr. Nowaka.', 'events'],
    [
      'Anna chodzi do 3. Klasy. Mam na imię Piotr.',
      { 'Anna chodzi do 3. Klasy.': 'facts', 'Mam na imię Piotr.': 'facts' },
    ],
    [
      'Mój szef to inż. A. Kowalski. Pracuję w Gdańsku.',
      { 'Mój szef to inż. A. Kowalski.': 'relationships', 'Pracuję w Gdańsku.': 'facts' },
    ],
    ['Wolę herbatę, np. Earl Grey.', 'preferences'],
    ['Planuję kupić dom.', 'goals'],
    ['Spotkanie jest jutro o 10.', 'events'],
  ],
  Turkish: [
    [
      "Kızım 3. Sınıfa gidiyor. İstanbul'da yaşıyorum.",
      { 'Kızım 3. Sınıfa gidiyor.': 'relationships', "İstanbul'da yaşıyorum.": 'facts' },
    ],
    ['Uzun toplantıları sevmiyorum.', 'preferences'],
    ['İspanyolca öğrenmek istiyorum.', 'goals'],
    ['Dün Dr. Yılmaz ile görüştüm.', 'events'],
    ['Meyve severim, örn. Elma ve armut.', 'preferences'],
    ["Kız kardeşim Ankara'da çalışıyor.", 'relationships'],
    [
      "Patronum Prof. Dr. Ayşe Demir. Ankara'da oturuyorum.",
      { 'Patronum Prof. Dr. Ayşe Demir.': 'relationships', "Ankara'da oturuyorum.": 'facts' },
    ],
    ['Çayı kahveye tercih ederim.', 'preferences'],
    ['Gelecek yıl ev almak istiyorum.', 'goals'],
    ["Toplantı yarın saat 10'da.", 'events'],
  ],
  'Swedish and Danish': [
    [
      'Jag bor på 2. Våningen i Malmö. Jag gillar t.ex. Kaffe.',
      { 'Jag bor på 2. Våningen i Malmö.': 'facts', 'Jag gillar t.ex. Kaffe.': 'preferences' },
    ],
    ['Jag tycker inte om långa möten.', 'preferences'],
    ['Min bror heter Erik.', 'relationships'],
    [
      'Jeg bor i Aarhus. Jeg kan godt lide bl.a. Kaffe.',
      { 'Jeg bor i Aarhus.': 'facts', 'Jeg kan godt lide bl.a. Kaffe.': 'preferences' },
    ],
    ['Jag arbetar på Volvo, bl.a. Med elbilar.', 'facts'],
    ['Jag vill lära mig spanska.', 'goals'],
    ['Mötet är imorgon kl. 10.', 'events'],
  ],
  Russian: [
    ['Я живу на ул. Ленина. Я люблю чай.', { 'Я живу на ул. Ленина.': 'facts', 'Я люблю чай.': 'preferences' }],
    ['Я не люблю длинные встречи.', 'preferences'],
    [
      'Мой начальник проф. Иванов. Я работаю в Туле.',
      { 'Мой начальник проф. Иванов.': 'relationships', 'Я работаю в Туле.': 'facts' },
    ],
    ['Я предпочитаю чай, напр. Эрл Грей.', 'preferences'],
    ['Хочу выучить испанский.', 'goals'],
    ['Встреча завтра в 10.', 'events'],
  ],
};

test.each(Object.entries(statements))('%s is split and sorted', async (_, rows) => {
  const { read } = await reader();
  const found: Record<string, Record<string, string>> = {};
  for (const [text] of rows) found[text] = await read(text);
  expect(found).toStrictEqual(
    Object.fromEntries(
      rows.map(([text, memories]) => [text, typeof memories === 'string' ? { [text]: memories } : memories]),
    ),
  );
});

const smallTalk = [
  ['Wait.', 'Ok thanks', 'hmm let me see', 'sure, go ahead', 'No problem, take your time!', 'Yes. Please continue.'],
  ['Warte mal kurz', 'Moment bitte.', 'Ja, mach weiter.', 'Okay, danke dir!'],
  ["D'accord, merci !", "Un instant, s'il te plaît.", 'Oui, vas-y !', 'Attends...'],
  ['Vale, gracias.', 'Un momento, por favor.', 'Sí, adelante.', 'Déjame ver'],
  ['Tudo bem, obrigado.', 'Só um momento.', 'Sim, pode continuar.', 'Deixa eu ver...'],
  ['Certo, vai pure!', 'Un attimo...', 'Sì, va bene.', 'Fammi vedere.'],
  ['Prima, ga je gang.', 'Momentje, even kijken.', 'Oké, bedankt!', 'Wacht even'],
  ['Jasne, dawaj.', 'Chwileczkę.', 'Tak, proszę.', 'Ok, dzięki!'],
  ['Tamam, teşekkürler!', 'Bir dakika, bakayım.', 'Evet, devam et.', 'Bekle.'],
  [
    'Okej, tack!',
    'Vänta lite',
    'Mange tak!',
    'Et øjeblik.',
    'Ладно, спасибо.',
    'Подожди минутку.',
    '好的，谢谢。',
    '👍',
  ],
  ['Ana: hi!\nBen: ok, thanks\nAna: you are welcome', 'User: Wait.', 'ok\n\nthanks\n'],
];

test('small talk comes to nothing, in every language, and the answer says why', async () => {
  const { remember, call } = await reader();
  for (const text of smallTalk.flat()) {
    expect([text, await remember(text)]).toStrictEqual([
      text,
      {
        memories: [],
        operations: [{ operation: 'NONE', reason: 'small talk: nothing to remember' }],
        extraction: 'rules',
      },
    ]);
  }
  expect(await call('list_memories')).toMatchObject({ total: 0 });
});

const brief = [
  'No dairy, please.',
  'Wait for the blue bus.',
  'Vegetarian: yes',
  'Ana',
  'Stop smoking',
  'Ja, Berlin.',
  '42',
];

test('what says anything is no small talk', async () => {
  await expectTable(brief.map((text) => [text, text, [text]]));
});

test('a question that states nothing is kept LOW', async () => {
  const { remember } = await reader();
  expect((await remember('What is the capital of France?')).memories).toMatchObject([
    { content: 'What is the capital of France?', importance: 'LOW', salience: 0.2 },
  ]);
});

const transcripts: [name: string, text: string, memories: string[]][] = [
  [
    'user and assistant',
    "User: Hi! I live in Lisbon.\nAssistant: Great! I'd be happy to help. How can I help you today?\nUser: I'm allergic to peanuts. Thanks!\nAssistant: Noted. I'll remember that.",
    ['I live in Lisbon.', "I'm allergic to peanuts."],
  ],
  [
    'what the assistant says of the world is kept as its own',
    '## User\nI live in Graz.\n\n## Assistant\nThanks for sharing! Graz lies in Styria.\n\n## User\nWait.',
    ['I live in Graz.', 'Assistant: Graz lies in Styria.'],
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

test('a transcript is read turn by turn, and no memory holds two speakers', async () => {
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

test('of prose and code the prose counts', async () => {
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

test('a text that is all code is one memory', async () => {
  await expectTable(allCode.map((text) => [text, text, [text]]));
});

test('an imported chat keeps its speakers apart, as an export and as plain text', async () => {
  const { call } = await reader();
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
  expect(await stored()).toStrictEqual(['Trip › User: I want to see the ocean.']);
  const fileContent = '[10:32] Ana: I live in Porto.\n[10:33] Ben: ok thanks\n[10:34] Ben: I work at Acme.';
  await call('import_document', { fileName: 'chat.txt', fileContent });
  expect(await stored()).toStrictEqual([
    'Ana: I live in Porto.',
    'Ben: I work at Acme.',
    'Trip › User: I want to see the ocean.',
  ]);
});

/** Each repeated without end would be read again and again by a pattern whose repeats overlap. */
const hostile = [
  ...['A. ', 'z. B. ', '3. Klasse ', 'a?B', '? ', 'https://a.b/?C', 'x', '我喜欢。', ' ', '\t', '\u200e', 'a\u0301'],
  ...['Ana: ', 'Ana: I live here\nBen: ok\n', '[10:32] ', '[10:32] Ana: hi\n', '**', '<a ', '#', ' #', ' › ', 'ok, '],
  ...['```\n', '`', '{\n', '(', 'f(\n', '{"a":', '"', '|', '- ', '- a\n', 'if (a ', 'a = ', '@@ -1\n', '$ a\n', 'a;'],
  ...["don't really like ", 'gusta', `# a${' '.repeat(30)}`, `:${' '.repeat(50)}`, `${' '.repeat(60)}x`],
];

test('any text is read in time that grows with its length', { timeout: 30_000 }, async () => {
  const categories = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));
  const read = async (text: string) => {
    saysNothing(text);
    splitText(text);
    await rulesExtractor().extract({ text, categories, similar: [], occurredAt: '' });
  };
  /** Least CPU time of some runs in µs: what the machine does besides counts little. */
  const cost = async (text: string, runs: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < runs; i++) {
      const before = process.cpuUsage();
      await read(text);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };
  const size = 4_000;
  /** How many times more four times the text costs; of what takes no time, nothing. */
  const growth = async (seed: string, runs: number) => {
    const large = await cost(seed.repeat((4 * size) / seed.length), runs);
    return large < 30_000 ? 0 : large / (await cost(seed.repeat(size / seed.length), runs));
  };
  const slow: string[] = [];
  for (const seed of hostile) {
    // A ratio that noise made is measured again.
    if ((await growth(seed, 1)) > 6 && (await growth(seed, 8)) > 6) slow.push(seed);
  }
  expect(slow).toStrictEqual([]);
});
