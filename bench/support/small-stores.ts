import { serviceScope } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { ReadingContext } from '../../src/service/context.ts';
import { questionsIn, wantedFor } from '../../src/service/hooks/prompt-query.ts';
import { assembleContext, tokenRoom } from '../../src/service/retrieval/assemble.ts';
import { added, makeCharacter } from './filling.ts';
import { smallNotes } from './small-notes.ts';
import { unrelatedPrompts } from './unrelated-prompts.ts';

/**
 * How the hook of a prompt recalls from stores of the first days, of 1, 3, 10 and 30 memories: the share of questions that
 * get the memory that answers them, of questions that nothing answers and that get nothing, and of unrelated prompts
 * that get nothing.
 */
export async function measureSmallStores(
  store: Store,
  context: ReadingContext,
  tokens: number,
  embedAll?: () => Promise<void>,
) {
  const rows = [];
  for (const size of [1, 3, 10, 30]) {
    const answered: boolean[] = [];
    const unanswered: boolean[] = [];
    const unrelated: boolean[] = [];
    for (let from = 0; from < smallNotes.length; from += size) {
      const notes = smallNotes.slice(from, from + size);
      const characterId = await makeCharacter(store, `${size} from ${from}`);
      const idOf = await remember(
        store,
        characterId,
        notes.map(({ memory }) => memory),
      );
      await embedAll?.();
      const given = async (query: string) => {
        const wanted = wantedFor(query, questionsIn(query));
        return (await assembleContext(context, characterId, tokenRoom(tokens), wanted)).memories.map(({ id }) => id);
      };
      for (const { memory, question } of smallNotes) {
        for (const asked of [question, `Do you remember: ${question}`]) {
          const ids = await given(asked);
          const id = idOf.get(memory);
          if (id === undefined) unanswered.push(ids.length === 0);
          else answered.push(ids.includes(id));
        }
      }
      for (const prompt of unrelatedPrompts) unrelated.push((await given(prompt)).length === 0);
    }
    rows.push({
      memories: size,
      'questions with their answer': share(answered),
      'unanswered questions silent': share(unanswered),
      'unrelated prompts silent': share(unrelated),
    });
  }
  return rows;
}

/** The memories' ids, by their contents. */
async function remember(store: Store, characterId: string, contents: string[]): Promise<Map<string, string>> {
  const changes = contents.map((content) => added(content));
  await store.memories.write(serviceScope('local'), characterId, changes, { changedBy: 'bench', now: Date.now() });
  return new Map(changes.map(({ memory }) => [memory.content, memory.id]));
}

/** NaN without data. */
function share(held: readonly boolean[]): number {
  return held.filter(Boolean).length / held.length;
}
