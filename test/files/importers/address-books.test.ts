import { expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';

async function read(name: string, text: string) {
  const { pieces, leftOut } = await readDocument(name, Buffer.from(text), 'auto');
  return {
    contents: pieces.map((piece) => render(piece, []).content),
    days: pieces.map(({ occurredAt }) => occurredAt?.slice(0, 16)),
    tags: pieces.map(({ tags }) => tags ?? []),
    leftOut: Object.fromEntries((leftOut ?? []).map(({ name: one, count }) => [one, count])),
  };
}

test('a vCard of any version is one statement about its person', async () => {
  const { contents, leftOut, tags } = await read(
    'people.vcf',
    [
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Novak\r\nN:Novak;Ada;;;\r\nTEL;TYPE="voice,cell";VALUE=uri:tel:+43-660-1234567',
      'item1.EMAIL;TYPE=INTERNET;TYPE=HOME:ada@example.org\r\nBDAY:19800501\r\nADR;TYPE=home:;;Lindenlaan 7;Graz;;8010;Austria',
      'NOTE:Sings in the choir\\, on Mo\r\n ndays.\\nAllergic to nuts.\r\nCATEGORIES:Friends,Choir\r\nPHOTO:data:image/png;base64,AAAA',
      'END:VCARD\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\r\nTEL;HOME;VOICE:123',
      'NOTE;ENCODING=QUOTED-PRINTABLE:Plumb=\r\ner\r\nBDAY:--0712\r\nEND:VCARD\r\n',
    ].join('\r\n'),
  );
  expect(contents).toStrictEqual([
    'Ada Novak: phone number (cell): +43-660-1234567; e-mail address (home): ada@example.org; birthday: 1980-05-01; address (home): Lindenlaan 7, Graz, 8010, Austria; note: Sings in the choir, on Mondays. Allergic to nuts.',
    'Jörg Müller: phone number (home): 123; note: Plumber; birthday: 12 July',
  ]);
  expect(tags).toStrictEqual([['Friends', 'Choir'], []]);
  expect(leftOut).toStrictEqual({ photo: 1 });
});

test('a table of contacts gives statements about people, without the column names', async () => {
  const header =
    'First Name,Last Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street';
  const { contents, tags, leftOut } = await read(
    'contacts.csv',
    `${header}\nAda,Novak,1980-05-01,Met at the choir,p.jpg,Choir ::: * myContacts,* Home,ada@example.org,Mobile,+43 660 1,Home,"Lindenlaan 7\nGraz",Lindenlaan 7\n` +
      'Cora,Huber,--07-12,,,* myContacts,* ,cora@example.org ::: c@example.org,,,,,\n',
  );
  expect(contents).toStrictEqual([
    'Ada Novak: birthday: 1980-05-01; note: Met at the choir; e-mail address (home): ada@example.org; phone number (mobile): +43 660 1; address (home): Lindenlaan 7 Graz',
    'Cora Huber: birthday: 12 July; e-mail address: cora@example.org; e-mail address: c@example.org',
  ]);
  expect(tags).toStrictEqual([['Choir'], []]);
  expect(leftOut).toStrictEqual({ photo: 1 });
});

test('a calendar event is one statement with its date, and cancelled events are dropped', async () => {
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n');
  const { contents, days, leftOut } = await read(
    'a.ics',
    [
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Vienna\r\nEND:VTIMEZONE',
      event(
        'SUMMARY:Dentist\\, Dr. Levy',
        'DTSTART;TZID=Europe/Vienna:20240501T100000',
        'DTEND;TZID=Europe/Vienna:20240501T110000',
        'LOCATION:Graz',
        'DESCRIPTION:Bring the\\n card.',
        'BEGIN:VALARM\r\nDESCRIPTION:Reminder\r\nEND:VALARM',
      ),
      event('SUMMARY:Fair', 'DTSTART;VALUE=DATE:20240607', 'DTEND;VALUE=DATE:20240609', 'RRULE:FREQ=YEARLY'),
      event('SUMMARY:Talk', 'DTSTART:20240607T100000Z', 'ATTENDEE;CN="Ada Novak":mailto:ada@example.org'),
      event('SUMMARY:Gone', 'STATUS:CANCELLED', 'DTSTART:20240607T100000Z'),
      'BEGIN:VTODO\r\nSUMMARY:Pay the rent\r\nDUE;VALUE=DATE:20240603\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\nEND:VCALENDAR',
    ].join('\r\n'),
  );
  expect(contents).toStrictEqual([
    'Dentist, Dr. Levy (2024-05-01 10:00 to 11:00; at Graz): Bring the card.',
    'Fair (2024-06-07 to 2024-06-08; repeats yearly)',
    'Talk (2024-06-07 10:00 UTC; with Ada Novak)',
    'done: Pay the rent (due 2024-06-03)',
  ]);
  expect(days).toStrictEqual(['2024-05-01T10:00', '2024-06-07T00:00', '2024-06-07T10:00', '2024-06-03T00:00']);
  expect(leftOut).toStrictEqual({ 'cancelled events and tasks': 1 });
});

test('a notebook gives its Markdown and its code, without outputs', async () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Rent\n', '\n', 'The rent is 840 euros.'] },
    { cell_type: 'code', source: 'rent = 840', outputs: [{ output_type: 'stream', text: ['840\n'] }] },
  ];
  const metadata = { language_info: { name: 'python' } };
  const { contents, leftOut } = await read('a.ipynb', JSON.stringify({ nbformat: 4, metadata, cells }));
  expect(contents).toStrictEqual(['Rent: The rent is 840 euros.', 'Rent:\n```python\nrent = 840\n```']);
  expect(leftOut).toStrictEqual({ 'outputs of code': 1 });
});

test.each([
  ['a.vcf', 'Ada', 'vCard'],
  ['a.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR', 'no event'],
  ['a.ipynb', '{"a": 1}', 'notebook'],
])('%s with invalid content is refused', async (name, text, why) => {
  await expect(read(name, text)).rejects.toThrow(why);
});
