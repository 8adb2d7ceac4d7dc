import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/files/decode.ts';
import { readDocument, readSnapshot } from '../../src/files/read-document.ts';
import { pdf } from '../support/archives.ts';

const contents = async (name: string, text: string | Uint8Array) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const both = [await readDocument(name, bytes, 'auto'), await readSnapshot(name, bytes)];
  return both.map(({ pieces }) => pieces.map(({ body }) => body).join('\n'));
};

const firstLines = [
  'How to detect %PDF-1.7 files',
  '%PDF-1.4',
  'PK means zip',
  'SQLite format 3',
  '{"role": 1}',
  '<!doctype html>',
  '{\\rtf means rich text',
  'sep=;',
  '\u{feff}A mark',
];

const endings = ['.md', '.txt', '.org', '.csv', ''];
test.each(endings.flatMap((ending) => firstLines.map((line): [string, string] => [ending, line])))(
  'a text (%s) survives the first line %j',
  async (ending, line) => {
    const kept = 'Ada prefers green tea with lemon.';
    for (const said of await contents(`notes${ending}`, `${line}\n\n${kept}\n`)) expect(said).toContain(kept);
  },
);

test('a PDF is recognized by its bytes, whatever its name and what precedes it', async () => {
  const bytes = pdf('BT /F1 12 Tf 50 700 Td (Ada likes figs.) Tj ET');
  for (const name of ['a', 'a.pdf', 'a.md']) {
    const { pieces } = await readDocument(name, bytes, 'auto');
    expect(pieces.map(({ body }) => body)).toStrictEqual(['Ada likes figs.']);
  }
});

describe('unsupported formats', () => {
  test.each([
    ['a.eml', 'Subject: hello\n\nHello', 'a mail'],
    ['page.mht', 'MIME-Version: 1.0', 'a web archive'],
    ['a.rtf', '{\\rtf1 Hello}', 'rich text'],
    ['a', '{\\rtf1 Hello}', 'rich text'],
    ['a.xlsx', 'PK\x03\x04', 'a spreadsheet'],
  ])('an unsupported format is named with advice: %s', async (name, text, what) => {
    await expect(readDocument(name, Buffer.from(text, 'latin1'), 'auto')).rejects.toThrow(
      new RegExp(`is ${what}.*which is not read. (?:Save|Convert)`),
    );
  });
});

