import { describe, expect, test } from 'vitest';
import { nearnessOf } from '../support/cosines.ts';
import { NOW, Searchable, storing, UNRELATED } from './searchable.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe('relevance', () => {
  const store = storing(...UNRELATED, 'Ben plays the violin in the city orchestra');

  test('relevance is high where the query is answered, and low or nothing where it is not', () => {
    expect(store.rank('Who plays the violin?').memories[0]!.relevance).toBeGreaterThan(0.8);
    expect(store.rank('photosynthesis of marine algae')).toStrictEqual({ total: 0, memories: [] });
    expect(store.rank('boiling point of tungsten according to the city').memories[0]!.relevance).toBeLessThan(0.4);
  });

  test('texts of only stop words are found, and stop words mislead no other search', () => {
    const odd = storing(...UNRELATED, 'to be or not to be', 'Who am I?', 'I love The Who');
    expect(odd.find('to be or not to be')[0]).toBe('to be or not to be');
    expect(odd.find('not to be')[0]).toBe('to be or not to be');
    expect(odd.find('the who')[0]).toBe('I love The Who');
    expect(odd.find('What is the capital of Mongolia?')).toStrictEqual([]);
  });

  test('a memory that covers more of the query ranks first', () => {
    const notes = storing(...UNRELATED, 'violin violin violin', 'The violin teacher moved to Lisbon');
    expect(notes.find('violin teacher')[0]).toBe('The violin teacher moved to Lisbon');
  });

  test('a long memory is ranked by its best passage', () => {
    const filler = UNRELATED.map((line) => `${line}.`)
      .join(' ')
      .repeat(6);
    const long = `${filler} The violin teacher moved to Lisbon. ${filler}`;
    const notes = storing(...UNRELATED, long, 'The teacher of geography was strict and tall');
    expect(notes.find('violin teacher Lisbon')[0]).toBe(long);
  });

  test('a typing error is corrected, but only in unknown words', () => {
    expect(store.find('voilin')[0]).toContain('violin');
    expect(store.find('orchestrra concert')[0]).toContain('orchestra');
    expect(store.find('iolin')[0]).toContain('violin');
    expect(storing('the cat sat', 'the cart stood').find('cart')).toStrictEqual(['the cart stood']);
  });

  test('the explanation lists the parts of a rank', () => {
    const [best] = store.rank('violin orchestra', { explain: true }).memories;
    expect(best!.explanation!.terms.map(({ term }) => term)).toStrictEqual(['violin', 'orchestra']);
    expect(best!.explanation).toMatchObject({ exact: false, coverage: 1, neighbours: 0, factors: {} });
  });
});

describe('options', () => {
  test('a filter restricts count and results', () => {
    const store = storing('violin one', 'violin two', 'violin three');
    const { total, memories } = store.rank('violin', { allowed: new Set([2, 3]), limit: 1 });
    expect(total).toBe(2);
    expect([2, 3]).toContain(memories[0]!.memoryNo);
    expect(store.rank('violin one', { allowed: new Set([2]) }).memories.map(({ memoryNo }) => memoryNo)).toStrictEqual([
      2,
    ]);
  });

  test('cosine and words are fused, and both parts reported', () => {
    const store = storing('The violin is old', 'A fiddle hangs on the wall', 'The engine is new', ...UNRELATED);
    const cosines = new Map([[1, 0.5], [2, 0.9], ...[3, 4, 5, 6, 7, 8, 9].map((no) => [no, 0.1])] as [
      number,
      number,
    ][]);
    const { memories, total } = store.rank('violin', { nearness: nearnessOf(cosines) });
    expect(total).toBe(2);
    expect(memories.map(({ memoryNo }) => memoryNo)).toStrictEqual([1, 2]);
    const [word, meaning] = memories.map(({ match }) => match);
    expect(word).toStrictEqual({ lexical: expect.any(Number), similarity: expect.any(Number) });
    expect(meaning).toStrictEqual({ similarity: expect.any(Number) });
    expect(meaning!.similarity).toBeGreaterThan(word!.similarity!);
  });
});

describe('sessions', () => {
  const talk = ['Did you find a new teacher?', 'Yes, at last, on Sunday', 'Great news', 'I was at the harbour'];

  test('turns of a conversation support each other', () => {
    const store = storing(...UNRELATED);
    talk.forEach((content, i) => {
      store.add(content, { sessionId: 'talk', occurredAt: NOW + i * MINUTE });
    });
    expect(store.find('teacher').slice(0, 2)).toStrictEqual(talk.slice(0, 2));
  });

  test('neighbours that are hours away get no support', () => {
    const store = storing(...UNRELATED);
    talk.forEach((content, i) => {
      store.add(content, { sessionId: 'talk', occurredAt: NOW + i * 120 * MINUTE });
    });
    expect(store.find('teacher')).toStrictEqual([talk[0]]);
  });

  test('long unrelated notes of one session are not mixed up', () => {
    const long = (topic: string, i: number) =>
      `${topic}. ${Array.from({ length: 170 }, (_, w) => `filler${(i * 31 + w * 7) % 400}`).join(' ')}.`;
    const topics = ['The roof was repaired', 'Violin lessons resume', 'The engine needs oil', 'The harbour is closed'];
    const contents = topics.map(long);
    const alone = storing(...contents);
    const together = new Searchable();
    contents.forEach((content, i) => {
      together.add(content, { sessionId: 'connection', occurredAt: NOW + i * 1_000, said: false });
    });
    for (const query of ['violin lessons', 'engine oil harbour', 'roof']) {
      expect(together.rank(query).memories).toStrictEqual(alone.rank(query).memories);
    }
  });
});

describe('times', () => {
  const visits = (times: readonly number[]) => {
    const store = new Searchable();
    times.forEach((occurredAt, i) => {
      store.add(`visit number${i} to the dentist`, { occurredAt });
    });
    return (query: string) => store.rank(query).memories[0]!.memoryNo;
  };

  test.each([
    ['dentist in May 2023', 2],
    ['dentist on 3 July', 3],
    ['dentist on July 3rd, 2023', 3],
    ['dentist 2022-02-11', 1],
    ['dentist in 2022', 1],
    ['the dentist last week', 5],
    ['dentist yesterday', 6],
    ['the dentist two months ago', 4],
  ])('the time in the query decides: %s', (query, expected) => {
    const first = visits([
      Date.UTC(2022, 1, 11),
      Date.UTC(2023, 4, 20),
      Date.UTC(2023, 6, 3),
      NOW - 61 * DAY,
      NOW - 6 * DAY,
      NOW - DAY,
    ]);
    expect(first(query)).toBe(expected);
  });

  test('the verbs "may" and "march" are not taken for months', () => {
    const first = visits([Date.UTC(2022, 0, 2), Date.UTC(2023, 4, 20)]);
    expect(first('may I skip the dentist visit number0')).toBe(1);
  });
});
