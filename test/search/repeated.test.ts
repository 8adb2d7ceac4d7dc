import { describe, expect, test } from 'vitest';
import { repeats } from '../../src/search/repeated.ts';

const sister = 'My sister Yuki lives in Berlin with her husband Jonas.';
const host = 'The staging host of Falcon is stg3.example.com port 8443 now, stg2 is gone.';

describe('whether an answer repeats a memory', () => {
  test.each([
    ['Where does my sister live?', 'In Berlin.', sister],
    ['Which staging host does Falcon use?', 'It uses `stg3.example.com`, as you noted.', host],
    ['Which database is it?', 'It uses PostgreSQL 17.', 'We upgraded Falcon to PostgreSQL 17.'],
    ['妹はどこに住んでいる?', 'ベルリンです。', '妹のユキはベルリンに住んでいる。'],
    ['祖父の電話番号を教えて', '075-123-4567です。', '祖父の電話番号は075-123-4567です。'],
    ['Which port is it?', 'It listens on 8443.', 'The staging port of Falcon is 8443.'],
    ['我妹妹住在哪里？', '你妹妹住在柏林。', '我的妹妹由纪住在柏林。'],
    ['Wann ist der Kurs?', 'Dienstags um 19 Uhr.', 'Die Lehrerin heißt Brandt. Der Kurs ist dienstags um 19 Uhr.'],
  ])('an answer to %s repeats what only the memory says', (asked, answer, memory) => {
    expect(repeats(answer, asked)(memory)?.shared).toBeGreaterThan(0);
  });

  test.each([
    ['Which staging host does Falcon use?', 'I found no staging host of Falcon in this repository.', host],
    ['Run the tests.', 'Done, tests pass.', 'For this repo: run pnpm test before every commit.'],
    ['Fix the login.', 'I fixed it: the server now refreshes the token.', 'The server of Falcon runs on port 8080.'],
    ['Who is my manager?', 'Your manager is Daniel Weber.', 'Daniel is my running partner; we run on Saturdays.'],
    ['妹はどこに住んでいる?', 'このリポジトリには情報がありません。', '妹のユキはベルリンに住んでいる。'],
    ['Is the vet of Momo a man?', 'Dr. No idea, I am afraid.', 'Momo eats salmon; the vet is Dr. Fujita.'],
    ['What is the vet of Momo called?', 'Dr. Hayashi.', 'Momo eats salmon twice a day; the vet is Dr. Fujita.'],
    ['Where does my sister live?', 'Your sister Yuki moved to Hamburg with Jonas.', sister],
    ['Where does my sister live?', 'Your sister Yuki moved to Hamburg.', 'Schwester Yuki in Berlin, Schwager Jonas.'],
    ['Wo wohnt Yuki?', 'Yuki und Jonas wohnen in Hamburg.', 'Yuki zog mit Jonas nach Berlin.'],
    [
      'Which host is it?',
      'It is `stg3.example.com` on port 8443.',
      'The staging host is stg2.example.com on port 8443.',
    ],
  ])('an answer to %s that shares too little or says something else repeats nothing', (asked, answer, memory) => {
    expect(repeats(answer, asked)(memory)).toBeUndefined();
  });
});
