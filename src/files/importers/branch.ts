/** A message among others, by what exports say of its place; `root`: it begins the conversation. */
interface Node {
  id?: string;
  parent?: string;
  at?: string | undefined;
  isRoot?: boolean;
}

/**
 * The messages from the newest one, or `leaf`, up to the first: an edited message leaves its earlier versions beside it.
 * A message without a parent, or with one that the export lacks, follows the one before it. All of them where they have
 * no ids.
 */
export function newestBranch<One>(
  list: readonly One[],
  read: (one: One) => Node,
  leaf?: string | null,
): readonly One[] {
  const nodes = list.map(read);
  if (!nodes.every(({ id }) => id) || !nodes.some(({ parent }) => parent)) return list;
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const newest = nodes.reduce((best, { at }, place) => ((at ?? '') >= (nodes[best]?.at ?? '') ? place : best), 0);
  const chosen: One[] = [];
  const seen = new Set<number>();
  let at: number | undefined = places.get(leaf ?? '') ?? newest;
  while (at !== undefined && at >= 0 && !seen.has(at)) {
    seen.add(at);
    chosen.push(list[at] as One);
    const { parent, isRoot } = nodes[at] as Node;
    at = isRoot ? undefined : (places.get(parent) ?? at - 1);
  }
  return chosen.reverse();
}
