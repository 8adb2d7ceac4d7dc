import { describe, expect, test } from 'vitest';
import { NOW, Searchable, storing, UNRELATED } from './searchable.ts';

const MINUTE = 60_000;

/** A conversation, half a minute between messages. */
function talking(...messages: string[]): Searchable {
  const store = new Searchable();
  messages.forEach((content, i) => {
    store.add(content, { sessionId: 'talk', occurredAt: NOW + (i * MINUTE) / 2 });
  });
  return store;
}

const small = [
  'Ana: Good morning!',
  'Ben: Morning, did you sleep well?',
  'Ana: Like a stone, thanks.',
  'Ben: Good to hear.',
  'Ana: The weather is nice today.',
  'Ben: It is indeed.',
];

describe('participants', () => {
  const store = talking(
    ...small,
    'Ana: I painted a sunset for the fair.',
    'Ben: Lovely.',
    'Ben: I painted a sunset for the fair, too.',
    'Ana: Great.',
  );

  test('a memory of the named participant ranks before another’s', () => {
    expect(store.find('What did Ana paint for the fair?')[0]).toBe('Ana: I painted a sunset for the fair.');
    expect(store.find('What did Ben paint for the fair?')[0]).toBe('Ben: I painted a sunset for the fair, too.');
    expect(store.find('what did ben paint for the fair?')[0]).toBe('Ben: I painted a sunset for the fair, too.');
  });

  test('a memory of another participant is less relevant than one of the named one', () => {
    const [best, other] = store.rank('What did Ana paint for the fair?').memories;
    expect(other!.relevance).toBeLessThan(0.7 * best!.relevance);
  });

  test('relevance is low where only another participant said it', () => {
    const swapped = talking(...small, 'Ana: I painted a sunset for the fair.', 'Ben: Lovely.');
    const asked = (name: string) => swapped.rank(`What did ${name} paint for the fair?`).memories[0]!.relevance;
    expect(asked('Ana')).toBeGreaterThan(0.7);
    expect(asked('Ben')).toBeLessThan(0.6 * asked('Ana'));
  });

  test('notes have no participants, however often they begin alike', () => {
    const notes = storing(...UNRELATED, 'Anna painted a sunset', 'The sunset was painted by the neighbour');
    const found = notes.rank('Did Anna see the sunset that the neighbour painted?').memories;
    expect(found[0]!.memoryNo).toBe(8);
  });
});

describe('questions', () => {
  test('a question in a conversation does not rank as an answer', () => {
    const store = talking(...small, 'Ben: Which instrument do you play, Ana?', 'Ana: I play the old oboe instrument.');
    expect(store.find('Which instrument does Ana play?')[0]).toBe('Ana: I play the old oboe instrument.');
  });

  test('a question lends its terms to the messages after it', () => {
    const store = talking(
      ...small,
      'Ben: And where did you spend the holidays?',
      'Ana: In Porto, mostly at the beach.',
    );
    expect(store.find('Where did Ana spend the holidays?')[0]).toBe('Ana: In Porto, mostly at the beach.');
  });

  test('a question for a time prefers memories that name one', () => {
    const store = storing(
      ...UNRELATED,
      'The concert with the band was wonderful',
      'The concert with the band was last week',
    );
    expect(store.find('When was the concert with the band?')[0]).toBe('The concert with the band was last week');
    expect(store.find('Was the concert with the band wonderful?')[0]).toBe('The concert with the band was wonderful');
  });
});

describe('several messages in a row', () => {
  const whole = [
    ...small,
    'Ben: And the holidays? Where did you go?',
    'Ana: It was great. We were in Porto. At the beach.',
  ];
  const split = whole.flatMap((turn) => {
    const [name, ...said] = turn.split(/: |(?<=[.?!]) /);
    return said.map((sentence) => `${name}: ${sentence}`);
  });

  test('several messages in a row are one utterance, and the answer is found across them', () => {
    const query = 'Where did Ana go for the holidays?';
    expect(talking(...whole).find(query)[0]).toContain('Porto');
    expect(
      talking(...split)
        .find(query)
        .slice(0, 3)
        .join(' '),
    ).toMatch(/It was great|Porto|beach/);
  });

  test('several messages in a row count as one step between neighbours', () => {
    const reach = [
      'Ben: The violin teacher called.',
      ...['One', 'Two', 'Three', 'Four'].map((n) => `Ana: ${n}.`),
      'Ben: Strings.',
    ];
    const store = talking(...small, ...reach);
    const last = store.rank('violin teacher').memories.map(({ memoryNo }) => store.contents.get(memoryNo));
    expect(last).toContain('Ben: Strings.');
  });
});

describe('long messages', () => {
  const long = (start: string) => `${start} ${Array.from({ length: 170 }, (_, i) => `word${i}`).join(' ')}`;

  test('a long message is found by the reply to it', () => {
    const messages = [long('This is the plan.'), 'The violin lessons fit well into it.'];
    const find = (said: boolean) => {
      const store = storing(...UNRELATED);
      messages.forEach((content, i) => {
        store.add(content, { sessionId: 'talk', occurredAt: NOW + i * MINUTE, said });
      });
      return store.find('violin lessons');
    };
    expect(find(true)).toStrictEqual([messages[1], messages[0]]);
    expect(find(false)).toStrictEqual([messages[1]]);
  });
});

describe('words that may stand for others', () => {
  const store = storing(
    ...UNRELATED,
    'Carla took up the cello',
    'They decided on the larger flat',
    'He has many allergies',
  );

  test.each([
    ['Which instruments does Carla have?', 'Carla took up the cello'],
    ['the decision about the flat', 'They decided on the larger flat'],
    ['is he allergic to something?', 'He has many allergies'],
  ])('a related word finds the memory: %s', (query, expected) => {
    expect(store.find(query)[0]).toBe(expected);
  });

  test('a related word weighs less than the word itself', () => {
    const both = storing(...UNRELATED, 'Carla took up the cello', 'Dora keeps an instrument in the attic');
    expect(both.find('instrument')).toStrictEqual(['Dora keeps an instrument in the attic', 'Carla took up the cello']);
  });

  test('a general word finds the specific one, not vice versa', () => {
    const kinds = storing(...UNRELATED, 'She loves every instrument');
    for (const { match } of kinds.rank('cello').memories) expect(match.lexical).toBeUndefined();
  });
});
