import type { Memory } from '../client/api.ts';
import { useShared } from '../shell/shared.ts';

/** What each source is called. */
export const sourceKinds: Record<Memory['source']['kind'], string> = {
  direct: 'stored directly',
  extraction: 'taken from a conversation',
  file: 'from a file',
  import: 'imported',
};

/** Where a memory comes from, in few words. */
export function useSource(): (memory: Pick<Memory, 'source'>) => string {
  const { files } = useShared();
  return ({ source }) => {
    const file = source.fileId === undefined ? undefined : files.value.get(source.fileId);
    return file ? (file.label ?? file.path) : sourceKinds[source.kind];
  };
}
