import { partsOf } from '../../base/pace.ts';
import type { MemoryChange } from '../../domain/memory.ts';
import type { AnalysedText } from '../../search/index/analyses.ts';
import type { MemoryRow } from './memories.ts';

/** What decides whether a change of a memory indexes it again. */
export type ChangedRow = Pick<MemoryRow, 'content' | 'said' | 'state'>;

/**
 * The texts that changes put into the index, as the memories are now.
 * @param stored the memory of an id
 */
export function changedTexts(
  changes: readonly MemoryChange[],
  stored: (id: string) => ChangedRow | undefined = () => undefined,
): AnalysedText[] {
  return changes.flatMap((change) => {
    if (change.kind === 'add') return newTexts([change.memory]);
    const row = change.kind === 'update' || change.kind === 'restore' ? stored(change.memoryId) : undefined;
    if (!row) return [];
    const content = change.kind === 'update' ? change.fields.content : undefined;
    if (content === undefined && row.state === 'ACTIVE') return [];
    return [{ content: content ?? row.content, said: row.said === 1 }];
  });
}

/** The texts of memories that are added. */
export function newTexts(memories: readonly { content: string; said?: boolean | undefined }[]): AnalysedText[] {
  return memories.map(({ content, said = false }) => ({ content, said }));
}

/** The texts of changes and revisions of replicas: each new text, with whether its memory was said. */
export function sentTexts(
  sent: readonly { memoryId: string; content?: string | undefined; said?: boolean | undefined }[],
): AnalysedText[] {
  const said = new Map<string, boolean>();
  return sent.flatMap(({ memoryId, content, said: given }) => {
    if (given !== undefined) said.set(memoryId, given);
    return content === undefined ? [] : [{ content, said: said.get(memoryId) ?? false }];
  });
}

/** UTF-16 units that one unit indexes again, at most some 60 milliseconds. */
const reindexedAtOnce = 20_000;

/** The first of some memories, those that one unit indexes again. */
export function firstPart<Row extends Pick<MemoryRow, 'content'>>(rows: readonly Row[]): Row[] {
  const size = { most: rows.length, size: reindexedAtOnce };
  return partsOf(rows, size, ({ content }) => content.length).next().value ?? [];
}
