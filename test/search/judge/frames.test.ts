import { expect, test } from 'vitest';
import { nameOtherKinds } from '../../../src/search/judge/contradiction.ts';
import { fillsOtherwise } from '../../../src/search/judge/frames.ts';
import { setsOtherValue } from '../../../src/search/judge/other-value.ts';
import { profileOf } from '../../../src/search/judge/profile.ts';

test.each([
  ['Icons come from Lucide.', 'Icons come from Phosphor since this week.', true],
  ['The site deploys to Fly.io.', 'The site deploys to Hetzner since October.', true],
  ['Los pedidos van a Madrid.', 'Los pedidos van a Sevilla desde mayo.', true],
  ['We decided that the menu API uses GraphQL.', 'The menu API uses REST now.', true],
  ['La API del menú usa GraphQL.', 'La API del menú ahora usa REST.', true],
  ['Icons come from Lucide.', 'Icons come from Phosphor too.', false],
  ['The menu API uses GraphQL.', 'The menu API now uses GraphQL Yoga.', false],
  ['Reports for Acme are on Drive.', 'Reports for Globex are on Drive now.', false],
  ['Icons come from Lucide.', 'Icons come from Lucide since this week.', false],
  ['We write tests in Python.', 'We write docs in Markdown now.', false],
  ['I am ready to set up the budget.', 'I am ready to start on the new maintenance program of the house.', false],
])('“%s” has another value in “%s”: %s', (older, newer, has) => {
  expect(fillsOtherwise(profileOf(newer), profileOf(older))).toBe(has);
});

test.each([
  ['We use pnpm, never npm.', 'We switched from Vitest to node:test.', true],
  ['The database is PostgreSQL.', 'We decided to use Drizzle instead of Prisma.', true],
  ['We run on Heroku.', 'We moved from Heroku to Kubernetes.', false],
  ['We use Prisma.', 'We decided to use Drizzle.', false],
  ['We meet on Mondays.', 'We dropped Jest.', false],
])('“%s” and “%s” name tools of other kinds: %s', (older, newer, isSo) => {
  expect(nameOtherKinds(profileOf(newer), profileOf(older))).toBe(isSo);
});

test.each([
  ["Start argument names with 'h_' and method names with 'p_'.", "Start method names with the prefix 'a_'.", true],
  ["For method names, please end them with '_x'.", "From now on, end all method names with '_o'.", true],
  ["Start argument names with 'h_' and method names with 'p_'.", "Start variable names with 'v_'.", false],
  ["Start method names with 'p_'.", "End method names with '_p'.", false],
])('“%s” has another value in “%s”, however it is put: %s', (older, newer, has) => {
  expect(setsOtherValue(newer, older)).toBe(has);
});
