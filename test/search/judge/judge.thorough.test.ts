import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { once } from '../../../src/base/once.ts';
import { sentenceEncoder } from '../../../src/search/encoder/encoder.ts';
import { sharing, tellingWords } from '../../../src/search/judge/candidates.ts';
import weightsPath from '../../../src/search/judge/judge.bin';
import { type Judge, loadJudge, loadTextJudge, type Statement } from '../../../src/search/judge/judge.ts';
import { cosineOf } from '../../../src/search/judge/pair-network.ts';
import { profileOf } from '../../../src/search/judge/profile.ts';
import pairs from '../../fixtures/judge/pairs.json' with { type: 'json' };
import { temporaryFolder } from '../../support/stores.ts';

const read = (text: string): Statement => ({ text, reading: sentenceEncoder().read(text) });

function loaded(): Judge {
  const judge = loadJudge((_, message) => expect.unreachable(message));
  if (!judge) throw new Error('no weights');
  return judge;
}

function relationOf(older: string, newer: string) {
  const [verdict] = loaded().judge(read(newer), [read(older)]);
  return verdict;
}

test('the chances of each relation match those of training, in fourteen languages', () => {
  const judge = loaded();
  for (const [older, newer, ends] of pairs as [string, string, number][]) {
    const [said, one] = [read(newer), read(older)];
    const [verdict] = judge.judge(said, [one]);
    expect(Math.abs((verdict?.ends ?? -1) - ends), `${older} ${newer}`).toBeLessThan(0.002);
    // No end is lost before the network.
    const cosine = cosineOf(said.reading, one.reading);
    if (ends > 0.7) expect(judge.mayEnd(profileOf(newer), profileOf(older), cosine), `${older} ${newer}`).toBe(true);
  }
});

test.each([
  ['The API rate limit is 100 requests a minute.', 'We raised the API rate limit to 250 a minute.'],
  ['The bins go out on Wednesday.', "No, it's Friday for the bins, the council changed it."],
  ['Freitags ist Homeoffice.', 'Homeoffice ist jetzt mittwochs.'],
  ["Le point d'équipe est à 9 h 30.", "Le point d'équipe passe à 10 h."],
  ['On garde les journaux trente jours.', 'Les journaux sont gardés quatre-vingt-dix jours désormais.'],
  ['Mi número de cuenta termina en 4471.', 'Cambié de banco, mi cuenta termina en 9023.'],
  ['O nosso CI é o Travis.', 'O CI corre no GitLab, o Travis foi desligado.'],
  ['A settembre vado in Scozia.', 'Ho annullato il viaggio in Scozia.'],
  ['La mia auto è una Punto.', 'Ho venduto la Punto, guido una Yaris.'],
  ['Ik rook een pakje per dag.', 'Ik rook niet meer.'],
  ['Bij de lunch drink ik melk.', 'Bij de lunch drink ik water.'],
  ['Zespołem kieruje Tomek.', 'Zespołem kieruje Agnieszka, bo Tomek odszedł.'],
  ['Я курю.', 'Я бросил курить.'],
  ['Мою девушку зовут Катя.', 'Мы с Катей расстались.'],
  ['Test sunucusunun adı kartal.', 'Test sunucusunun adı şahin oldu.'],
  ['Telefonum Samsung.', "Samsung'u sattım, iPhone kullanıyorum."],
  ['여자친구 이름은 수진이에요.', '수진이랑 헤어졌어요.'],
  ['Sista dag är 5 maj.', 'Sista dag har skjutits till 19 maj.'],
  ['The docs live in wiki/.', 'We moved the docs to docs/site.'],
  ['我们公司在浦东。', '公司搬到了虹桥。'],
  ['测试服务器叫猎鹰。', '测试服务器改名叫海豚了。'],
  ['我住在苏州。', '我住在无锡。'],
  ['我用的是小米手机。', '小米手机给我妈了，我用华为。'],
  ['車で通勤しています。', '通勤は自転車です。'],
  ['チームリーダーは伊藤さんです。', 'チームリーダーは小林さんです。伊藤さんは異動しました。'],
  ['ログは7日間保存します。', 'ログは30日間保存します。'],
])('the judge finds that a statement ends another: %s ends by: %s', (older, newer) => {
  expect(relationOf(older, newer)?.relation).toBe('ends');
  expect(relationOf(older, newer)?.sureness).toMatch(/^(?:sure|likely)$/);
});

