import { expect, test } from 'vitest';
import { changesToSame, replaceAlike } from '../../../src/search/judge/agreement.ts';
import { profileOf } from '../../../src/search/judge/profile.ts';

const toSame = (newer: string, older: string) => changesToSame(newer, profileOf(newer), profileOf(older));

test.each([
  ['I switched from Vim to Neovim.', 'My favorite editor is Neovim.'],
  ['I moved to Hamburg in May.', 'I live in Hamburg.'],
  ['The team meeting was moved from Tuesday to Thursday.', 'The team meets on Thursdays.'],
  ['My new manager is Daniel Weber; Priya left the company.', 'My manager is Daniel Weber.'],
  ['Ich bin im Mai von Berlin nach Hamburg gezogen.', 'Ich wohne in Hamburg.'],
  ['Nous avons migré la CI de Jenkins vers GitLab.', 'Notre CI tourne sur GitLab.'],
  ['Mudei-me de Lisboa para o Porto.', 'Moro no Porto.'],
  ['Я переехал из Москвы в Казань.', 'Я живу в Казани.'],
  ['VimからNeovimに乗り換えました。', 'エディタはNeovimです。'],
  ['지난달에 서울에서 부산으로 이사했어요.', '저는 부산에 살아요.'],
  ['我从上海搬到了杭州。', '我住在杭州。'],
  ['انتقلت من القاهرة إلى دبي.', 'أعيش في دبي.'],
])('a change to what an older statement says already is no change of it: %s', (newer, older) => {
  expect(toSame(newer, older)).toBe(true);
});

test.each([
  ['I switched from Vim to Neovim.', 'My favorite editor is Vim.'],
  ['I switched from Vim to Neovim.', 'I used Vim until 2020, then Neovim.'],
  ['We moved the standup to Thursday.', 'The standup is on Tuesdays, the retro on Thursdays.'],
  ['My new manager is Daniel Weber; Priya left the company.', 'My manager is Priya.'],
  ['Access to Grafana needs the VPN now.', 'Grafana is public.'],
  ['Tom handed Kestrel to Ana.', 'Kestrel is owned by Tom.'],
  ['大阪から京都に引っ越しました。', '大阪に住んでいます。'],
  ['我从上海搬到了杭州。', '我住在上海。'],
])('a change of what an older statement says is one: %s', (newer, older) => {
  expect(toSame(newer, older)).toBe(false);
});

test.each([
  ['Yuki lives in Leipzig.', 'Yuki moved to Hamburg.', 'My sister Yuki lives in Berlin.', false],
  ['My sister Yuki lives in Hamburg.', 'Yuki moved to Hamburg.', 'My sister Yuki lives in Berlin.', true],
  ['Falcon runs PostgreSQL 16.', 'We upgraded Falcon to PostgreSQL 17.', 'Falcon uses PostgreSQL 15.', false],
  ['京都に住んでいます。', '東京に引っ越しました。', '大阪に住んでいます。', false],
  ['妹はハンブルクに住んでいる。', 'Yuki moved to Hamburg.', '妹のユキはベルリンに住んでいる。', true],
  ['I drink tea.', 'I switched to tea.', 'I drink coffee.', true],
])('%s %s say the same instead of “%s”: %s', (one, other, replaced, expected) => {
  expect(replaceAlike(one, other, replaced)).toBe(expected);
  expect(replaceAlike(other, one, replaced)).toBe(expected);
});
