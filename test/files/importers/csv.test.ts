import { expect, test } from 'vitest';
import { render } from '../../../src/files/piece.ts';
import { readDocument } from '../../../src/files/read-document.ts';

async function contents(text: string): Promise<string[]> {
  const { pieces } = await readDocument('a.csv', Buffer.from(text), 'auto');
  return pieces.map((piece) => render(piece, []).content);
}

const german = `Umsatzanzeige;Datei erstellt am: 03.05.2024 10:11
;
IBAN;DE12 3456 7890 1234 5678 90
Saldo;1.234,56;EUR

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung
30.04.2024;30.04.2024;Stadtwerke Köln;Lastschrift;Abschlag April, Kunde 77, danke;-85,00;EUR
29.04.2024;29.04.2024;REWE Markt;Kartenzahlung;Einkauf;-23,17;EUR
`;

test.each<[name: string, text: string, expected: string[]]>([
  ['names with digits', 'Employee,Q1,Q2\nAda,12,15\n', ['Employee: Ada; Q1: 12; Q2: 15']],
  [
    'years for names',
    'Country,1990,2000\nChad,5,6\nPeru,21,26\n',
    ['Country: Chad; 1990: 5; 2000: 6', 'Country: Peru; 1990: 21; 2000: 26'],
  ],
  [
    'contacts as Google writes them',
    'Name,Given Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value,Address 1 - Formatted\n' +
      'Ada Lovelace,Ada,* Home,ada@example.com,+44 20 7946 0958,"12 High St\nLondon"\nBen Novak,Ben,,,,\n',
    [
      'Ada Lovelace: e-mail address (home): ada@example.com; phone number: +44 20 7946 0958; address: 12 High St London',
      'Ben Novak',
    ],
  ],
  [
    'a bank statement with lines above the names, and commas in its texts',
    german,
    [
      'Umsatzanzeige; Datei erstellt am: 03.05.2024 10:11',
      'IBAN; DE12 3456 7890 1234 5678 90',
      'Saldo; 1.234,56; EUR',
      'Buchung: 30.04.2024; Wertstellungsdatum: 30.04.2024; Auftraggeber/Empfänger: Stadtwerke Köln; Buchungstext: Lastschrift; Verwendungszweck: Abschlag April, Kunde 77, danke; Betrag: -85,00; Währung: EUR',
      'Buchung: 29.04.2024; Wertstellungsdatum: 29.04.2024; Auftraggeber/Empfänger: REWE Markt; Buchungstext: Kartenzahlung; Verwendungszweck: Einkauf; Betrag: -23,17; Währung: EUR',
    ],
  ],
  [
    'names that end in a dot or a question mark, or are long',
    '"Running Bal.","Would you come again next year, if the same people came?"\n"1,020.11",yes\n"1,051.33",no\n',
    [
      'Running Bal.: 1,020.11; Would you come again next year, if the same people came?: yes',
      'Running Bal.: 1,051.33; Would you come again next year, if the same people came?: no',
    ],
  ],
  [
    'one name for two columns',
    'Name,Phone,Phone\nAda,030 123,040 456\n',
    ['Name: Ada; Phone: 030 123; Phone: 040 456'],
  ],
  [
    'questions above their answers, after the delimiter that Excel names',
    'sep=;\n"Who cooks at 7?";Which day?\nAda;Monday, Tuesday\nBen;Friday\n',
    ['Who cooks at 7?: Ada; Which day?: Monday, Tuesday', 'Who cooks at 7?: Ben; Which day?: Friday'],
  ],
  [
    'rows without names of columns',
    'Ada,12,2024-01-02\nBen,13,2024-01-03\n',
    ['Ada; 12; 2024-01-02', 'Ben; 13; 2024-01-03'],
  ],
])('a table is read: %s', async (_, text, expected) => {
  expect(await contents(text)).toStrictEqual(expected);
});

test('a table of 56 columns keeps each name, though most cells are empty', async () => {
  const names = Array.from({ length: 56 }, (_, i) => (i % 3 === 0 ? `ISO${i}-1-numeric` : `official_name_${i} (LLDC)`));
  const row = (n: number) =>
    names.map((_, i) => (i % 3 === 0 ? `${n}${i}` : (i + n) % 4 === 0 ? '' : `Land ${n} ${i}`));
  const found = await contents([names, row(1), row(2)].map((cells) => cells.join(',')).join('\n'));
  expect(found).toHaveLength(2);
  for (const [n, content] of found.entries()) {
    const expected = names.flatMap((name, i) => (row(n + 1)[i] ? [`${name}: ${row(n + 1)[i]}`] : []));
    expect(content).toBe(expected.join('; '));
  }
});
