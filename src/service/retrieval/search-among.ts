import type { CharacterIdentity } from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import { findCharacter, orEmpty } from '../characters.ts';
import type { Context } from '../context.ts';
import type { FoundMemory } from './found.ts';
import { searchInTime } from './in-time.ts';
import { type CountedWord, type Understood, understoodOf } from './narrowing.ts';
import { inOrder } from './own-word.ts';
import { noticeOf, type Query, type SearchQuestion, searchOne } from './search.ts';

/** A memory found among several characters, with the name of its character. */
export type FoundAmong = FoundMemory & { characterName: string };

/** Errors of one character that the others may not have. */
const foundInOthers: ReadonlySet<string> = new Set(['CategoryNotConfigured', 'FileNotFound']);

/**
 * Searches several characters, each once, and merges the results by relevance. A character without the given category
 * or file has no results, and neither has a user without one. CharacterNotFound for any of them; CategoryNotConfigured, FileNotFound when none has it.
 */
export async function searchAmong(
  context: Context,
  references: readonly string[],
  query: Query,
): Promise<{ memories: FoundAmong[]; total: number; notice?: string; understood?: Understood }> {
  const characters = new Map<string, CharacterIdentity>();
  for (const reference of references) {
    const character = await orEmpty(() => findCharacter(context, reference), undefined);
    if (character) characters.set(character.id, character);
  }
  return searchThese(context, [...characters.values()], query);
}

/** As `searchAmong`, for characters that have been found. */
export async function searchThese(
  context: Context,
  characters: readonly Pick<CharacterIdentity, 'id' | 'name'>[],
  query: Query,
): Promise<{ memories: FoundAmong[]; total: number; notice?: string; understood?: Understood }> {
  const ids = characters.map(({ id }) => id);
  const { answer, asked, time } = await searchInTime(context, ids, query, (question, within) =>
    searchEach(context, characters, question, within),
  );
  const { memories, total, words } = answer;
  const order = inOrder(context.principal, query.query, memories);
  return {
    memories: order.slice(0, query.limit),
    total,
    ...noticeOf(asked),
    ...understoodOf(time, query.explain ? words : undefined),
  };
}

/** The matches of each character by relevance; those of equal relevance stay in the order of their characters. */
async function searchEach(
  context: Context,
  characters: readonly Pick<CharacterIdentity, 'id' | 'name'>[],
  asked: SearchQuestion,
  query: Query,
): Promise<{ memories: FoundAmong[]; total: number; words: CountedWord[] }> {
  const names = new Map(characters.map(({ id, name }) => [id, name]));
  const counted = new Map<string, number>();
  const found = new Map<string, FoundAmong>();
  const refusals: ServiceError[] = [];
  let total = 0;
  for (const { id, name } of characters) {
    try {
      const answer = await searchOne(context, id, asked, { ...query, ofWhom: name });
      total += answer.total;
      for (const { word, memories } of answer.words ?? []) counted.set(word, (counted.get(word) ?? 0) + memories);
      for (const one of answer.memories) {
        // What replaced a memory of another layer comes with each of both.
        const before = found.get(one.id);
        if (before) total -= 1;
        if (before && before.relevance >= one.relevance) continue;
        found.set(one.id, { ...one, characterName: names.get(one.characterId) ?? name });
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || !foundInOthers.has(error.type)) throw error;
      refusals.push(error);
    }
  }
  const [refusal] = refusals;
  if (refusal && refusals.length === characters.length) throw refusal;
  return {
    memories: [...found.values()].toSorted((a, b) => b.relevance - a.relevance),
    total,
    words: [...counted].map(([word, memories]) => ({ word, memories })),
  };
}