test.each([
  ['I live in Berlin.', 'We moved to Scrum.'],
  ['Julia Berg is our account manager.', 'Julia Stone has left the climbing club.'],
  ['Wir nutzen Oracle.', 'Vielleicht steigen wir nächstes Jahr auf Postgres um.'],
  ["J'habite à Rennes.", "Enfant, j'habitais à Tours."],
  ['La web de clientes usa React.', 'La web de proveedores ahora usa Vue.'],
  ['Vivo en Málaga.', 'De niño vivía en Jaén.'],
  ['Temos um armazém no Porto.', 'Abrimos um segundo armazém em Leiria.'],
  ['O teste é no dia 12.', 'O professor perguntou se o teste podia passar para dia 19.'],
  ['Vivo a Trento.', 'Da bambino vivevo a Pisa.'],
  ['Ik speel tennis.', 'Ik ben ook begonnen met padel.'],
  ['Ania z księgowości ma psa.', 'Moja kuzynka Ania oddała psa.'],
  ['Ola jedzie z nami.', 'Teraz jedzie z nami również Bartek.'],
  ['Moją szefową jest Ewa.', 'W poprzedniej firmie moim szefem był Leszek.'],
  ['Я играю на гитаре.', 'Я начал играть ещё и на барабанах.'],
  ['Мы не пишем на Perl.', 'В статье сказано, что все снова пишут на Perl.'],
  ['Git kullanıyoruz.', 'Eskiden SVN kullanıyorduk.'],
  ['Butiken kör Java 11.', 'Kundportalen kör nu Java 21.'],
  ['Vi använder Git.', 'Förr använde vi SVN.'],
  ['Vi jobbar inte på lördagar.', 'Tidningen skriver att alla jobbar på lördagar nu.'],
  ['我会弹吉他。', '我最近还开始学打鼓。'],
  ['服务器在阿里云。', '我们在考虑把服务器迁到腾讯云。'],
  ['ギターを弾きます。', '最近ドラムも始めました。'],
  ['우리는 Git을 써요.', '예전에는 SVN을 썼어요.'],
  ['제 상사는 정 부장님이에요.', '전 직장 상사는 오 차장님이었어요.'],
])('the judge keeps a statement that still holds: %s beside: %s', (older, newer) => {
  const verdict = relationOf(older, newer);
  expect(verdict?.relation).not.toBe('ends');
  expect(verdict?.ends).toBeLessThan(0.5);
});

test.each([
  ['We deploy on Thursdays.', 'we deploy on thursdays'],
  ['Ich wohne in Kassel.', 'Ich wohne in Kassel'],
  ['東京に住んでいます。', '東京に住んでいます'],
  ['We use Redis for caching.', 'We use Redis.'],
])('the judge finds a repetition: %s is repeated by: %s', (older, newer) => {
  expect(relationOf(older, newer)).toStrictEqual({ relation: 'repeats', sureness: 'sure', ends: 0 });
});

test.each([
  ['Je fume.', 'Je ne fume plus.'],
  ['I eat meat.', 'I no longer eat meat.'],
  ['We use feature branches.', "We don't use feature branches any more."],
])('the judge does not take an end for a repetition: %s before: %s', (older, newer) => {
  expect(relationOf(older, newer)?.relation).toBe('ends');
});

test('several older statements get the verdicts that each gets alone', () => {
  const judge = loaded();
  const newer = read('Standup moved to 10:15.');
  const older = ['The standup is at 9:30.', 'My sister plays the cello.', 'Das Standup ist um neun.'].map(read);
  const together = judge.judge(newer, older);
  expect(older.map((one) => judge.judge(newer, [one])[0])).toStrictEqual(together);
  expect(judge.judge(newer, [])).toStrictEqual([]);
});

