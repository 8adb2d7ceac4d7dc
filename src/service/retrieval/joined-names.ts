import type { JoinedName } from '../../domain/stores/joined-names.ts';
import type { ReadingContext } from '../context.ts';
import type { FoundMemory } from './found.ts';

/** How often a question is asked again by other names. */
const maxOtherwise = 3;

/** The matches of a query, also by other names of what it names; each memory as relevant as by the best of them. */
export async function byEveryName<Matches extends { memories: FoundMemory[]; total: number }>(
  context: ReadingContext,
  characterId: string,
  { query, limit }: { query: string; limit: number },
  search: (query: string) => Promise<Matches>,
): Promise<Matches> {
  const [found, others] = await Promise.all([search(query), askedOtherwise(context, characterId, query)]);
  if (others.length === 0) return found;
  const best = new Map(found.memories.map((one) => [one.id, one]));
  for (const other of others) {
    const { memories } = await search(other);
    for (const one of memories) if (one.relevance > (best.get(one.id)?.relevance ?? -1)) best.set(one.id, one);
  }
  const memories = [...best.values()].toSorted((a, b) => b.relevance - a.relevance);
  const total = found.total + memories.length - found.memories.length;
  return { ...found, memories: memories.slice(0, limit), total };
}

/** A question with another name of what it names, for each name that a person joined with it in a character. */
async function askedOtherwise(
  { store, principal }: ReadingContext,
  characterId: string,
  query: string,
): Promise<string[]> {
  const joined = await store.joinedNames.list(principal, characterId);
  return groupsOf(joined)
    .flatMap((names) => {
      const [said, ...more] = names.filter((name) => wordsOf(name).test(query));
      if (said === undefined || more.length > 0) return [];
      return names.filter((name) => name !== said).map((name) => query.replace(wordsOf(said), () => name));
    })
    .slice(0, maxOtherwise);
}

/** The names of each person or thing. */
function groupsOf(joined: readonly JoinedName[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { alias, name } of joined) {
    const key = name.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? [name]), alias]);
  }
  return [...groups.values()];
}

/** A name as whole words; in scripts without spaces anywhere. */
function wordsOf(name: string): RegExp {
  const source = name.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return withoutSpaces.test(name)
    ? new RegExp(source, 'iu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu');
}

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
