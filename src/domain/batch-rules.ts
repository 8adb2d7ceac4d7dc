import type { MemoryChange } from './memory.ts';
import type { BatchedMemory } from './stores/changes.ts';

const deleting = ['DELETED', 'REJECTED'];

/** The changes that undo a batch. A memory keeps its category when the old one was deleted. */
export function undoOf({ memoryId, state, before }: BatchedMemory, categories: ReadonlySet<string>): MemoryChange[] {
  const remove = { kind: 'delete', memoryId } as const;
  if (!before) return state === 'DELETED' ? [] : [remove];
  const { changeType, category, ...kept } = before;
  const fields = { ...kept, ...(categories.has(category) && { category }) };
  const update = { kind: 'update', memoryId, fields } as const;
  const wasDeleted = deleting.includes(changeType);
  if (state !== 'DELETED') return wasDeleted ? [update, remove] : [update];
  return wasDeleted ? [] : [{ kind: 'restore', memoryId }, update];
}
