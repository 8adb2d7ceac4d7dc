import { describe, expect, test } from 'vitest';
import { isCorrection } from '../../src/ai/clauses/changes.ts';
import { rulesExtractor } from '../../src/ai/rules.ts';
import type { CaptureMode } from '../../src/domain/captured-clause.ts';
import { presets } from '../../src/domain/category.ts';

interface Reading {
  speaker?: 'User' | 'Assistant';
  preset?: 'standard' | 'developer';
  mode?: CaptureMode;
  encodes?: boolean;
}

/** What the rules store of a turn. */
async function operationsOf(
  text: string,
  { speaker = 'User', preset = 'standard', mode = 'balanced', encodes = true }: Reading = {},
) {
  const { answer } = await rulesExtractor(encodes).extract({
    text: `${speaker}: ${text}`,
    categories: presets[preset].map((one) => ({ ...one, memoryCount: 0 })),
    similar: [],
    occurredAt: '2026-01-15T10:00:00Z',
    overheard: mode,
  });
  return (
    answer as {
      operations: { operation: string; content?: string; category?: string; reason?: string; isProposed?: boolean }[];
    }
  ).operations;
}

async function kept(text: string, reading?: Reading): Promise<string[]> {
  const operations = await operationsOf(text, reading);
  return operations.flatMap(({ operation, content, isProposed }) =>
    operation === 'ADD' && !isProposed ? [content ?? ''] : [],
  );
}

