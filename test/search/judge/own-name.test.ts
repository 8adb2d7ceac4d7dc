import { expect, test } from 'vitest';
import { withoutOwnName } from '../../../src/search/judge/own-name.ts';

test.each([
  ['atlas', 'Releases of Atlas go out on Tuesdays.', 'Releases go out on Tuesdays.'],
  ['atlas', 'We use pnpm, never npm, in Atlas.', 'We use pnpm, never npm.'],
  ['Atlas', 'atlas deploys to Fly.io.', 'it deploys to Fly.io.'],
  ['acme/web-shop', 'Der Web Shop läuft auf Hetzner.', 'it läuft auf Hetzner.'],
  ['Atlas', 'AtlasのDBはMySQLです。', 'DBはMySQLです。'],
  ['atlas', 'Atlas: The deadline of Atlas is 15 December.', 'The deadline is 15 December.'],
])('the name of %s is taken out of "%s"', (name, statement, rest) => {
  expect(withoutOwnName(name)(statement)).toBe(rest);
});

test.each([
  ['atlas', 'The staging host is staging.atlas.example.'],
  ['atlas', 'Atlassian bought it.'],
  ['api', 'It lives in packages/api.'],
  ['me', 'Tell me.'],
])('the name of %s stays in "%s", which is not about it', (name, statement) => {
  expect(withoutOwnName(name)(statement)).toBe(statement);
});
