import { describe, expect, test } from 'vitest';
import { preferChanged } from '../../src/search/smart/arrange.ts';
import { Searchable, UNRELATED } from './searchable.ts';

const DAY = 86_400_000;
const LONG_AGO = Date.UTC(2022, 2, 1);

/** The results, best first, of two statements a hundred days apart, stored in either order. */
function found(query: string, older: string, newer: string, tellNewerFirst: boolean): string[] {
  const store = new Searchable();
  for (const content of UNRELATED) store.add(content, { occurredAt: LONG_AGO });
  const at = new Map([
    [older, LONG_AGO],
    [newer, LONG_AGO + 100 * DAY],
  ]);
  const told = tellNewerFirst ? [newer, older] : [older, newer];
  for (const content of told) store.add(content, { occurredAt: at.get(content)! });
  const candidates = store.rank(query).memories.map(({ memoryNo, relevance }) => {
    const content = store.contents.get(memoryNo)!;
    return { content, relevance, occurredAt: at.get(content) ?? LONG_AGO };
  });
  return preferChanged(query, candidates).map(({ content }) => content);
}

/** A query, the earlier statement, the later statement. */
const CHANGED: [query: string, older: string, newer: string][] = [
  ['Where does Ana live?', 'Ana lives in Berlin', 'Ana lives in Lisbon'],
  ['Where do I work?', 'I work at Acme as an engineer', 'I work at Globex as an engineer'],
  ['favourite colour', 'My favourite colour is blue', 'My favourite colour is green'],
  ['Which database do we use?', 'The project uses the database MySQL', 'The project uses the database PostgreSQL'],
  ['deploy day', 'Deploys happen on Tuesdays', 'Deploys happen on Thursdays'],
  ["Ben's phone number", "Ben's phone number is 555 1234", "Ben's phone number is 555 9876"],
  ['What car does Carla drive?', 'Carla drives an old Volvo car', 'Carla drives a new Tesla car'],
  ['team lead', 'The team lead is Dora', 'The team lead is Emil'],
  ['What is the code word?', 'The code word is heron', 'The code word is magpie'],
  ['How old is Finn?', 'Finn is seven years old', 'Finn is eight years old'],
  ['What does Gina drink in the morning?', 'Gina drinks coffee in the morning', 'Gina drinks tea in the morning'],
  ['release version', 'The release version is 1.4', 'The release version is 1.5'],
  ['Which gym does Hugo go to?', 'Hugo goes to the gym Fit One', 'Hugo goes to the gym Iron House'],
  ['How tall is Ida?', 'Ida is 110 cm tall', 'Ida is 117 cm tall'],
  ['What does Jon study?', 'Jon studies physics in Graz', 'Jon studies medicine in Graz'],
  ['staging server', 'Staging runs on the server alpha', 'Staging runs on the server beta'],
  ['meeting time', 'The weekly meeting starts at 9', 'The weekly meeting starts at 10'],
  ["Kim's doctor", "Kim's doctor is Dr Lang", "Kim's doctor is Dr Moser"],
  ['Welche Schule besucht Lena?', 'Lena besucht die Schule am Park', 'Lena besucht die Schule am Markt'],
  ['¿Dónde vive Marta?', 'Marta vive en Sevilla', 'Marta vive en Bilbao'],
  ['Où habite Nina ?', 'Nina habite à Lyon', 'Nina habite à Nantes'],
  ['Waar woont Otto?', 'Otto woont in Gent', 'Otto woont in Delft'],
  ['editor theme', 'Editor theme: solarized light', 'Editor theme: dracula dark'],
  ['What is the budget?', 'The budget is 40,000 euros', 'The budget is 55,000 euros'],
  ['Which plan is Pia on?', 'Pia is on the basic plan', 'Pia is on the premium plan'],
  ['standup room', 'Standup is in room 4', 'Standup is in room 7'],
  ['What does Quinn play?', 'Quinn plays the cello', 'Quinn plays the oboe'],
  ['shoe size', 'Shoe size: 42', 'Shoe size: 43'],
  ['node version', 'The service needs Node version 18', 'The service needs Node version 20'],
  ['Who maintains the parser?', 'The parser is maintained by Rosa', 'The parser is maintained by Sven'],
];

describe('two states of a thing', () => {
  test.each(CHANGED)('the newer of two states ranks first: %s', (query, older, newer) => {
    for (const isTurned of [false, true]) {
      const contents = found(query, older, newer, isTurned);
      expect(contents[0]).toBe(newer);
      expect(contents.slice(1, 3)).toContain(older);
    }
  });

  test.each([
    ['Where did Ana live first?', 'Ana lives in Berlin', 'Ana lives in Lisbon'],
    [
      'Which database did we use originally?',
      'The project uses the database MySQL',
      'The project uses the database PostgreSQL',
    ],
    [
      'Where did I use to work? I used to work elsewhere.',
      'I work at Acme as an engineer',
      'I work at Globex as an engineer',
    ],
    ['Wo wohnte Ana früher?', 'Ana wohnt in Berlin', 'Ana wohnt in Lissabon'],
  ])('the older of two states ranks first when the question asks for it: %s', (query, older, newer) => {
    expect(found(query, older, newer, false)[0]).toBe(older);
    expect(found(query, older, newer, true)[0]).toBe(older);
  });

  test('"now" outweighs a better match of the older state, up to a bound', () => {
    const older = 'Ana lives in Berlin';
    const newer = 'Ana lives with her brother Tom in a flat in Lisbon';
    expect(found('Where does Ana live now?', older, newer, false)[0]).toBe(newer);
    expect(found('Where does Ana live in Berlin now?', older, newer, false)[0]).toBe(older);
  });

  test.each([
    ['Where does Ana live?', 'Ana lives in Berlin', 'Ben lives in Lisbon'],
    ['Where does Ana live?', 'Ana lives in Berlin', 'Ana has a brother in Lisbon'],
    ['violin', 'Carla plays the violin', 'Dora sold her violin to a friend from school'],
  ])('unrelated memories do not push down the newer state: %s', (query, older, newer) => {
    expect(found(query, older, newer, false)[0]).toBe(older);
  });
});

test('a newer state of far lower relevance changes nothing', () => {
  const older = { content: 'Ana lives in Berlin', relevance: 0.9, occurredAt: LONG_AGO };
  const newer = { content: 'Ana lives in Lisbon', relevance: 0.5, occurredAt: LONG_AGO + DAY };
  expect(preferChanged('Where does Ana live?', [older, newer])).toStrictEqual([older, newer]);
  expect(preferChanged('Where does Ana live?', [older, { ...newer, relevance: 0.85 }])[0]?.content).toBe(newer.content);
});
