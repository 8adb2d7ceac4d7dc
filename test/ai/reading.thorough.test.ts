import { expect, test } from 'vitest';
import { expectTable, openReader } from '../support/reader.ts';

/** The memories of each text: a category when the text is one memory, or its memories with their categories. */
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

test.each(Object.entries(statements))('text in %s is split and categorized', async (_, rows) => {
  const { read } = await openReader();
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

test('small talk in every language stores nothing, and the answer says why', async () => {
  const { remember, call } = await openReader();
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
  'Show me the diff before you commit anything.',
  'Give the dog his pills at 8.',
  'npm is our package manager.',
  'git push always goes to origin first.',
  'Always run npm test before pushing.',
  'make sure the tests pass',
  'Ja, Berlin.',
  '42',
];

test('brief statements are not taken for small talk', async () => {
  await expectTable(brief.map((text) => [text, text, [text]]));
});

const nothingToKeep: [reason: string, texts: string[]][] = [
  [
    'a question or a request',
    [
      'What is the capital of France?',
      'Where do I live?',
      'Can you help me write a poem',
      'Kannst du mir bitte helfen?',
      '我住在哪里？',
      'Tell me a joke.',
      'Расскажи анекдот.',
      '冗談を言って',
      '농담 하나 해줘',
      'Explain what a monad is.',
      'Erzähl mir einen Witz.',
      'Raconte-moi une blague.',
      'Cuéntame un chiste.',
      '讲个笑话',
    ],
  ],
  [
    'a name, a path or an address without a statement',
    ['Never Gonna Give You Up (Official Video) (4K Remaster).mp4', 'src/app/always/index.ts:42:7'],
  ],
  [
    'code or output: the words around it are remembered',
    [
      '```ts\nconst always = 1;\n```',
      'function add(a, b) {\n  return a + b;\n}',
      'SELECT name FROM users WHERE id = 1;',
      'DROP INDEX idx_users_email;',
      'npm ERR! code ERESOLVE',
      'docker compose up -d',
      'git push origin main',
      '[download]  45.3% of 10MiB at 1.2MiB/s',
      'TypeError: x is undefined\n    at run (/src/app.ts:3:4)\n    at main (/src/app.ts:9:1)',
    ],
  ],
];

test.each(nothingToKeep)('%s stores nothing, and the answer says so', async (reason, texts) => {
  const { remember, call } = await openReader();
  for (const text of texts) {
    const { memories, operations } = await remember(text);
    expect([text, memories, operations]).toStrictEqual([text, [], [{ operation: 'NONE', reason }]]);
  }
  expect(await call('list_memories')).toMatchObject({ total: 0 });
});