describe('turns of a user', () => {
  test.each([
    'Utilise pnpm, pas npm.',
    'Usa pnpm en lugar de npm.',
    'Usa pnpm invece di npm.',
    'Używaj pnpm zamiast npm.',
    'Используй pnpm вместо npm.',
  ])('the order "%s" is captured as a rule', async (text) => {
    expect(await kept(text)).toStrictEqual([text]);
  });

  test.each([
    ['Add a dark mode. Use Tailwind. Don’t add dependencies.'],
    ['Erstelle eine Login-Seite. Verwende Tailwind und keine weiteren Bibliotheken.'],
    ['Crée une page de connexion. Utilise Tailwind, sans dépendances.'],
    ['Crea una página de inicio. Usa Tailwind y no agregues dependencias.'],
    ['Crie uma página de login. Use Tailwind e não adicione dependências.'],
    ['Crea una pagina di login. Usa Tailwind e non aggiungere dipendenze.'],
    ['Maak een loginpagina. Gebruik Tailwind en voeg geen dependencies toe.'],
    ['Stwórz stronę logowania. Użyj Tailwind i nie dodawaj zależności.'],
    ['Создай страницу входа. Используй Tailwind и не добавляй зависимости.'],
    ['Створи сторінку входу. Використовуй Tailwind, не додавай залежностей.'],
    ['Giriş sayfası oluştur. Tailwind kullan, yeni bağımlılık ekleme.'],
    ['做一个登录页面，使用Tailwind，不要添加新的依赖。'],
    ['ログインページを作って。Tailwindを使って、依存関係は追加しないでください。'],
    ['로그인 페이지를 만들어줘. Tailwind를 사용하고 의존성은 추가하지 마.'],
    ['أنشئ صفحة تسجيل الدخول. استخدم Tailwind ولا تضف مكتبات جديدة.'],
    ['लॉगिन पेज बनाओ। Tailwind इस्तेमाल करो और नई लाइब्रेरी मत जोड़ो।'],
    ['Buat halaman login. Gunakan Tailwind dan jangan tambah dependensi.'],
    ['Tạo trang đăng nhập. Dùng Tailwind và đừng thêm thư viện.'],
    ['Utilise pnpm.'],
    ['Each card must show the price and the rating.'],
  ])('an order of "%s" is proposed until it is said again', async (text) => {
    const made = (await operationsOf(text)).filter(({ operation }) => operation === 'ADD');
    expect(made.map(({ isProposed, reason }) => [isProposed, reason])).toStrictEqual([
      [true, 'an order that may hold for this task alone'],
    ]);
  });

  test.each([
    ['developer', 'Never push to main.', 'preferences'],
    ['developer', 'Prod is in eu-west-1.', 'facts'],
    ['developer', 'The crate was renamed to tidepool-core.', 'facts'],
    ['developer', 'The release is on Friday.', 'events'],
    ['developer', 'We decided to use Postgres instead of MySQL.', 'decisions'],
    ['standard', 'Never push to main.', 'general'],
    ['standard', 'We decided to use Postgres instead of MySQL.', 'decisions'],
  ] as const)('a statement to a character of preset %s, "%s", is under %s', async (preset, text, category) => {
    expect((await operationsOf(text, { preset })).map((one) => one.category)).toStrictEqual([category]);
  });

  test.each([
    "Don't use any in TypeScript, we have had bugs from it.",
    'never force-push to main, we lost a day of work last month because of that',
    "I'm colour-blind, so don't rely on colours in charts.",
    'Renk körüyüm, bu yüzden grafiklerde sadece renge güvenme.',
    'मैं कलर ब्लाइंड हूँ, इसलिए चार्ट में सिर्फ रंगों पर निर्भर मत रहो।',
    "don't rename public methods because mobile clients depend on them",
    '公開メソッドの名前は絶対に変えないでください。モバイルアプリが依存しているからです。',
  ])('the reason stays with its rule: "%s"', async (text) => {
    expect(await kept(text)).toStrictEqual([text]);
  });

  test.each([
    'Immer so machen.',
    'Hazlo siempre así.',
    '以后都这样做。',
    '今後もそうして。',
    '앞으로도 그렇게 해.',
    'Всегда делай так.',
    'Use the other one from now on.',
  ])('"%s" is not stored without the statement that it points at', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
    const before = /\p{Lo}/u.test(text)
      ? '新しいテストは tests に置きます。'
      : 'Commits have the number of their ticket.';
    expect((await operationsOf(before + text)).some(({ content }) => content === text)).toBe(false);
  });

  test.each([
    'Utilise ça.',
    "Utilise l'option 2.",
    'Utilise cette fonction ici.',
    'Utilise le nouveau nom dans ce fichier.',
    'Usa el segundo.',
    'Nutze den zweiten Vorschlag.',
    'Używaj tej funkcji tutaj.',
    'Corrige le test.',
    'Never Gonna Give You Up (Official Video) (4K Remaster).mp4',
    'Downloading "Never Gonna Give You Up (Official Video)" again',
    'src/always/must-use/index.ts:42:7',
    'docker-compose logs backend',
    "'id' is never used.eslint@typescript-eslint/no-unused-vars",
    'position_size_shares: 1  # always one share',
  ])('the order "%s" is dropped as a task of the moment', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
  });

  test.each([
    'I have two cats.',
    'I have a dog named Rex.',
    "I've got two kids.",
    'I am 42 years old.',
    'My daughter is 7 years old.',
    'Ich habe zwei Katzen.',
    'Meine Tochter ist sieben Jahre alt.',
    "J'ai deux chats.",
    'Ma fille a sept ans.',
    'Tengo un perro que se llama Rex.',
    'Tengo 42 años.',
    'Temos três filhos.',
    'Ho due gatti.',
    'Ik heb twee katten.',
    'Mam dwa koty.',
    'Моей дочери семь лет.',
    'У меня две кошки.',
    'İki kedim var.',
    'Jag har två katter.',
    '我女儿七岁。',
    '猫を二匹飼っています。',
    '제 딸은 일곱 살이에요.',
  ])('the personal fact "%s" is captured', async (text) => {
    expect(await kept(text)).toStrictEqual([text]);
  });

  test.each([
    'I have two questions.',
    'I have a cat command that fails.',
    'I have two child nodes in the tree.',
    'I have 3 years of logs to read.',
    'My son asked me to fix this.',
    'Do I have two cats?',
    'Ich habe zwei Fragen.',
    "J'ai deux erreurs.",
    'Tengo dos meses para terminar.',
    'Ho due mesi di tempo.',
    'Bir hatam var.',
    'Ik heb een man page open.',
  ])('"%s" is dropped, though it resembles a personal fact', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
  });

  test.each([
    'I prefer tabs over spaces.',
    'Use pnpm, not npm.',
    'This is a NestJS project.',
    'We decided to use Postgres instead of MySQL.',
    'From now on, write commit messages in English.',
    'Always run the linter before you commit.',
    'Never log the user id.',
    'Our API is hosted in Frankfurt.',
    'The API lives in packages/api.',
    'My sister Ana lives in Porto.',
    'My name is Lisa.',
    "I'm allergic to peanuts.",
    "I'm new to TypeScript.",
    'Remember that the staging server is called heron.',
    'We never deploy on Fridays.',
    'We have three projects on the free tier.',
    "Let's use vitest for all new packages.",
    "Let's use OAuth instead of a PAT.",
    'I hate being phoned after 9pm.',
  ])('the turn "%s" is captured', async (text) => {
    expect(await kept(text)).toStrictEqual([text.replace(/^Remember that the/, 'The')]);
  });

  test.each([
    ['German', 'Wir verwenden für Tests immer Vitest.', 'Ich wohne in Graz.', 'Bitte nie ohne Rückfrage pushen.'],
    [
      'French',
      'Nous utilisons toujours Vitest pour les tests.',
      "J'habite à Lyon.",
      'Ne pousse jamais sans me demander.',
    ],
    ['Spanish', 'Siempre usamos Vitest para las pruebas.', 'Vivo en Quito.', 'Nunca hagas push sin preguntarme.'],
    ['Portuguese', 'Usamos sempre o Vitest nos testes.', 'Moro em Braga.', 'Nunca faça push sem me perguntar.'],
    ['Italian', 'Usiamo sempre Vitest per i test.', 'Vivo a Torino.', 'Non fare mai push senza chiedermelo.'],
    ['Dutch', 'We gebruiken altijd Vitest voor tests.', 'Ik woon in Gent.', 'Push nooit zonder te vragen.'],
    ['Polish', 'Do testów zawsze używamy Vitest.', 'Mieszkam w Gdańsku.', 'Nigdy nie pushuj bez pytania.'],
    ['Russian', 'Для тестов мы всегда используем Vitest.', 'Я живу в Казани.', 'Никогда не пушь без моего согласия.'],
    ['Turkish', 'Testler için her zaman Vitest kullanıyoruz.', 'İzmir’de yaşıyorum.', 'Bana sormadan asla push yapma.'],
    ['Swedish', 'Vi använder alltid Vitest för tester.', 'Jag bor i Malmö.', 'Pusha aldrig utan att fråga mig.'],
    ['Chinese', '我们的测试始终使用Vitest。', '我叫小王，住在成都。', '没有我的同意绝不要推送代码。'],
    [
      'Japanese',
      'テストには常にVitestを使ってください。',
      '私は札幌に住んでいます。',
      '確認なしに絶対にプッシュしないでください。',
    ],
    [
      'Korean',
      '테스트에는 항상 Vitest를 사용합니다.',
      '저는 부산에 살고 있습니다.',
      '물어보지 않고 절대 푸시하지 마세요.',
    ],
  ])('rules and facts in %s are captured', async (_, ...statements) => {
    for (const statement of statements) expect(await kept(statement)).toStrictEqual([statement]);
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
    "Let's go with option A.",
    'I think the bug is in the parser.',
    'We should refactor this.',
    'What is a semaphore?',
    'Add a dark theme.',
    'Now do the same for the admin module.',
    'It always shows the wrong date here.',
    "I've updated the config.",
    'yes',
    'Mach weiter mit dem nächsten Schritt.',
    'Der Test schlägt immer noch fehl.',
    'Ajoute un champ pour le téléphone.',
    'Corrige el menú lateral.',
    'Ainda dá erro quando salvo.',
    'Aggiungi una colonna alla tabella.',
    'Verwijder deze regel.',
    'Dodaj pole na numer telefonu.',
    'Исправь боковое меню.',
    'Yan menüyü düzelt.',
    'Lägg till ett fält för telefonnummer.',
    '把侧边栏修一下。',
    'サイドバーを直してください。',
    '사이드바를 고쳐줘.',
  ])('the turn "%s" is dropped', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
    expect(await kept(text, { preset: 'developer' })).toStrictEqual([]);
  });

  test.each([
    ['I prefer mornings between 7 and 9, can you help me plan my week', 'I prefer mornings between 7 and 9'],
    ['Can you fix the failing test? By the way, I live in Lisbon.', 'I live in Lisbon.'],
    ['I moved to Lisbon in May. Which runtime do I prefer?', 'I moved to Lisbon in May.'],
    ['Which of them is it? We decided to deploy on Fridays. Is that clear?', 'We decided to deploy on Fridays.'],
    ["No, we don't use Jest here, we always use Vitest.", "We don't use Jest here, we always use Vitest."],
    ['If the tests pass, please push. Never push to main without asking me.', 'Never push to main without asking me.'],
  ])('only the statement of a mixed turn is captured: "%s"', async (text, statement) => {
    expect(await kept(text)).toStrictEqual([statement]);
  });

  test('a statement that depends on the one before is captured with it, or dropped', async () => {
    expect(await kept('My manager is Carla. She always prefers short reports.')).toStrictEqual([
      'My manager is Carla. She always prefers short reports.',
    ]);
    expect(await kept('They are always stored in UTC.')).toStrictEqual([]);
  });
});