const greeting =
  'Great, thank you for the quick answer, and welcome to the team; we are glad that you are here with us now. ';
const rest =
  ' This is to keep our code alike everywhere, so that reviews take less of the time of all of us in the team.';

test.each([
  ["We end method names with '_n'.", "From now on, please end all method names with '_p'."],
  [
    'Always start your function names with "a_".',
    "Going forward, I'd like you to start function names with the prefix 'b_'.",
  ],
  ["For attribute names, please end them with '_r'.", "I'm updating this: end all attribute names with '_t'."],
  [
    "We want all function names to end with '_c', and method names to end with '_n'.",
    "Going forward, end method names with '_p'.",
  ],
  ['Die Namen der Branches beginnen mit "feat/".', 'Ab sofort beginnen die Namen der Branches mit "task/".'],
  ['The base path of the public API is /v1.', 'From now on the base path of the public API is /v2.'],
])('another value of the same is a likely end, in texts of any length: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(newer, older).relation).toBe('ends');
  expect(judge(greeting + newer + rest, greeting + older + rest)).toMatchObject({
    relation: 'ends',
    sureness: 'likely',
  });
});

test.each([
  ["We end method names with '_n'.", "From now on, end all variable names with '_p'."],
  ["We end method names with '_n'.", "From now on, start all method names with 'p_'."],
  ["End all function names with '_c'.", "From now on, end all function argument names with '_d'."],
  ["We end method names with '_n'.", "From now on, end all method names with '_n'."],
])('a value of something else ends nothing in longer texts: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(greeting + newer + rest, greeting + older + rest)).toMatchObject({ relation: 'unrelated' });
});