/** Texts in encodings before Unicode: base64, because no editor keeps the bytes. */
const legacy: [encoding: string, base64: string, text: string][] = [
  [
    'windows-1252',
    'TmFtZTtTdGFkdDtTdHJh32UKTfxsbGVyO0v2bG47SGF1cHRzdHJh32UgNQo=',
    'Name;Stadt;Straße\nMüller;Köln;Hauptstraße 5\n',
  ],
  [
    'windows-1252',
    'RGFzIEL8cm8gaXN0IGluIEv2bG4uIERpZSBNaWV0ZSBiZXRy5Gd0IDgwMCCALgo=',
    'Das Büro ist in Köln. Die Miete beträgt 800 €.\n',
  ],
  [
    'windows-1252',
    'TGUgY2Fm6SBmZXJtZSDgIDE4IGhldXJlcy4gWm/pIHBy6WbocmUgbGUgdGjpLgo=',
    'Le café ferme à 18 heures. Zoé préfère le thé.\n',
  ],
  [
    'windows-1252',
    'RWwgbmnxbyB2aXZlIGVuIEVzcGHxYSB5IHN1IG1hbeEgZW4gQm9nb3ThLgo=',
    'El niño vive en España y su mamá en Bogotá.\n',
  ],
  ['windows-1252', 'QW5uYZJzIJNmYXZvdXJpdGWUIGNhZukK', 'Anna’s “favourite” café\n'],
  [
    'shift_jis',
    'ie+LY4LNi+CXapP6gsyPXI6egsWCt4FCCpa8kU8sk3OOcwqTY5KGLJOMi54K',
    '会議は金曜日の十時です。\n名前,都市\n田中,東京\n',
  ],
  ['shift_jis', 'iXeCzZOMi56CxYK3gUI=', '駅は東京です。'],
  ['shift_jis', 'joSCzYNSgVuDcYFbgqqNRIKrgsWCt4FC', '私はコーヒーが好きです。'],
  [
    'euc-jp',
    'svG1xKTPtuLNy8b8pM69vbv+pMekuaGjCsXEw+aktaTzpM/F7LX+pMu9u6TzpMekpKTepLmhowo=',
    '会議は金曜日の十時です。\n田中さんは東京に住んでいます。\n',
  ],
  ['gb18030', 'u+HS6dTa0MfG2s7lyc/O58quteOho831z8jJ+teh1Nqxsb6poaMK', '会议在星期五上午十点。王先生住在北京。\n'],
  ['gb18030', 'ztLPsru2usiy6KGj', '我喜欢喝茶。'],
  ['gb18030', 'sKK078+yu7a6yLLoo6yyu8+yu7a/p7fIoaM=', '阿达喜欢喝茶，不喜欢咖啡。'],
  ['gb18030', 't/7O8cb3sr/K8NTasKLA79TGu6q2q73ateM=', '服务器部署在阿里云华东节点'],
  ['gb18030', 'z+7Ev7T6usWjusC2vqg=', '项目代号：蓝鲸'],
  ['big5', 't3zEs6ZirFC0waStpFekyKRRwkmhQ6T9pf2lzabtpmKleKVfoUMK', '會議在星期五上午十點。王先生住在台北。\n'],
  [
    'euc-kr',
    'yLjAx7TCILHdv+TAzyC/rSC9w8DUtM+02S4gseggvLG7/bTUwLogvK2/77+hILvwtM+02S4K',
    '회의는 금요일 열 시입니다. 김 선생님은 서울에 삽니다.\n',
  ],
  ['euc-kr', 'wPq0wiDC97imIMHBvsbH1bTPtNku', '저는 차를 좋아합니다.'],
  [
    'koi8-r',
    '78bJ0yDOwcjPxMnU09Eg1yDtz9PL18UuIPfT1NLF3sEg1yDQ0dTOycPVINcgxMXT0dTYLgo=',
    'Офис находится в Москве. Встреча в пятницу в десять.\n',
  ],
  ['koi8-r', '4c7OwSDMwMLJ1CDewcou', 'Анна любит чай.'],
  [
    'windows-1251',
    'zvTo8SDt4PXu5Ojy8f8g4iDM7vHq4uUuIMLx8vDl9+Ag4iDv//Lt6PbzIOIg5OXx//L8Lgo=',
    'Офис находится в Москве. Встреча в пятницу в десять.\n',
  ],
  ['windows-1251', 'wO3t4CDr/uHo8iD34Oku', 'Анна любит чай.'],
  [
    'windows-1250',
    'U2No+XprYSBqZSB2IHDhdGVrIHYgZGVzZXQuIEthbmNlbOH4IGplIHYgQnJu7Cwgnmx1dP0gZPltLgo=',
    'Schůzka je v pátek v deset. Kancelář je v Brně, žlutý dům.\n',
  ],
  [
    'windows-1250',
    'U3BvdGthbmllIGplc3QgdyBwabl0ZWsuIFphv/Oz5iBn6pxsuSBqYZ/xLgo=',
    'Spotkanie jest w piątek. Zażółć gęślą jaźń.\n',
  ],
  [
    'windows-1253',
    '1O8g4/Hh9uXf7yDl3+3h6SDz9OftIMHo3u3hLiDHIPP17dzt9Ofz5yDl3+3h6SD05+0g0OHx4fPq5fXeLgo=',
    'Το γραφείο είναι στην Αθήνα. Η συνάντηση είναι την Παρασκευή.\n',
  ],
  [
    'windows-1254',
    'VG9wbGFudP0gY3VtYSBn/G78IHNhYXQgb25kYS4gT2ZpcyDdc3RhbmJ1bCdkYSwg3mn+bGkuCg==',
    "Toplantı cuma günü saat onda. Ofis İstanbul'da, Şişli.\n",
  ],
  ['windows-1255', '5PTi6fnkIOHp5e0g+en56SDh8vn4LiDk7vn44yDh+uwg4OHp4S4K', 'הפגישה ביום שישי בעשר. המשרד בתל אביב.\n'],
  [
    'windows-1256',
    'x+HHzMrjx9og7ebjIMfhzOPaySDd7SDH4drH1NHJLiDH4ePfysgg3e0gx+Hex+XRyS4K',
    'الاجتماع يوم الجمعة في العاشرة. المكتب في القاهرة.\n',
  ],
  ['windows-874', 'odLDu8PQqtjBx9G5yNihw+wgytO50aGn0rnNwtnot9XoocPYp+C3vgo=', 'การประชุมวันศุกร์ สำนักงานอยู่ที่กรุงเทพ\n'],
  ['iso-2022-jp', 'GyRCMnE1RCRPNmJNS0Z8JEckOSEjGyhCCg==', '会議は金曜日です。\n'],
];

test.each(legacy)('a text in %s is decoded', (_, base64, text) => {
  expect(textOf(Buffer.from(base64, 'base64'))).toBe(text);
});

test('UTF-16 in both byte orders is decoded with and without a byte order mark', () => {
  const text = 'Name;City\nAda;Zürich\n';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big, Buffer.from(`\u{feff}${text}`, 'utf16le')]) expect(textOf(bytes)).toBe(text);
});

test('HTML is decoded by the encoding that it names', () => {
  const page = Buffer.concat([
    Buffer.from('<meta charset="iso-8859-2"><p>'),
    Buffer.from([0xb1, 0xe6]),
    Buffer.from('</p>'),
  ]);
  expect(textOf(page)).toContain('<p>ąć</p>');
});

test('binary data is not text in any encoding', () => {
  expect(textOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]))).toBeUndefined();
  expect(textOf(Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 89) % 256)))).toBeUndefined();
});
