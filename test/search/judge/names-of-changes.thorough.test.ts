import { expect, test } from 'vitest';
import { loadTextJudge } from '../../../src/search/judge/judge.ts';

const judge = loadTextJudge((_, message) => expect.unreachable(message))!;

test.each([
  ['My sister Yuki lives in Berlin with her husband Jonas', 'Yuki and Jonas moved to Hamburg last week'],
  ['My brother Matthias lives in Leipzig', 'Matthias moved from Leipzig to Dresden'],
  ['Meine Schwester Yuki wohnt in Berlin', 'Letzte Woche ist Yuki nach Hamburg gezogen'],
  ['Ma sœur Yuki habite à Berlin', 'Yuki a déménagé à Hambourg'],
  ['友達のユキは大阪に住んでいます。', '友達のユキさんは先週、福岡に引っ越しました。'],
  ['我妹妹由纪住在柏林', '由纪上周搬到汉堡了'],
  ['Staging runs on stg2.example.com', 'The staging host is stg3.example.com port 8443 now'],
  ['プロジェクトのコードネームはSakuraです', 'SakuraはMomijiに改名された'],
  ["The project's code name is Kestrel", 'Kestrel is renamed to Falcon'],
])('the judge knows by a name what a statement changes: %s is changed by: %s', (older, newer) => {
  expect(judge(newer, older)).toMatchObject({ relation: 'ends', sureness: 'likely' });
});

test.each([
  ['The CI of Falcon runs on Buildkite', 'We decided to move the CI of Falcon from Buildkite to GitHub Actions'],
  ['La CI de Falcon tourne sur Buildkite', 'On a décidé de passer la CI de Falcon de Buildkite à GitHub Actions'],
  ['FalconのCIはBuildkiteで動いている', 'FalconのCIをBuildkiteからGitHub Actionsに移すことにした'],
  ['Falcon 的 CI 跑在 Buildkite 上', '我们决定把 Falcon 的 CI 从 Buildkite 迁到 GitHub Actions'],
  ['The CI runs on Buildkite', 'Ana moved the CI to GitHub Actions'],
  ['The course is on Tuesdays at 7 pm', 'Frau Brandt moved the course to Thursday'],
  ['My favourite editor is Vim', 'My favorite editor is Neovim'],
  ['Ana leads Kestrel', 'Ana handed Kestrel to Tom'],
  ['Ana leads Kestrel', 'Project Kestrel has been renamed to Falcon Reports; Ana handed it to Tom'],
  ['Ana dirige Kestrel', 'Ana a transmis Kestrel à Tom'],
  ['Ana dirige Kestrel', 'Ana entregó Kestrel a Tom'],
])('the judge knows what takes the place of what: %s is changed by: %s', (older, newer) => {
  expect(judge(newer, older)).toMatchObject({ relation: 'ends', sureness: 'likely' });
});

test.each([
  ['The CI runs on Buildkite', 'Ana moved the docs to GitHub Actions'],
  ['The CI runs on Buildkite', 'We copy artifacts from Buildkite to S3'],
  ['We use Jest', 'We compared Jest to Vitest'],
  ['Ana leads Kestrel', 'Ana handed the keys to Tom'],
  ['Ana leads Kestrel', 'Ana gave Kestrel a new logo'],
  ['The course is on Tuesdays at 7 pm', 'Anna moved the French course to Thursday'],
])('a statement that moves something else replaces nothing: %s beside: %s', (older, newer) => {
  expect(judge(newer, older).relation).not.toBe('ends');
});

test.each([
  ['My sister Yuki lives in Berlin', 'Anna moved to Hamburg'],
  ['My sister Yuki has her birthday on 4 May', 'Yuki moved to Hamburg'],
  ['Staging runs on stg2.example.com', 'The registry is reg2.acme.io now'],
  ['The deploy script lives in tools/v2', 'The menu API is at v3 now'],
])('the judge finds no change where only a name or a form is shared: %s beside: %s', (older, newer) => {
  expect(judge(newer, older).relation).not.toBe('ends');
});

test.each([
  ['My sister Yuki lives in Berlin', 'Schwester Yuki lebt jetzt in Berlin'],
  ['My sister Yuki lives in Berlin', 'Meine Schwester Yuki wohnt jetzt in Berlin'],
  ['My manager is Daniel', 'Mein Chef ist jetzt Daniel'],
  ['Schwester Yuki in Berlin', 'My sister Yuki lives in Berlin'],
])('the same names and numbers in two languages are no change: %s beside: %s', (older, newer) => {
  expect(judge(newer, older).relation).not.toBe('ends');
});

test.each([
  ['My sister Yuki lives in Berlin', 'Meine Schwester Yuki wohnt jetzt in Hamburg'],
  ['My sister Yuki lives in Berlin', 'Yuki wohnt nicht mehr in Berlin'],
  ["The team's database is PostgreSQL 15", 'Unsere Datenbank ist jetzt PostgreSQL 17'],
])('another name, number or an end in another language is a change: %s by: %s', (older, newer) => {
  expect(judge(newer, older).relation).toBe('ends');
});
