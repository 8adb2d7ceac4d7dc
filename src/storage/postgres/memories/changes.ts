import type { Author, MemoryChange, NewMemory } from '../../../domain/memory.ts';
import { contentKey } from '../../../text/content-key.ts';
import { Analyses } from '../search-index/analyses.ts';
import type { Wanted } from './memory-set.ts';

/** What a unit with these changes will look at. */
export function wantedBy(changes: readonly MemoryChange[]): Wanted {
  const contents = changes.flatMap((change) =>
    change.kind === 'add'
      ? [change.memory.content]
      : change.kind === 'update'
        ? [change.fields.content ?? []].flat()
        : [],
  );
  const ids = changes.flatMap((change) => (change.kind === 'add' ? [] : [change.memoryId]));
  const restored = changes.flatMap((change) => (change.kind === 'restore' ? [change.memoryId] : []));
  return { ids, keys: contents.map(contentKey), twinsOf: restored };
}

export function analysesOf(changes: readonly MemoryChange[], by: Author): Analyses {
  const analyses = new Analyses();
  for (const change of changes) if (change.kind === 'add') prepareMemory(analyses, change.memory, by);
  return analyses;
}

/** Analyses a memory as it will be indexed when it is added. */
export function prepareMemory(analyses: Analyses, memory: NewMemory, { now }: Author): void {
  const { content, sessionId, occurredAt = now, said = false } = memory;
  analyses.prepare({ characterNo: 0, content, sessionId, occurredAt, said });
}
