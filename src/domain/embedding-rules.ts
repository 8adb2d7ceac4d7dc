import type { EmbeddingModel, KnownModel, WaitingMemory } from './stores/embeddings.ts';

/** Whether vectors of a model can be compared with those of the current one, as far as both are known. */
export function isSameModel(current: KnownModel, { name, dimensions = current.dimensions }: EmbeddingModel): boolean {
  return current.name === name && current.dimensions === dimensions;
}

/** The longest prefix that fits, at least one. */
export function upTo<Memory extends WaitingMemory>(maxChars: number, memories: Memory[]): Memory[] {
  let chars = 0;
  const fitting = memories.findIndex(({ content }, index) => {
    chars += content.length;
    return index > 0 && chars > maxChars;
  });
  return fitting < 0 ? memories : memories.slice(0, fitting);
}
