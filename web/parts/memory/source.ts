import type { Memory } from '../../client/api.ts';
import { type Message, msg, t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';

/** The name of each source. */
export const sourceKinds: Record<Memory['source']['kind'], Message> = {
  direct: msg('stored directly'),
  extraction: msg('taken from a conversation'),
  file: msg('from a file'),
  import: msg('imported'),
};

/** A memory's source, in few words. */
export function useSource(): (memory: Pick<Memory, 'source'>) => string {
  const fileName = useFileName();
  return ({ source }) => fileName(source.fileId) ?? t(sourceKinds[source.kind]);
}

/** A file's name, if the file was loaded. */
export function useFileName(): (fileId: string | undefined) => string | undefined {
  const { files } = useShared();
  return (fileId) => {
    const file = fileId === undefined ? undefined : files.value.get(fileId);
    return file && (file.label ?? file.path);
  };
}