test.each([
  ['I use npm.', "I've switched to pnpm."],
  ['We use Jest for tests.', 'We moved to Vitest for tests.'],
  ['Wir nutzen npm.', 'Wir sind auf pnpm umgestiegen.'],
  ['On utilise Jest.', 'On est passés à Vitest.'],
  ['Usamos Jira.', 'Hemos cambiado a Linear.'],
  ['Мы используем npm.', 'Мы перешли на pnpm.'],
  ['Never use semicolons.', 'We use semicolons again.'],
  ['Ich wohne in Kassel.', 'Letzten Monat bin ich von Kassel nach Freiburg umgezogen.'],
  ['Я живу в Москве.', 'В прошлом месяце я переехал в Казань.'],
  ["Ankara'da yaşıyorum.", "Geçen ay İzmir'e taşındım."],
  ['大阪に住んでいます。', '先月、福岡に引っ越しました。'],
  ['I live in Leeds.', "We've moved to Glasgow."],
  ['Jonas lives in Graz.', 'Jonas has moved to Vienna.'],
  ['Julien habite à Nantes.', 'Julien a déménagé à Rennes.'],
  ['小林住在长沙。', '小林搬到武汉了。'],
  ['Yuki and Jonas moved to Hamburg last week.', 'My sister Yuki is now living in Munich.'],
  ['My sister Yuki lives in Berlin with her husband Jonas.', 'My sister Yuki is now living in Munich.'],
  ['Yuki und Jonas sind nach Hamburg gezogen.', 'Meine Schwester Yuki wohnt jetzt in München.'],
  ['Marta y Luis se mudaron a Valencia.', 'Mi hermana Marta vive ahora en Bilbao.'],
  ['Аня и Костя переехали в Казань.', 'Моя сестра Аня теперь живёт в Самаре.'],
  ['I moved to Porto in May.', 'I live in Lisbon now.'],
  ['Наш CI працює на Jenkins.', 'Ми перейшли з Jenkins на GitHub Actions.'],
  ['Nasze CI działa na Jenkinsie.', 'Przeszliśmy z Jenkinsa na GitHub Actions.'],
  ['Ми деплоїмо у вівторок.', 'Ми перенесли деплої на середу.'],
  ['We deployen op dinsdag.', 'Vanaf nu deployen we op donderdag.'],
  ['The deadline is 15 December 2026.', 'The deadline was moved to 20 January 2027.'],
  ['The rate limit is 100 requests per minute.', 'The rate limit was raised to 250 requests per minute.'],
  ['The release date is 4 May.', 'The release date is now 11 May.'],
  ['The budget is 20,000 euros.', 'The budget was raised to 30,000 euros.'],
  ['The crash reports go to Sentry.', 'We decided to replace Sentry by Bugsnag for crash reports.'],
  ['Fehlerberichte gehen an Sentry.', 'Wir haben entschieden, Sentry durch Bugsnag zu ersetzen.'],
  [
    'Charts are stored as RON files.',
    'We decided to store the charts as JSON instead of RON because of the web editor.',
  ],
  ['I use fish as my shell and Helix as my editor.', 'I use Zed as my editor now instead of Helix.'],
  ['Los informes se guardan en CSV.', 'Los informes se guardan en Parquet en lugar de CSV.'],
  ['レポートはCSVで保存します。', 'レポートはCSVの代わりにParquetで保存します。'],
  ['My dentist is Dr. Okafor on Elm Street.', 'My dentist is Dr. Hansen.'],
  ['Mi dentista es la Dra. Ruiz.', 'Mi dentista es la Dra. Vega.'],
  ['My new manager is Daniel Weber; Priya left the company.', 'My manager is now Aiko Tanaka.'],
  ['Mein neuer Chef ist Herr Weber.', 'Meine Chefin ist jetzt Frau Schulz.'],
  ['新しい上司は佐藤さんです。', '今の上司は田中さんです。'],
  [
    'The staging host of Falcon is stg3.example.com port 8443 now, stg2 is gone.',
    "Falcon's staging host is stg4.example.com.",
  ],
  [
    'Der Staging-Host von Falcon ist jetzt stg3.example.com, stg2 ist weg.',
    'Der Staging-Host von Falcon ist stg4.example.com.',
  ],
  [
    'Falconのステージングホストはstg3.example.comに変わりました。',
    'Falconのステージングホストはstg4.example.comです。',
  ],
  ['Falcon 的测试主机现在是 stg3.example.com，stg2 已停用。', 'Falcon 的测试主机是 stg4.example.com。'],
  ['Momo moved to her new vet, Dr. Hayashi.', "Momo's vet is Dr. Tanaka now."],
  ['Momo eats salmon food twice a day; the vet is Dr. Fujita.', "Momo's vet is Dr. Tanaka now."],
  ['My new manager is Daniel Weber; Priya left the company.', 'Sofia Rossi is my manager since Monday.'],
  ['Our landlord is Mrs. Silva.', 'We have a new landlord, Mr. Costa.'],
  ['Momo frisst Lachs; der Tierarzt ist Dr. Fujita.', 'Momos Tierärztin ist jetzt Frau Dr. Tanaka.'],
  ['Mein Vermieter ist Herr Weber, die Miete kostet 900 Euro.', 'Frau Schulz ist jetzt meine Vermieterin.'],
  ['Ma nouvelle responsable est Claire Petit.', 'Sophie Martin est ma responsable depuis lundi.'],
  ['La veterinaria de Momo es la Dra. Ruiz, cerca de casa.', 'Ahora la veterinaria de Momo es la Dra. Vega.'],
  ['モモの獣医は藤田先生です。毎日鮭を食べます。', 'モモの獣医は今は田中先生です。'],
  ['大家は山本さんです。', '佐藤さんが新しい大家になりました。'],
  ['毛毛的兽医是李医生，每天吃两次三文鱼。', '毛毛的兽医现在是王医生。'],
])('another tool of a kind, a denial in the same words, or a move is a likely end: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(newer, older).relation).toBe('ends');
});

