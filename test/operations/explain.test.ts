import { describe, expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import type { ExplainedMemory } from '../../src/service/retrieval/explain.ts';
import type { Found, Stored } from '../support/answers.ts';
import { openWithAda, type Session, type SessionOptions } from '../support/harness.ts';

const characterId = 'Ada';

/** A character's memories, each of a session of its own, with their ids by content. */
async function holding(contents: string[], options: SessionOptions = {}) {
  const session = await openWithAda(options);
  const ids = new Map<string, string>();
  for (const [i, content] of contents.entries()) {
    const given = { characterId, content, category: 'general', sessionId: `s${i}` };
    ids.set(content, (await session.call<Stored>('add_memory_direct', given)).id);
  }
  const idOf = (content: string) => ids.get(content)!;
  const explain = (content: string, query: string) =>
    session.call<ExplainedMemory>('explain_memory', { characterId, memoryId: idOf(content), query });
  return { session, idOf, explain };
}

const search = (session: Session, query: string, more: object = {}) =>
  session.call<Found>('search_memories', { characterId, query, limit: 100, ...more });

const walk = 'The dog had a long walk in the park';
const notes = [
  walk,
  'A dog barks next door',
  'Eve plays the violin in an orchestra',
  'The inventory is part of the budget',
  'Tomatoes grow behind the garage',
  'It was a strange invention',
  'Лена улетела в Москва',
];

describe('explain_memory', () => {
  test('the explained rank and relevance are those of the search, for every match and tier', async () => {
    for (const tier of ['STARTER', 'BUSINESS'] as const) {
      const { session, explain } = await holding(notes, { tier });
      const query = 'Which dog was in the park, and what is the budget?';
      const { memories } = await search(session, query);
      expect(memories.length).toBeGreaterThan(2);
      for (const [i, { content, salience }] of memories.entries()) {
        expect(await explain(content, query)).toMatchObject({ rank: i + 1, relevance: salience });
      }
    }
  });

  test('the explained rank of what replaced a memory is its place in the search', async () => {
    const { session, idOf, explain } = await holding([
      ...notes,
      'I live in Leipzig.',
      'We moved to Dresden in October.',
    ]);
    const [older, newer] = [idOf('I live in Leipzig.'), idOf('We moved to Dresden in October.')];
    await session.call('update_memory', { characterId, memoryId: newer, supersedes: [older] });
    const query = 'Where do I live?';
    const { memories } = await search(session, query, { holds: 'any' });
    const places = memories.map(({ id }) => id);
    const explained = await search(session, query, { holds: 'any', explain: true });
    expect(explained.memories[0]).toMatchObject({
      id: newer,
      explain: { insteadOf: [{ id: older, content: 'I live in Leipzig.' }] },
    });
    expect(explained.memories[0]).not.toHaveProperty('explain.insteadOf.0.isAsked');
    expect([...memories, ...explained.memories].filter((one) => 'insteadOf' in one)).toStrictEqual([]);
    expect(places.indexOf(newer)).toBe(0);
    expect(places.indexOf(older)).toBeGreaterThan(0);
    expect(await explain('We moved to Dresden in October.', query)).toMatchObject({ rank: 1 });
    expect(await explain('I live in Leipzig.', query)).toMatchObject({ rank: places.indexOf(older) + 1 });
  });

  test('a result says where a person is still asked whether it holds in place of an older memory', async () => {
    const { session, idOf } = await holding(['I live in Leipzig.', 'We moved to Dresden in October.']);
    const [olderId, newerId] = [idOf('I live in Leipzig.'), idOf('We moved to Dresden in October.')];
    const { store, clock } = session;
    const id = (await session.call<{ characterId: string }>('get_memory', { characterId, memoryId: olderId }))
      .characterId;
    await store.pairs.link(localOwner('BUSINESS'), id, [{ olderId, newerId }], clock.now);
    const { memories } = await search(session, 'Where do I live?', { explain: true });
    expect(memories[0]).toMatchObject({ id: newerId, explain: { insteadOf: [{ id: olderId, isAsked: true }] } });
  });

  test('the explanation names the words that matched, and how many memories match better', async () => {
    const { explain } = await holding(notes);
    const first = await explain(walk, 'dog park');
    expect(first.parts).toContainEqual({ part: 'word', value: expect.any(Number), of: "'dog'" });
    expect(first.parts).toContainEqual({ part: 'coverage', value: 1 });
    expect(first.why).toBe("rank 1: matches 'dog', 'park'");
    const second = await explain('A dog barks next door', 'dog park');
    expect(second).toMatchObject({
      rank: 2,
      why: "rank 2: matches 1 of 2 words: 'dog'; lacks 'park', 1 memory matches more",
    });
  });

  test('the explanation says why a memory is not found', async () => {
    const { explain } = await holding(notes);
    const { parts, ...rest } = await explain('Tomatoes grow behind the garage', 'dog park');
    expect(rest).toStrictEqual({ relevance: 0, why: 'not found: it shares no word with the query' });
    expect(parts.filter(({ part }) => part === 'word')).toStrictEqual([]);
  });

  test('the explanation names corrected words, lexicon words and words with the same prefix', async () => {
    const { explain } = await holding(notes);
    const of = async (content: string, query: string, part: string) =>
      (await explain(content, query)).parts.find((one) => one.part === part)?.of;
    expect(await of(walk, 'long wlak', 'typo')).toBe("'wlak' as 'walk'");
    expect(await of(notes[2]!, 'Which instrument does she play?', 'lexicon')).toBe("'instrument' as 'violin'");
    expect(await of(notes[3]!, 'Who made the invention?', 'beginning')).toBe("'invention' as 'inventori'");
    expect(await of(notes[6]!, 'Who flew to Moskva?', 'script')).toBe("'moskva' as 'москв' (in another script)");
  });

  test('the explanation separates exact text, neighbours, time, participants and questions', async () => {
    const { session, explain } = await holding([walk]);
    expect((await explain(walk, walk)).why).toBe('rank 1: it is the very text asked for');
    const said = ['Ana: Which instrument do you play?', 'Ben: The cello.', 'Ana: Nice!', 'Ben: Do you play, too?'];
    said.push('Ana: No.', 'Ben: A pity.');
    await session.call('create_character', { name: 'Talk' });
    const ids: string[] = [];
    for (const [i, content] of said.entries()) {
      const occurredAt = new Date(Date.UTC(2023, 4, 8, 10, 0, 30 * i)).toISOString();
      const given = { characterId: 'Talk', content, category: 'general', sessionId: 'talk', occurredAt };
      ids.push((await session.call<Stored>('add_memory_direct', given)).id);
    }
    const why = async (i: number, query: string) =>
      (await session.call<ExplainedMemory>('explain_memory', { characterId: 'Talk', memoryId: ids[i], query })).why;
    expect(await why(2, 'instrument')).toContain('shares no word with the query, but memories around it do');
    expect(await why(3, 'play in May 2023')).toContain('it is of the time asked for');
    expect(await why(3, 'play in May 2023')).toContain('it ends in a question');
    expect(await why(3, 'What does Ana play?')).toContain('it is of somebody else than whom the query names');
  });

  test('the explanation names a near-duplicate as folded by smart retrieval', async () => {
    const texts = ['Deploy the app with the blue button', 'Deploy the app with the blue button!'];
    const { session, explain } = await holding(texts);
    const [shown] = (await search(session, 'deploy button')).memories;
    const folded = await explain(texts.find((one) => one !== shown!.content)!, 'deploy button');
    expect(folded).not.toHaveProperty('rank');
    expect(folded.why).toMatch(/^left out: a better match says all that it says/);
  });

  test('a deleted or unknown memory, or another character’s, is MemoryNotFound', async () => {
    const { session, idOf } = await holding(notes);
    const fault = async (memoryId: string, more: object = {}) =>
      (await session.fault('explain_memory', { characterId, memoryId, query: 'dog', ...more })).type;
    await session.call('delete_memory', { characterId, memoryId: idOf(walk) });
    expect(await fault(idOf(walk))).toBe('MemoryNotFound');
    expect(await fault('00000000-0000-4000-8000-000000000000')).toBe('MemoryNotFound');
    await session.call('create_character', { name: 'Bob' });
    expect(await fault(idOf(notes[1]!), { characterId: 'Bob' })).toBe('MemoryNotFound');
    expect(await fault(idOf(notes[1]!), { query: '  ' })).toBe('ValidationError');
  });
});
