import { expect, test } from 'vitest';
import { judge } from '../../../src/ai/clauses/keep.ts';

const outcomes = (said: string) => judge(said, 'balanced').map(({ outcome, text }) => [outcome, text]);

test.each([
  'only for sbt-scoverage.',
  'Nur für die Tests.',
  'Never for the admin pages.',
  'Not on Fridays',
  'Sauf en production',
])('a limit of something unsaid is not even proposed: %s', (said) => {
  expect(outcomes(said)).toStrictEqual([['left out', expect.any(String)]]);
});

test('a limit stays with the statement that it limits, and one with a subject stands alone', () => {
  expect(outcomes('Always use tabs. But never in YAML.')).toStrictEqual([['kept', 'Always use tabs. Never in YAML.']]);
  expect(outcomes('Nur am Montag deployen wir.')).toStrictEqual([['kept', 'Nur am Montag deployen wir.']]);
});

test.each([
  'I AM GETTING SO TIRED OF THIS RADICAL NONSENSE THAT NEVER ENDS',
  'THE PEOPLE IN CHARGE ARE ALL CORRUPT AND THEY WILL NEVER CHANGE',
  'YOU NEVER LISTEN TO ME!!!',
  'ESTOY HARTO DE QUE SIEMPRE ROMPAS EL CÓDIGO',
])('an outburst is not kept without a question: %s', (said) => {
  expect(outcomes(said).map(([outcome]) => outcome)).not.toContain('kept');
});

test.each(['WE ALWAYS DEPLOY ON FRIDAYS', 'ICH WOHNE IN KÖLN', 'МЫ ВСЕГДА ДЕПЛОИМ ПО ПЯТНИЦАМ'])(
  'a statement in capitals is graded by its words, and proposed: %s',
  (said) => {
    expect(outcomes(said)).toStrictEqual([['proposed', said]]);
  },
);

test('a name in capitals makes no outburst, and what the user asks to remember is kept', () => {
  expect(outcomes('We use AWS and GCP for the API.')).toMatchObject([['kept', expect.any(String)]]);
  expect(outcomes('REMEMBER: I AM ALLERGIC TO NUTS')).toMatchObject([['kept', expect.any(String)]]);
});

test.each([
  'i do not have a folder called channels',
  'In this repo, add a README.',
  'Pour ce projet, ajoute un bouton.',
  'For this repo: fix the login bug.',
])('a lack of the moment and a task of this repository are not kept: %s', (said) => {
  expect(outcomes(said).map(([outcome]) => outcome)).not.toContain('kept');
});

test('an order about something that may be stored does not count as its change', () => {
  expect(judge('pushしてリポジトリを更新してください', 'balanced')).toMatchObject([{ mayChange: false }]);
  expect(judge('デプロイは水曜に変わりました', 'balanced')).toMatchObject([{ mayChange: true }]);
});

test('a Japanese statement is stored without what joins it to its neighbours', () => {
  const said = 'また、ai-zaikoの.rulesにルールが書かれているので、こちらも参考にしてください';
  expect(judge(said, 'balanced')[0]?.text).toBe('ai-zaikoの.rulesにルールが書かれている');
});

test.each([
  'Si quieres, también puedo alinear esto con tus roles internos (src/lib/auth/roles.ts) o agregar access control personalizado.',
  'Si quieres la opcion 1, borro esos schemas y actualizo usuarios.repository.ts, users.ts y la UI para leer desde Better‑Auth.',
  'no veo los 2 ficheros la verdad, no los has generado',
])('an offer and what the agent did are not even proposed: %s', (said) => {
  expect(outcomes(said)).toStrictEqual([['left out', expect.any(String)]]);
});
