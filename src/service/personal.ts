import { type PersonalRule, personalRuleOf } from '../domain/character.ts';
import type { Memory } from '../domain/memory.ts';
import { markedKindsIn } from '../text/personal/personal.ts';
import type { ReadingContext } from './context.ts';

/** What a character does with personal data; `mark` for one that is not there. */
export async function ruleForPersonal(
  { store, principal }: Pick<ReadingContext, 'store' | 'principal'>,
  characterId: string,
): Promise<PersonalRule> {
  return personalRuleOf(await store.characters.find(principal, characterId));
}

/** Each memory with the kinds of personal data in it, unless its character does not mark them. */
export async function withPersonal<One extends Pick<Memory, 'characterId' | 'content'>>(
  context: Pick<ReadingContext, 'store' | 'principal'>,
  memories: readonly One[],
): Promise<(One & { personal?: string[] })[]> {
  const marked = memories.map((memory) => ({ memory, kinds: markedKindsIn(memory.content) }));
  const holders = new Set(marked.flatMap(({ memory, kinds }) => (kinds.length > 0 ? [memory.characterId] : [])));
  const rules = new Map(
    await Promise.all([...holders].map(async (id) => [id, await ruleForPersonal(context, id)] as const)),
  );
  return marked.map(({ memory, kinds }) =>
    kinds.length === 0 || rules.get(memory.characterId) === 'store' ? memory : { ...memory, personal: kinds },
  );
}