test.each([
  ['I use npm.', "I've switched to Helix."],
  ['The web app uses npm.', "I've switched to pnpm."],
  ['The bank sends an XML feed every night.', 'Use JSON instead of XML for our own configs.'],
  ['We decided to use JSON instead of RON for charts.', 'We use JSON instead of RON for palettes.'],
  ['Harbor (project): Never force-push to main in Harbor.', 'Harbor: Tickets for Harbor live in Linear, key HRB.'],
  ['My dentist is Dr. Okafor on Elm Street.', 'In May we bought the flat in Elm Street.'],
  ['My dentist is Dr. Okafor.', 'My dentist is Okafor, on the second floor.'],
  ['I use npm.', 'The billing repo switched to pnpm.'],
  ['I use npm.', 'Maybe I will switch to pnpm.'],
  ['I use npm.', 'I now use pnpm too.'],
  ['We use semicolons.', 'Maybe we use no semicolons.'],
  ['Ich wohne in Kassel.', 'Meine Schwester ist nach Freiburg umgezogen.'],
  ['I live in Leeds.', 'We moved to weekly releases.'],
  ['I live in Leeds.', 'We moved to GitHub Actions.'],
  ['I live in Leeds.', 'We moved to English for all docs.'],
  ['Wir wohnen in Leipzig.', 'Wir haben den Release auf Montag gezogen.'],
  ['Я живу в Москве.', 'Моя сестра переехала в Казань.'],
  ['Mieszkam w Krakowie.', 'Może przeprowadzę się do Gdańska.'],
  ['大阪に住んでいます。', '田中さんは先月、福岡に引っ越しました。'],
  ['Jonas lives in Graz.', 'Lena has moved to Vienna.'],
  ['A minha irmã mora em Faro.', 'A minha colega mudou-se para Évora.'],
  ['Wir deployen mit Ansible.', 'Damals, 2018, sind wir von Chef auf Ansible umgestiegen.'],
  ['Ми деплоїмо у вівторок.', 'Ми перенесли зустріч на середу.'],
  ['一组的例会在周一。', '二组的例会改到周四了。'],
  ['The deadline is 15 December 2026.', 'The party was moved to 20 January 2027.'],
  ['I live in Kyoto with my wife Mei and our cat Momo.', 'Momo moved to her new vet, Dr. Hayashi.'],
  ['Daniel is my running partner; we run on Saturdays.', 'My new manager is Daniel Weber; Priya left the company.'],
  ["Rex's vet is Dr. Fujita.", "Momo's vet is Dr. Tanaka now."],
  ["Momo's vet is Dr. Fujita.", 'My vet is Dr. Tanaka now.'],
  ['My vet is Dr. Fujita.', 'My dentist is Dr. Ota now.'],
  ['Dr. Emi Tanaka is my vet.', 'My vet is Dr. Tanaka now.'],
  ['My dentist is Dr. Brandt.', 'Yuki has a new dentist, Dr. Ota.'],
  ['My colleague is Daniel Weber.', 'My new colleague is Aiko Tanaka.'],
  ["Falcon's staging host is stg4.example.com.", "Falcon's backup host is stg5.example.com."],
  ["Falcon's staging host was stg3.example.com until May.", "Falcon's staging host is stg4.example.com."],
  ['Rex frisst Lachs; der Tierarzt ist Dr. Fujita.', 'Momos Tierarzt ist jetzt Dr. Tanaka.'],
  ['El veterinario de Rex es el Dr. Ruiz.', 'La veterinaria de Momo es ahora la Dra. Vega.'],
  ['Mon dentiste est le Dr Petit.', 'Le vétérinaire de Momo est maintenant le Dr Tanaka.'],
  ['レックスの獣医は藤田先生です。', 'モモの獣医は今は田中先生です。'],
  ['豆豆的兽医是李医生。', '毛毛的兽医现在是王医生。'],
  ['My favorite editor is Neovim.', 'I switched from Vim to Neovim.'],
  ['エディタはNeovimです。', 'VimからNeovimに乗り換えました。'],
  ['We use Sentry for crash reports.', 'We want to replace Sentry by Bugsnag some day.'],
  ['We decided to use Riverpod for state management.', 'We decided to replace Sentry by Bugsnag for crash reports.'],
])('a tool of another kind, another subject, a plan and an addition end nothing: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(newer, older).relation).not.toBe('ends');
});

