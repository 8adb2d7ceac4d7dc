import type { Memory } from '../../client/api.ts';
import { type Item, pairItem } from './items.ts';
import type { Pair } from './pairs.ts';

/** Pairs as decisions: three and more memories that say the same are one (connected components). */
export function pairItems(pairs: readonly Pair[]): Item[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs.filter((one) => one.kind === 'duplicate')) {
    const joined = pair.memories.flatMap(({ id }) => groups.get(id) ?? []);
    const group = [...new Set([...joined, pair])];
    for (const { memories } of group) for (const { id } of memories) groups.set(id, group);
  }
  const shown = new Set<Pair[]>();
  return pairs.flatMap((pair): Item[] => {
    const group = groups.get(pair.memories[0].id);
    if (group === undefined || group.length < 2 || !group.includes(pair)) return [pairItem(pair)];
    if (shown.has(group)) return [];
    shown.add(group);
    return [groupItem(group)];
  });
}

function groupItem(pairs: readonly Pair[]): Item {
  const at = ({ occurredAt, createdAt }: Memory) => Date.parse(occurredAt ?? createdAt);
  const byId = new Map(pairs.flatMap(({ memories }) => memories).map((one) => [one.id, one]));
  const memories = [...byId.values()].toSorted((a, b) => at(b) - at(a));
  const { characterId, content: text } = memories[0]!;
  const ids = memories.map(({ id }) => id).toSorted();
  return { kind: 'group', key: `pair ${ids.join(' ')}`, characterId, text, memories, pairs };
}
