import { expect, test } from 'vitest';
import { haveOtherSubject } from '../../../src/search/judge/subjects.ts';

test.each([
  ['Our staging server runs Debian 11.', 'Our build server runs Debian 12 now.', true],
  ['The port of auth-api is 3000.', 'The port of auth-worker is now 3001.', true],
  ['Harbor uses Postgres 15.', 'Harbour Bridge uses Postgres 16 now.', true],
  ["Le port du service d'export est 4001.", 'Le port du service des rapports est maintenant 4002.', true],
  ['Omar leads the team.', 'Kwame leads the team now.', false],
  ['We deploy with docker-compose.', 'We deploy with docker-swarm now.', false],
  ['The staging server is called heron-1.', 'The staging server is called heron-2 now.', false],
  ['The team meets on Tuesdays at ten.', 'The team meets on Thursdays at three.', false],
  ['My dentist is Dr. Okafor in Elm Street.', 'My dentist is Dr. Hansen in Mill Road.', false],
  ["I'm Lena, I live in Leeds and my dog is called Rex.", "I don't live in Leeds any more.", false],
])('“%s” and “%s” are about different subjects: %s', (older, newer, isOther) => {
  expect(haveOtherSubject(newer, older)).toBe(isOther);
});