test.each([
  ['I live in Leeds.', 'I moved to Leeds.'],
  ['We deploy on Wednesdays.', 'We moved the deploys to Wednesdays.'],
  ['My manager is Omar.', 'Omar became my manager.'],
  ['Mieszkam w Gdyni.', 'Przeprowadziłem się do Gdyni.'],
  ['Я живу в Туле.', 'Я переехал в Тулу.'],
  ["Konya'da yaşıyorum.", "Konya'ya taşındım."],
  ['札幌に住んでいます。', '札幌に引っ越しました。'],
  ['我住在成都。', '我搬到成都了。'],
])('a change to what already holds repeats it: %s: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(newer, older).relation).toBe('repeats');
});

test.each([
  ['I live in Leeds.', 'I moved away from Leeds.'],
  ['I prefer tabs to spaces.', 'Actually I prefer spaces to tabs.'],
  ['Anna owns billing and Ben owns search.', 'Ben owns billing now.'],
  ["We end method names with '_r'.", "From now on, end method names with '_t'."],
])('a change with no new word can still end: %s: %s', (older, newer) => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message))!;
  expect(judge(newer, older).relation).not.toBe('repeats');
});

test('an empty statement and a very long one are judged too', () => {
  const judge = loaded();
  const long = `${'We keep the logs for seven days. '.repeat(500)}`;
  for (const text of ['', ' ', '🙂', long]) {
    const [verdict] = judge.judge(read(text), [read('We keep the logs for thirty days.')]);
    expect(Number.isFinite(verdict?.ends), text.slice(0, 20)).toBe(true);
  }
});

test('missing or damaged weights mean no judge, and the log says so', () => {
  const folder = temporaryFolder();
  const bytes = readFileSync(weightsPath);
  const damaged = {
    empty: Buffer.alloc(0),
    short: bytes.subarray(0, 90_000),
    other: Buffer.from('{"not": "weights"}'),
  };
  const lines: string[] = [];
  const log: Log = (level, message) => void lines.push(`${level}: ${message}`);
  expect(loadJudge(log, join(folder, 'missing.bin'))).toBeUndefined();
  for (const [name, content] of Object.entries(damaged)) {
    const path = join(folder, `${name}.bin`);
    writeFileSync(path, content);
    expect(loadJudge(log, path), name).toBeUndefined();
  }
  expect(lines).toStrictEqual(
    new Array(4).fill(
      'error: The weights of the judge cannot be read: no changes are noticed. Install the package again.',
    ),
  );
});

const byTexts = once(() => {
  const judge = loadTextJudge((_, message) => expect.unreachable(message));
  if (!judge) throw new Error('no weights');
  return judge;
});

test.each([
  ['My name is Lena Huber.', 'I married, my name is Lena Maier now.'],
  ['Ich heiße Ruth Adler.', 'Ich heiße Ruth Palmer.'],
  ['Me llamo Ana Ruiz.', 'Me llamo Ana Soler.'],
  ['Меня зовут Лена Губер.', 'Меня зовут Лена Майер.'],
  ['I live in Bristol with two flatmates.', 'My flat is in Cardiff Bay, close to the water.'],
  ['Moro em Curitiba.', 'A minha casa fica em Florianópolis.'],
  ['Pracuję w Allegro jako tester.', 'Od września pracuję w Comarchu.'],
  ['Bir bankada çalışıyorum.', 'Artık bir oyun stüdyosunda çalışıyorum.'],
  ['My phone number is 0171 555 0148.', 'You reach me at 0171 555 0199.'],
  ['The search service is owned by Priya.', 'Search belongs to Anders.'],
  ['Sanne is verantwoordelijk voor de website.', 'Joost heeft de website van Sanne overgenomen.'],
  ['Our CI runs on Jenkins.', 'CI runs on GitHub Actions since this week.'],
  ['We store sessions in Redis.', 'Sessions moved into Postgres.'],
  ['Uso o Vim.', 'Passei a usar o Neovim.'],
  ['हम मंगलवार को डिप्लॉय करते हैं।', 'हमने डिप्लॉय का दिन गुरुवार कर दिया।'],
  ['エディタはVimを使っています。', '最近はCursorに乗り換えました。'],
  ['Toplantı her salı saat onda.', 'Toplantı her perşembe saat üçte.'],
  ['Nós usamos o Jenkins para o CI.', 'Deixámos de usar o Jenkins.'],
  ['La jefa del equipo es Lucía.', 'Lucía se fue y el jefe es Ramón.'],
])('a state ends by another value, or by the end of all that is named: %s ends by: %s', (older, newer) => {
  expect(byTexts()(newer, older).relation).toBe('ends');
});

