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

/** Who stored a memory directly, by the kind of its origin (`you`, `agent`, `member Ada`). */
const storedBy: ReadonlyMap<string, Message> = new Map([
  ['you', msg('stored by you')],
  ['agent', msg('stored by an agent')],
  ['member', msg('stored by {name}')],
]);

/** A memory's source, in few words: a file or an imported document by its name, also where its text is another's now. */
export function useSource(): (memory: Pick<Memory, 'source' | 'origin'>, document?: string) => string {
  const fileName = useFileName();
  return ({ source, origin = '' }, document) => {
    const [kind = ''] = origin.split(' ', 1);
    const name = origin.slice(kind.length + 1);
    if (kind === source.kind && name !== '') return fileName(source.fileId) ?? name;
    const by = source.kind === 'direct' ? storedBy.get(kind) : undefined;
    return (
      fileName(source.fileId) ??
      (source.kind === 'import' ? document : undefined) ??
      t(by ?? sourceKinds[source.kind], { name })
    );
  };
}

/** A file's name, if the file was loaded. */
export function useFileName(): (fileId: string | undefined) => string | undefined {
  const { files } = useShared();
  return (fileId) => {
    const file = fileId === undefined ? undefined : files.value.get(fileId);
    return file && (file.label ?? file.path);
  };
}
