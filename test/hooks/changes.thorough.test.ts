import { expect, test } from 'vitest';
import { playground, user } from './play.ts';

/** What was said first, and what was said later. */
const pairs: readonly (readonly [before: string, after: string])[] = [
  ['I live in Berlin.', 'I moved to Lisbon last month.'],
  ['I work at Siemens.', "I quit my job at Siemens. I'm at Bosch now."],
  ['I am vegetarian.', "I'm not vegetarian anymore."],
  ['We use MySQL in production.', 'We switched from MySQL to PostgreSQL.'],
  ['We deploy on Tuesdays.', 'no, we moved the deploys: they are on Wednesdays now'],
  ['My dog is called Turing.', 'My dog Turing died last week.'],
  ['I use npm.', "I've switched to pnpm."],
  ['I prefer tabs to spaces.', 'Actually I prefer spaces to tabs.'],
  ['The staging server is called heron.', 'The staging server was renamed to egret.'],
  ['We use Jest for tests.', 'We dropped Jest, we use Vitest now.'],
  ['My manager is Paula.', 'Paula left, my manager is Omar now.'],
  ['The API lives in packages/api.', 'We moved the API to services/api.'],
  ['We only support Node 20.', 'We no longer support Node 20, only Node 22.'],
  ['I drive a Toyota.', 'I sold the Toyota and bought a Skoda.'],
  ['My girlfriend is called Mia.', 'Mia and I broke up.'],
  ['The team meeting is on Mondays at 10.', 'The team meeting was moved to Wednesdays at 9.'],
  ['The release branch is called main.', 'The release branch is now called trunk.'],
  ['My name is Lena Huber.', 'I married, my name is Lena Maier now.'],
  ['We always squash commits.', "We don't squash commits any more."],
];

const told = async (statements: readonly string[]) => {
  const place = playground();
  const tell = async (session: string, texts: readonly string[]) => {
    place.say(session, ...texts.map(user));
    await place.capture(session);
  };
  await tell('first', statements);
  return { place, tell };
};

const lastWords = (text: string) => text.split(/\s+/u).slice(-3).join(' ').replace(/\.$/u, '');

test('a change of something stored is stored, whatever its score alone', async () => {
  const { place, tell } = await told(pairs.map(([before]) => before));
  await tell(
    'later',
    pairs.map(([, after]) => after),
  );
  const all = (await place.memories()).join('\n');
  expect(pairs.filter(([, after]) => !all.includes(lastWords(after)))).toStrictEqual([]);
});

test('the same words are judged as any others where nothing is stored about it', async () => {
  const words = ['We dropped the second column.', "I've switched to pnpm."];
  const { place } = await told(words);
  expect(await place.memories()).toStrictEqual([]);
});

test('orders and questions about something stored stay out', async () => {
  const first = ['The API lives in packages/api.', 'We use Jest for tests.', 'My manager is Paula.'];
  const { place, tell } = await told(first);
  await tell('later', [
    'now update the API docs',
    'Change the Jest config instead of the script',
    'Has Paula left?',
    'We might move the API to services/api next month.',
    'The Jest run fails with an error on the API.',
    'API 的路径改成 services/api 就行了',
  ]);
  expect(await place.memories()).toStrictEqual(first.toSorted());
});

test.each([
  ['Ich wohne in Kassel.', 'Ich bin letzten Monat nach Freiburg gezogen.'],
  ['Nous utilisons Jenkins pour les tests.', 'Jenkins a été remplacé.'],
  ['Usamos MySQL en producción.', 'Dejamos MySQL la semana pasada.'],
  ['Мы используем Jest для тестов.', 'Мы больше не используем Jest.'],
  ['我们用Jest写测试。', '我们不再用Jest写测试了。'],
  ['Я живу в Москве.', 'В прошлом месяце я переехал в Казань.'],
  ['Mieszkam w Krakowie.', 'Przeprowadziłem się do Gdańska.'],
  ['大阪に住んでいます。', '先月、福岡に引っ越しました。'],
  ['我住在杭州。', '我上个月搬到成都了。'],
  ['服务器端口是 8080。', '端口改成 9000 了。'],
  ["İstanbul'da oturuyorum.", "Geçen ay Ankara'ya taşındım."],
  ['We use Sentry for error tracking.', 'We dropped Sentry; errors go to Honeycomb.'],
])('a change is stored in other languages: %s', async (before, after) => {
  const { place, tell } = await told([before]);
  expect(await place.memories()).toStrictEqual([before]);
  await tell('later', [after]);
  expect((await place.memories()).join('\n')).toContain(after.replace(/[.。]$/u, ''));
});