test.each([
  ['My name is Lena Huber.', 'My name is on the list.'],
  ['My name is Lena Huber.', 'My name is Lena.'],
  ['My name is Lena Huber.', "My son's name is Tom Maier."],
  ['Ich wohne in Göttingen.', 'Ich wohne in einer WG mit Kater.'],
  ['Ich wohne in Göttingen.', 'Meine Eltern sind nach Erfurt gezogen.'],
  ['Petra kümmert sich um die Rechnungen.', 'Petra kümmert sich um den Urlaub.'],
  ['A minha irmã é enfermeira.', 'A minha amiga deixou de ser enfermeira.'],
  ['Aチームの会議は月曜です。', 'Bチームの会議は木曜に変わりました。'],
  ['I live in Leeds.', 'Anna: I moved to Lisbon.'],
  ['Yuki and Jonas moved to Hamburg.', 'My sister Yuki now lives in Hamburg with Mia.'],
  ['Yuki and Jonas moved to Hamburg.', 'My brother Ken is now living in Munich.'],
  ['My sister Yuki lives in Berlin.', "My sister's boss now lives in Munich."],
  ['My sister Yuki lives in Berlin.', "Jonas' sister now lives in Munich."],
  ['Mes parents ont déménagé à Toulon.', "Anna's parents now live in Nice."],
  ['Mein Bruder ist nach Bonn gezogen.', 'Mein Bruder wohnt jetzt in Bonn mit Anna.'],
  ['新しい上司はダニエルです。', '上司は今、ダニエルさんです。'],
  ["Tanaka's birthday is on 4 May", 'Tanaka moved to Osaka'],
  ['田中さんの誕生日は5月4日です', '田中さんは大阪に引っ越しました'],
  ['Anna hat am 4. Mai Geburtstag', 'Anna ist nach York gezogen'],
  ['auth-api listens on port 3000', 'auth-worker listens on port 3001 now'],
  ['auth-api uses Postgres', 'auth-worker uses Redis'],
  ['The reports service runs on port 4001', 'The export service now runs on port 4002'],
  ['Der Reports-Dienst läuft auf Port 4001', 'Der Export-Dienst läuft jetzt auf Port 4002'],
  ['The deadline of Harbor is 15 December', 'The deadline of Harbour Bridge is now 20 January'],
])('a state holds beside what is said of something else: %s is left by: %s', (older, newer) => {
  expect(byTexts()(newer, older).relation).not.toBe('ends');
});

test.each([
  ['I love Berlin.', 'I left Berlin on Monday.'],
  ['I have family in Scotland.', 'We cancelled the trip to Scotland.'],
  ['I own a flat in Porto.', 'I moved out of Porto.'],
  ['We use Sentry.', 'They dropped Sentry.'],
  ['I was born in Graz.', 'I no longer live in Graz.'],
  ['We use Terraform for AWS.', 'We no longer use Terraform for Azure.'],
  ['Frau Lorenz mag Tee.', 'Frau Lorenz hat gekündigt.'],
  ['Ich liebe Hamburg.', 'Ich bin am Montag aus Hamburg weg.'],
  ["J'adore Lyon.", "J'ai quitté Lyon lundi."],
  ['Moi rodzice mieszkają w Łodzi.', 'Już nie mieszkam w Łodzi.'],
  ['我父母住在成都。', '我不再住在成都了。'],
])('an end that speaks of less than all is never sure: %s by: %s', (older, newer) => {
  expect(byTexts()(newer, older).sureness).not.toBe('sure');
});

