import type { Memory, MemoryChange } from '../../domain/memory.ts';
import { namedConcept, okfPrefix } from '../../files/okf/fields.ts';
import type { Context } from '../context.ts';
import { author } from '../memories.ts';

/** How many concepts that name a successor are looked at. */
const maxLinked = 1_000;

/** Lets concepts of OKF be replaced by those that they name, in whichever order they were read. */
export async function linkConcepts(context: Context, characterId: string): Promise<void> {
  const { store, principal } = context;
  const [target, own] = [`${okfPrefix}superseded_by`, `${okfPrefix}id`];
  const having = async (key: string) => {
    const filter = { state: 'ACTIVE', page: 0, limit: maxLinked, metadata: { [key]: { exists: true } } } as const;
    return (await store.memories.list(principal, characterId, filter)).memories;
  };
  const waiting = (await having(target)).filter(({ supersededBy }) => supersededBy === undefined);
  if (waiting.length === 0) return;
  const known = await having(own);
  const changes = waiting.flatMap((memory): MemoryChange[] => {
    const named = namedConcept(String(memory.metadata?.[target]));
    const isMeant = ({ id, metadata = {} }: Memory) =>
      id !== memory.id && named !== '' && (metadata[own] === named || `/${metadata[own]}`.endsWith(`/${named}`));
    const successor = known.find(isMeant);
    // Two that name each other would both be hidden.
    if (!successor || successor.supersededBy === memory.id || waiting.includes(successor)) return [];
    // Without its day the end was that of the import.
    const end = memory.metadata?.[`${okfPrefix}undated`] === undefined ? {} : { validUntil: null };
    return [{ kind: 'update', memoryId: memory.id, fields: { supersededBy: successor.id, ...end } }];
  });
  if (changes.length > 0) await store.memories.writeEach(principal, characterId, changes, author(context));
}
