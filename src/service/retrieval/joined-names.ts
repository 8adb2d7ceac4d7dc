import type { JoinedName } from '../../domain/stores/joined-names.ts';
import type { ReadingContext } from '../context.ts';

/** How often a question is asked again by other names. */
const maxOtherwise = 3;

/** A question with another name of what it names, for each name that a person joined with it in a character. */
export async function otherNames(
  { store, principal }: ReadingContext,
  characterId: string,
  query: string,
): Promise<string[]> {
  const joined = (await store.joinedNames.list(principal, characterId)).filter(({ name }) => name !== '');
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