test.each(
  [
    'My office is in Kyoto, no longer in Osaka.',
    "I'm no longer in Osaka.",
    'I work in Kyoto now, not Osaka any more.',
    'Mein Büro ist in Kyoto, nicht mehr in Osaka.',
    'Ya no estoy en Osaka.',
    'Je ne suis plus à Osaka.',
  ].flatMap((newer) =>
    ['The Osaka trip is confirmed.', "I'm back from Osaka.", 'Now I have to go to Osaka instead.', 'I love Osaka.'].map(
      (older) => [older, newer],
    ),
  ),
)('a mention of a place outlasts the end of being there: %s is left by: %s', (older, newer) => {
  expect(byTexts()(newer!, older!).relation).not.toBe('ends');
});

test.each([
  ['大阪出張が決まりました。', 'もう大阪にはいません。', false],
  ['オフィスは大阪です。', 'もう大阪にはいません。', true],
  ['I live in Osaka.', 'I no longer work in Osaka.', false],
  ['I live in Osaka.', "I'm no longer in Osaka.", true],
  ['I work in Osaka.', 'My office is in Kyoto, no longer in Osaka.', true],
  ['Mein Büro ist in Osaka.', 'My office is in Kyoto, no longer in Osaka.', true],
  ['I take the 7:42 train to Osaka on weekdays.', 'I commute to the Kyoto office now, not to Osaka.', true],
  ['I take the 7:42 train to Osaka on weekdays.', '今は Osaka ではなく京都のオフィスに通っています', true],
  ['I take the 7:42 train to Osaka on weekdays.', 'Mei works in Kyoto now, not in Osaka.', false],
  ['I took the train to Osaka last week.', 'My office is in Kyoto, no longer in Osaka.', false],
  ['The train to Osaka takes 20 minutes.', 'My office is in Kyoto, no longer in Osaka.', false],
])('a statement of who is where ends only with its own place: %s by: %s (%s)', (older, newer, ends) => {
  expect(byTexts()(newer, older).relation === 'ends').toBe(ends);
});

test('the candidates are the nearest statements, and found ones that name the old value', () => {
  const stored = [
    'My sister plays the cello.',
    'The backup runs at two.',
    'I work in Leeds.',
    ...Array.from({ length: 12 }, (_, i) => `The bridge in Leeds at place ${i + 30} is old.`),
  ].map((content) => ({ content }));
  const text = 'From Leeds I went over to Bristol for good.';
  expect(sharing(text, stored.slice(0, 3))).toStrictEqual([{ content: 'I work in Leeds.' }]);
  expect(sharing(text, stored)).toHaveLength(3);
  expect(sharing(text, stored.slice(0, 2))).toStrictEqual([]);
  const moved = 'Letzten Monat bin ich nach Freiburg gezogen.';
  expect(tellingWords(moved)).toContain('wohne');
  expect(tellingWords('The staging host of Falcon is stg4.')).toContain('staging');
  expect(tellingWords('The garden of Falcon is green.')).toBe('');
  const home = { content: 'Wir wohnen über der Bäckerei.' };
  expect(sharing(moved, [...stored, home])).toStrictEqual([home]);
});

test('a statement finds by its words what has the role or the value that it changes again', () => {
  for (const [newer, content] of [
    ['Sofia Rossi is my manager since Monday.', 'My new manager is Daniel Weber; Priya left the company.'],
    ["Falcon's staging host is stg4.example.com.", 'The staging host of Falcon is stg3.example.com port 8443 now.'],
  ] as const)
    expect(sharing(newer, [{ content }]), newer).toHaveLength(1);
});
