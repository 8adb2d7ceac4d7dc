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

/** So many memories of a character may lack a vector, or this share of them. */
const [maxUnread, maxUnreadShare] = [16, 0.05];

/**
 * Whether too few memories have a vector for a comparison, as after an import: those without one, however well their words
 * fit, would stand below all that have one.
 */
export function isHalfRead(waiting: number, memories: number): boolean {
  return waiting > Math.max(maxUnread, maxUnreadShare * memories);
}