describe('pasted text', () => {
  test.each([
    ['code', '```ts\nconst always = "we use";\n```'],
    ['a log', '2026-01-15 10:00:00 INFO always use the cache\n2026-01-15 10:00:01 INFO we never deploy on Fridays'],
    ['a stack trace', 'TypeError: always use new\n    at run (/src/app.ts:3:4)\n    at main (/src/app.ts:9:1)'],
    ['a quotation', '> Always use tabs.\n> Never use spaces.'],
    [
      'an answer of an assistant',
      'User: which one?\nAssistant: You should always use pnpm. We decided to use Postgres.\nUser: ok',
    ],
    ['a table', '| rule | why |\n|---|---|\n| always use tabs | they are short |'],
  ])('pasted text in a turn is dropped: %s', async (_, text) => {
    expect(await kept(text)).toStrictEqual([]);
  });
});

test.each([
  ['Never push to main. fix the login page', 'Never push to main.'],
  ['以后所有的提交信息都要用英文写，不要用中文。', '以后所有的提交信息都要用英文写，不要用中文。'],
  ['我有域名，怎么备案？', '我有域名'],
  ["I'm colour-blind, so don't rely on colours alone.", "I'm colour-blind, so don't rely on colours alone."],
  [
    'Ich bin farbenblind, deshalb verlass dich nie auf Farben.',
    'Ich bin farbenblind, deshalb verlass dich nie auf Farben.',
  ],
  [
    'Never use git add -A because it once committed a secret.',
    'Never use git add -A because it once committed a secret.',
  ],
  ['We never deploy on Fridays, so can you do it on Monday?', 'We never deploy on Fridays'],
])('the turn "%s" is cut where another statement begins, and keeps its reason', async (text, statement) => {
  expect(await kept(text)).toStrictEqual([statement]);
});

