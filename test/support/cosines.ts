import type { Cosines, Nearness } from '../../src/domain/stores/embeddings.ts';

/** As a store that compared all memories of a character answers. */
export function nearnessOf(cosines: ReadonlyMap<number, number>): { near: Cosines; usual: Cosines } {
  const near = { memoryNos: Int32Array.from(cosines.keys()), values: Float64Array.from(cosines.values()) };
  return { near, usual: near };
}

/** Memory number → cosine, the highest first; with those that are usual. */
export function cosinesIn({ near, usual }: Nearness): Map<number, number> {
  const pairs = [near, usual].flatMap(({ memoryNos, values }) =>
    Array.from(values, (cosine, i): [number, number] => [memoryNos[i]!, cosine]),
  );
  return new Map(pairs.sort((a, b) => b[1] - a[1]));
}
