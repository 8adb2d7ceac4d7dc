import { expect, test } from 'vitest';
import { namesPerson } from '../../src/text/personal/people.ts';

test.each([
  'Releases are cut by Jonas.',
  'Ask Xiadani first about the billing job.',
  'Ümit reviews all migrations.',
  'The staging keys are with Priya and Mateusz.',
  'Für Rechnungen ist Frau Özdemir zuständig.',
  'Mettez Chloé en copie des incidents.',
  'Релизы собирает Светлана.',
  'リリースは田中さんが行います。',
  '배포는 김민수 팀장이 합니다.',
  'Ping @mara-k before a rollback.',
  'The API belongs to Mark, the web to nobody.',
  'Xiadani is our database owner.',
])('a text that names a person is recognised: %s', (text) => {
  expect(namesPerson(text)).toBe(true);
});

test.each([
  'We deploy on Wednesdays after the stand-up.',
  'Mark the build as failed when Jenkins or GitHub Actions times out after 5 ms later.',
  'Can the API run on Postgres 16 with Redis? It uses React, Kubernetes and Terraform.',
  'Long queries go to the replica in Frankfurt.',
  'Die Bestellungen liegen in src/orders.ts, der Dienst heißt Kranich.',
  'Use npm install @scope/package, never yarn.',
  'Run it with Docker. Deploys are done by Argo CD from main.',
  '本番へのデプロイは水曜日に行う。',
])('a text without a person is not taken for one: %s', (text) => {
  expect(namesPerson(text)).toBe(false);
});