test.each(['Nous sommes trois dans l’équipe, tous à Lyon.', 'I moved to Lisbon last month.'])(
  'the encoder finds that "%s" lasts, which words alone do not',
  async (text) => {
    expect(await kept(text)).toStrictEqual([text]);
    expect(await kept(text, { encodes: false })).toStrictEqual([]);
  },
);

test('limits of a task are not captured as rules', async () => {
  for (const text of [
    "Don't touch the tests in this PR.",
    'Fass diesen Ordner jetzt nicht an.',
    'For this change only, skip the tests.',
  ])
    expect(await kept(text)).toStrictEqual([]);
});

test('the capture mode sets the threshold of a statement', async () => {
  const said = ['Always use tabs.', 'Secrets live in 1Password.', 'The cache is in Redis.', 'Fix the header.'];
  const under = async (mode: CaptureMode) => (await Promise.all(said.map((text) => kept(text, { mode })))).flat();
  expect(await under('careful')).toStrictEqual(said.slice(0, 1));
  expect(await under('balanced')).toStrictEqual(said.slice(0, 2));
  expect(await under('eager')).toStrictEqual(said.slice(0, 3));
});

test('every part of a turn gets a reason', async () => {
  const operations = await operationsOf('Fix the header. Always use tabs. Why is it red?');
  expect(operations.map(({ operation, reason }) => [operation, reason])).toStrictEqual([
    ['NONE', 'not recognised as lasting'],
    ['ADD', 'worded as what holds for good'],
    ['NONE', 'a question'],
  ]);
});

