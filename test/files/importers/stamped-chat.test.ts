import { expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';
import { zip } from '../../support/archives.ts';

async function read(text: string | Uint8Array, name = 'chat.txt') {
  const { pieces, leftOut } = await readDocument(name, Buffer.from(text), 'auto');
  return {
    contents: pieces.map((piece) => `${piece.occurredAt?.slice(0, 16)} ${render(piece, []).content}`),
    leftOut: Object.fromEntries((leftOut ?? []).map(({ name: one, count }) => [one, count])),
  };
}

test.each<[string, string, string[]]>([
  ['iOS, German', '\u200e[13.05.24, 17:30:12] Hana: I moved to Linz.', ['2024-05-13T17:30 Hana: I moved to Linz.']],
  ['iOS, 12 hours', '[13/05/2024, 12:05:00\u202fAM] Hana: I moved.', ['2024-05-13T00:05 Hana: I moved.']],
  ['Android, 24 hours', '13/05/2024, 17:30 - Hana: I moved.', ['2024-05-13T17:30 Hana: I moved.']],
  ['Android, of the United States', '5/6/24, 5:30 PM - Hana: I moved.', ['2024-05-06T17:30 Hana: I moved.']],
  ['Android, Spanish', '6/5/24, 5:30 p.\u00a0m. - Hana: Me mudé.', ['2024-05-06T17:30 Hana: Me mudé.']],
  [
    'iOS, Arabic digits',
    '\u200f[١٣\u200f/٥\u200f/٢٠٢٤، ٥:٣٠:١٢ م] ليلى: انتقلت إلى مراكش.',
    ['2024-05-13T17:30 ليلى: انتقلت إلى مراكش.'],
  ],
  ['Android, Chinese', '2024/5/13 下午5:30 - 小明: 我搬到了北京。', ['2024-05-13T17:30 小明: 我搬到了北京。']],
  [
    'Android, Korean',
    '2024년 5월 13일 오후 5:30, 지민 : 서울로 이사했어요.',
    ['2024-05-13T17:30 지민: 서울로 이사했어요.'],
  ],
  ['iOS, Finnish', '[13.5.2024 klo 17.30.12] Aino: Muutin Turkuun.', ['2024-05-13T17:30 Aino: Muutin Turkuun.']],
  ['Android, Swedish', '2024-05-13 17:30 - Aino: Jag flyttade.', ['2024-05-13T17:30 Aino: Jag flyttade.']],
  ['iOS of old', '13.05.24 17:30:12: Hana: I moved.', ['2024-05-13T17:30 Hana: I moved.']],
  [
    'a telephone number',
    '13/05/2024, 17:30 - \u202a+43 660 12\u202c: I moved.',
    ['2024-05-13T17:30 +43 660 12: I moved.'],
  ],
])('a message gets its date and speaker: %s', async (_, text, expected) => {
  expect((await read(`${text}\n`)).contents).toStrictEqual(expected);
});

test('the order of day and month is the one in which time increases', async () => {
  const { contents } = await read('3/4/24, 10:00 - Ada: One here.\n2/5/24, 10:00 - Ada: Two here.\n');
  expect(contents).toStrictEqual(['2024-04-03T10:00 Ada: One here.', '2024-05-02T10:00 Ada: Two here.']);
  const other = await read('3/4/24, 10:00 - Ada: One here.\n4/2/24, 10:00 - Ada: Two here.\n');
  expect(other.contents).toStrictEqual(['2024-03-04T10:00 Ada: One here.', '2024-04-02T10:00 Ada: Two here.']);
});

test('notices, images, deleted messages and calls are dropped and counted; captions and lines stay', async () => {
  const { contents, leftOut } = await read(
    [
      '12/05/2024, 17:29 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.',
      '12/05/2024, 17:30 - Ben created group "Trip: Rome"',
      '12/05/2024, 17:30 - Ben changed the subject to "Trip: Rome"',
      '12/05/2024, 17:31 - Ben: <Media omitted>',
      '12/05/2024, 17:32 - Ben: IMG-20240512-WA0001.jpg (Datei angehängt)\nThe flat in Linz.',
      '12/05/2024, 17:33 - Ada Löv 🌸: Diese Nachricht wurde gelöscht.',
      '12/05/2024, 17:34 - Ada Löv 🌸: The rent is 840 euros.\n\nIt is warm. <This message was edited>',
      '12/05/2024, 17:35 - Ben: \u200eimage omitted',
      '12/05/2024, 17:36 - Ben: Missed voice call',
      '12/05/2024, 17:37 - Ben: null',
    ].join('\r\n'),
  );
  expect(contents).toStrictEqual([
    '2024-05-12T17:32 Ben: The flat in Linz.',
    '2024-05-12T17:34 Ada Löv 🌸: The rent is 840 euros.',
    '2024-05-12T17:34 Ada Löv 🌸: It is warm.',
  ]);
  expect(leftOut).toStrictEqual({
    'notices of the messenger': 3,
    'pictures, recordings and files': 3,
    'deleted messages': 1,
    calls: 1,
    'messages without words': 1,
  });
});

test('a chat is read from the archive that holds its images', async () => {
  const bytes = zip([
    { name: '_chat.txt', data: Buffer.from('[13.05.24, 17:30:12] Hana: I moved to Linz.\n') },
    { name: 'IMG-1.jpg', data: Buffer.from('x') },
  ]);
  expect((await read(bytes, 'chat.zip')).contents).toStrictEqual(['2024-05-13T17:30 Hana: I moved to Linz.']);
});

test.each([
  ['a log', '2024-05-01 10:00:00 - INFO: started\n2024-05-01 10:00:01 - ERROR: stopped\n'],
  ['an agenda', '2024-05-01 10:00 - Standup\n2024-05-01 11:00 - Review with Ana\n'],
  ['a diary', '2024-05-01 10:00 I went home.\n'],
])('%s is not taken for a chat', async (_, text) => {
  const { contents, leftOut } = await read(text);
  expect(leftOut).toStrictEqual({});
  for (const word of text.match(/\p{L}{4,}/gu) ?? []) expect(contents.join(' ')).toContain(word);
});
