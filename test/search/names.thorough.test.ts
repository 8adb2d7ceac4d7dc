import { expect, test } from 'vitest';
import { exactNames } from '../../src/search/text/exact-names.ts';
import { isFuzzing } from '../support/law.ts';
import { NOW, Searchable, storing } from './searchable.ts';

const COUNT = 300;
/** How often a name is asked for. */
const STEP = isFuzzing ? 1 : 10;

/** A small generator with a fixed seed (Park and Miller, 1988): the same names in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const random = numbers(7);
const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('');
const hex = (count: number) => Array.from({ length: count }, () => random(16).toString(16)).join('');
const of = (...words: string[]) => words[random(words.length)]!;
const verb = () => of('load', 'save', 'parse', 'merge', 'send', 'read', 'close', 'open', 'sort');
const noun = () => of('User', 'Order', 'Config', 'Invoice', 'Token', 'Batch', 'Index', 'Cache', 'Page');

/** Kinds of names; many share their parts. */
const kinds: Record<string, (i: number) => string> = {
  path: (i) => `/srv/app${i % 7}/conf${i}.yaml`,
  'path on Windows': (i) => `C:\\Users\\app${i % 7}\\conf${i}.ini`,
  address: (i) => `https://example.com/team${i % 9}/page/${i}`,
  hash: () => hex(8),
  'long hash': () => hex(40),
  'number with letters': () => `${of('KX', 'AB', 'QT')}${digits(4)}`,
  mail: (i) => `${of('ann', 'ben', 'cho')}.${of('lee', 'diaz', 'novak')}${i}@example.com`,
  version: (i) => `v${i % 10}.${Math.floor(i / 10)}.${i % 3}`,
  ticket: (i) => `${of('OPS', 'WEB', 'PAY')}-${1_000 + i}`,
  'numbered ticket': (i) => `#${1 + i}`,
  UUID: () => [8, 4, 4, 4, 12].map(hex).join('-'),
  camelCase: (i) => `${verb()}${noun()}${of('For', 'By', 'With')}${noun()}${i}`,
  snake_case: (i) => `${verb()}_${noun().toLowerCase()}_${i}`,
  telephone: () => `+49 ${of('30', '40', '89')} ${digits(7)}`,
  'telephone in the USA': () => `(${of('212', '415', '617')}) ${digits(3)}-${digits(4)}`,
  'IP address': (i) => `10.${i % 5}.${Math.floor(i / 5)}.${random(200)}`,
  'order number': () => digits(8),
  ISBN: () => `978-3-${digits(2)}-${digits(6)}-${digits(1)}`,
  'amount in dollars': (i) => `$${1 + (i % 9)},${100 + i}.${digits(2)}`,
  'amount in euros': (i) => `${1_000 + i} EUR`,
};

function distinct(make: (i: number) => string): string[] {
  const made = new Set<string>();
  for (let i = 0; made.size < COUNT; i++) made.add(make(i));
  return [...made];
}

test.each(Object.entries(kinds))('the memory with the whole name ranks first: %s', (_, make) => {
  const names = distinct(make);
  const notes = names.map((name, i) => `note ${i % 9} by process ${i % 4}: ${name} belongs to the billing service`);
  const store = new Searchable();
  notes.forEach((note, i) => {
    store.add(note, { sessionId: `process ${i % 4}`, occurredAt: NOW + i * 1_000 });
  });
  const wrong = names.flatMap((name, i) =>
    i % STEP
      ? []
      : [name, `What does note 7 say about ${name}?`].filter(
          (query) => store.find(query, { limit: 1 })[0] !== notes[i],
        ),
  );
  expect(wrong).toEqual([]);
});

test('a name by itself weighs more than within a longer one, and that more than its parts', () => {
  const whole = 'The folder /srv/app0 is on the old disk';
  const within = '/srv/app0/conf5.yaml names the proxy';
  const parts = 'app0 and srv are short names of the app0 server, srv for short';
  expect(storing(parts, within, whole).find('/srv/app0')).toEqual([whole, within, parts]);
});

test('the memory with a name by itself ranks first among those with longer names', () => {
  const whole = 'Note 3 of process 2 says what belongs to #7, on the old disk with all the rest';
  const parts = Array.from({ length: 40 }, (_, i) => `#7.${i} of note 7, and 7 again: 7`);
  expect(storing(...parts, whole).find('#7')[0]).toBe(whole);
});

test('a particle attached to an amount or a telephone number is split off', () => {
  const names = exactNames('$5について、1000 EURの件、+49 30 1234567に電話');
  expect(names).toEqual(['$5', '1000 EUR', '+49 30 1234567']);
});

test('no word of a stored name is taken for a typing error or a related word', () => {
  const store = storing('The retry is in loadConfig', 'She loads configurations and configs by hand');
  const [first, second] = store.rank('loadConfig', { explain: true }).memories;
  expect(first!.memoryNo).toBe(1);
  expect(second!.explanation!.terms.every(({ by }) => by === 'word')).toBe(true);
});

test('years, times and quantities are ordinary words', () => {
  const answer = 'Ana ran the marathon in Lisbon, her first';
  const store = storing('In 2023 the roof was mended at 10:30', 'The 5km path is closed', answer);
  expect(store.find('Did Ana run a marathon longer than 5km, at 10:30, in Lisbon in 2023?')[0]).toBe(answer);
});