test('captured statements get a category', async () => {
  expect(await operationsOf('I hate being phoned after 9pm.')).toMatchObject([{ category: 'preferences' }]);
});

describe('turns of an assistant', () => {
  const speaker = 'Assistant';
  test.each(['We decided to keep the parser synchronous.', 'As agreed, releases are cut on Mondays.'])(
    'the assistant’s turn "%s" is captured',
    async (text) => {
      expect(await kept(text, { speaker })).toHaveLength(1);
    },
  );
  test.each([
    'I have fixed the test and all 42 tests pass.',
    'My approach is to cache the result.',
    'Our function is now called parse.',
    'I always check the types first.',
    'The file src/app.ts is 300 lines long.',
  ])('the assistant’s turn "%s" is dropped', async (text) => {
    expect(await kept(text, { speaker })).toStrictEqual([]);
  });
});

test.each([
  'We do not use MySQL in production, we use PostgreSQL.',
  'We dropped Jest, we use Vitest now.',
  "We don't use MySQL in production, we use PostgreSQL.",
  'My name is not Jon, it is John.',
  "Nous n'utilisons pas npm, nous utilisons pnpm.",
  'Ik gebruik geen npm, ik gebruik pnpm.',
  'Wir nutzen nicht Jenkins, wir nutzen Woodpecker.',
  'No usamos MySQL, usamos PostgreSQL.',
  'We no longer deploy on Tuesdays, we deploy on Thursdays now.',
  'We dropped Jest, we use Vitest now.',
  'Dejamos Jenkins, ahora usamos GitHub Actions.',
])('a correction keeps what it denies: %s', async (text) => {
  expect(await operationsOf(text)).toMatchObject([{ operation: 'ADD', content: text }]);
});

test.each([
  "I quit my job at Siemens. I'm at Bosch now.",
  'We dropped Jest. We use Vitest now.',
  'Ich habe bei Siemens gekündigt. Ich bin jetzt bei Bosch.',
  "J'ai quitté Siemens. Je suis maintenant chez Bosch.",
  'Jag slutade på Siemens. Jag jobbar på Bosch nu.',
])('two sentences of one change are one statement: %s', async (text) => {
  expect(await kept(text)).toStrictEqual([text]);
});

test.each([
  'I stopped eating meat. I moved to Berlin last week.',
  'We cancelled the contract with AWS. Now commit the changes.',
])('two sentences of two things stay two: %s', async (text) => {
  expect(await kept(text)).not.toContain(text);
});

test('a denial and another statement are no correction', () => {
  expect(isCorrection('I do not like meetings, ', 'we prefer email.')).toBe(false);
  expect(isCorrection('We do not use MySQL, ', 'we use PostgreSQL.')).toBe(true);
  expect(isCorrection('We dropped Jest, ', 'we use Vitest now.')).toBe(true);
  expect(isCorrection('We dropped Jest, ', 'we use Vitest for the web.')).toBe(false);
  expect(isCorrection('We dropped Jest, ', 'we use Redis for caching.')).toBe(false);
});

describe('what is told of how things are', () => {
  test.each([
    'The API listens on port 8080.',
    'The warehouse is in Rotterdam.',
    'We bill in Swiss francs. Can you write the invoice template?',
    'Nos serveurs sont chez OVH.',
    'Las facturas se envían el día 5.',
    'Мы перешли на PostgreSQL.',
    'Our sprint starts on Wednesdays.',
    'Our standup is at 9:30.',
    'The spare rooms are 3, 14.',
  ])('a statement without a word that says it lasts is stored: %s', async (text) => {
    expect((await kept(text)).join(' ')).toContain(text.split(/(?<=\.) /u)[0]!.slice(1));
  });

  test.each([
    'fix the failing test in auth',
    'The build is failing on line 42.',
    'The header should be sticky and 60px tall.',
    'now do the same for orders',
    'my god this coffee is terrible today',
    'le bouton ne marche pas',
    'このボタンが動きません',
    'it returns undefined for the second item',
  ])('a task, a symptom or the day is not: %s', async (text) => {
    expect(await kept(text)).toStrictEqual([]);
  });

  test('the encoder is what knows it: without it nothing says that it lasts', async () => {
    expect(await kept('We bill in Swiss francs.', { encodes: false })).toStrictEqual([]);
  });
});
