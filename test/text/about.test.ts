import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aboutOf, asksOfSpeaker } from '../../src/text/about/about.ts';

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

test('a statement about health, family or identity is about the user, in nineteen languages', () => {
  const said = lines(readFileSync(new URL('about-private.txt', import.meta.url), 'utf8'));
  expect(said.length).toBeGreaterThan(150);
  expect(said.filter((one) => aboutOf(one) !== 'user')).toStrictEqual([]);
});

const ofUser = `My name is Mara, I am vegetarian and I live in Lisbon.
I prefer pnpm to npm.
I always want answers in British English.
Call me Max.
I'm a backend developer with ten years of experience.
I use a MacBook with an external monitor.
In all my projects I use tabs.
Answer in German, please.
Be brief.
Don't use emojis.
Explain things to me step by step.
Antworte immer auf Deutsch.
Ich wohne in Hamburg und arbeite als Tischler.
Duze mich.
Réponds toujours en français.
J'habite à Lyon.
Tutoie-moi.
Responde siempre en español.
Prefiero las respuestas cortas.
Vivo en Sevilla.
Responda sempre em português.
Moro no Recife.
Rispondi sempre in italiano.
Abito a Torino.
Antwoord altijd in het Nederlands.
Ik woon in Utrecht.
Odpowiadaj zawsze po polsku.
Mieszkam w Krakowie.
Отвечай всегда по-русски.
Я живу в Казани.
Svara alltid på svenska.
Jag bor i Malmö.
Her zaman Türkçe cevap ver.
İzmir'de yaşıyorum.
用中文回答。
我住在杭州。
日本語で答えてください。
私は大阪に住んでいます。
한국어로 대답해 주세요.
저는 부산에 살고 있습니다.
Jeg bor i Aarhus.
Asun Tampereella.`;

const ofProject = `We deploy on Tuesdays only.
This project uses pnpm, not npm.
The child process is restarted every hour.
My parent component passes the theme down.
Our partners send us XML files.
The app tracks glucose for patients with diabetes.
Never commit generated files.
I want the button to be red.
I don't want to use typeorm in this repository.
The API must answer in English.
Commit messages are written in German.
The user's birthday is stored as a date without a time.
Ada is the product owner.
Wir deployen nur dienstags.
Das Projekt verwendet PostgreSQL.
Die Fehlermeldungen sind auf Deutsch.
Nous utilisons Docker en production.
Le projet est écrit en Rust.
Usamos PostgreSQL en producción.
El proyecto usa Next.js.
Usamos o GitHub Actions.
O projeto usa Go.
Usiamo Terraform per l'infrastruttura.
We gebruiken Jira voor de planning.
Używamy Kubernetes.
Мы используем Redis для очередей.
Проект написан на Kotlin.
Vi använder Azure.
Bu proje Python 3.12 kullanıyor.
本项目使用 Vue 3。
数据库用的是 MySQL。
このプロジェクトはPostgreSQLを使っています。
子要素の幅は固定です。
이 프로젝트는 타입스크립트를 사용합니다.
우리 팀은 매주 화요일에 배포합니다.`;

test('identity, home, tastes and ways of answering are about the user', () => {
  expect(lines(ofUser).filter((one) => aboutOf(one) !== 'user')).toStrictEqual([]);
});

test('a team’s tools and statements about a product are about the project', () => {
  expect(lines(ofProject).filter((one) => aboutOf(one) !== 'project')).toStrictEqual([]);
});

test('the beginning of a long text alone decides', () => {
  expect(aboutOf(`${'Tests run on every push. '.repeat(40)}I live in Lisbon.`)).toBe('project');
});

test('the rules tell what people say of themselves from what they say of work, in nineteen languages', () => {
  const said = lines(readFileSync(new URL('about-said.txt', import.meta.url), 'utf8')).map((one) => one.split('\t'));
  const found = (label: string, about: string) => {
    const meant = said.filter(([one]) => one === label);
    return meant.filter(([, text = '']) => aboutOf(text) === about).length / meant.length;
  };
  expect(found('u', 'user')).toBeGreaterThanOrEqual(0.9);
  expect(found('p', 'project')).toBe(1);
});

const livedThrough = `انتقلت إلى دبي في سبتمبر.
Ich bin im März nach Leipzig gezogen.
J'ai déménagé à Lyon en mai.
Me mudé a Sevilla el mes pasado.
Я переехала в Казань в августе.
Geçen ay Ankara'ya taşındım.
मैं पिछले महीने पुणे चला गया।
先月、福岡に引っ越しました。
我上个月搬到了成都。
저는 지난달에 부산으로 이사했어요.
W maju przeprowadziłem się do Gdańska.
بدأت العمل في شركة جديدة في الرياض.
I got a new job at Contoso in June.
Mi sono trasferita a Torino ad aprile.
Ik ben vorig jaar naar Utrecht verhuisd.
Mudei-me para o Porto em janeiro.
Jag flyttade till Malmö i våras.
Минулого року я переїхав до Львова.
Saya pindah ke Bandung bulan lalu.
Tôi mới chuyển đến Đà Nẵng tháng trước.`;

test('a move, a new job or a marriage is about the user, in nineteen languages', () => {
  expect(lines(livedThrough).filter((one) => aboutOf(one) !== 'user')).toStrictEqual([]);
});

const ofWork = `I moved the parser into src/parser.ts.
I moved to Postgres for the queue.
We got a new job runner on CI.
Ich bin mit dem Parser nach src/parser umgezogen.
Я переехал на PostgreSQL 16.
انتقلت إلى PostgreSQL في هذا المشروع.
我把测试搬到了 test 目录。
我们搬到了新的服务器。
Me mudé a Postgres en este proyecto.
J'ai déménagé les tests dans test/unit.
Testleri yeni klasöre taşıdım.
Saya pindah ke PostgreSQL untuk proyek ini.
मैंने पार्सर को src में डाला।
サーバーを大阪に引っ越しました。
De server is naar Frankfurt verhuisd.
The release is Friday.
The crate was renamed to tidepool-core.
Das Release ist am Freitag.
El lanzamiento es el viernes.
La mise en production est prévue lundi.
Релиз в пятницу.
リリースは金曜日です。
这个仓库的主分支叫 trunk。
The staging server runs in Frankfurt.
موعد الإصدار يوم الجمعة.
O banco de dados se chama orders_v2.
خادم الاختبار موجود في فرانكفورت.
Code freeze starts on Wednesday.
Das Paket heißt jetzt kelp-client.
La demo con il cliente è giovedì.
De testserver draait op poort 8443.
Реліз у п'ятницю.
Sürüm cuma günü çıkıyor.
रिलीज़ शुक्रवार को है।
릴리스는 금요일입니다.
テスト環境は大阪リージョンで動いています。
周五发布新版本。`;

test('a move to another tool, or of a file, is about the project', () => {
  expect(lines(ofWork).filter((one) => aboutOf(one) !== 'project')).toStrictEqual([]);
});

test.each([
  ['which train do I take to work', true],
  ['When do I leave for work?', true],
  ['Where do I live?', true],
  ['do I work in Osaka or Kyoto', true],
  ['is my sister still living in Berlin', true],
  ['How do I deploy?', false],
  ['What do I run to deploy?', false],
  ['Which port should I use?', true],
  ['Can I ship?', false],
])('a question tells of its asker unless it asks for a way: %s', (question, isOfAsker) =>
  expect(asksOfSpeaker(question)).toBe(isOfAsker),
);
