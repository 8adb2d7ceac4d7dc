import { withoutInvisible } from '../base/invisible.ts';
import type { AuthorKind, MemorySource, WordsOf } from './memory.ts';
import { localMemberId, nameWithoutMember } from './principal.ts';

/**
 * Whose word a memory is, for one reader: `you` (the reader typed it), `agent` (a model's conclusion or tool call),
 * `service`, or the kind with a name: `file notes.md`, `import chats.json`, `member Ada`.
 */
export const originKinds = ['you', 'agent', 'file', 'import', 'member', 'service'] as const;
export type OriginKind = (typeof originKinds)[number];

/** The first revision that has the present text of a memory; of a proposed one, that by which it was accepted. */
export interface TextAuthor {
  revision: number;
  kind: AuthorKind | null;
  memberId: string | null;
  /** The author's at that time. */
  name: string;
  wordsOf: string | null;
}

/** A memory's origin for a reader. @param source of the memory */
export function originOf(readerId: string, author: TextAuthor | undefined, source: MemorySource['kind']): string {
  if (author && isOther(author, readerId)) return named('member', author.name);
  const isFirst = author === undefined || author.revision === 1;
  const [, of = '', name = ''] = /^(\w+)(?::(.*))?$/su.exec(author?.wordsOf ?? '') ?? [];
  if (author?.kind === 'file' || (isFirst && source === 'file')) return named('file', name);
  if (of === 'member') return named('member', name);
  if (of === 'document' || of === 'other') return named('import', of === 'other' ? 'pasted text' : name);
  if (isFirst && source === 'import') return 'import';
  if (of === 'user') return 'you';
  if (of === 'agent' || !author) return 'agent';
  if (author.kind === 'system') return 'service';
  return author.kind === 'user' ? 'you' : 'agent';
}

export function originKind(origin: string): OriginKind {
  return origin.split(' ', 1)[0] as OriginKind;
}

/** What a copy says of its words: it is stored by whoever copies it. */
export function wordsOfOrigin(origin: string): WordsOf {
  const kind = originKind(origin);
  const name = origin.slice(kind.length + 1);
  if (kind === 'you') return 'user';
  if (kind === 'member') return `member:${name}`;
  return kind === 'file' || kind === 'import' ? `document:${name}` : 'agent';
}

/**
 * The service acts under the id of the local owner, with a name of its own; what a replica received has no member's id.
 * What a member's store calls its service is that member's word.
 */
function isOther({ memberId, kind, name }: TextAuthor, readerId: string): boolean {
  if (memberId === readerId) return false;
  const isLocal = name === nameWithoutMember(localMemberId);
  if (memberId === null) return kind !== 'system' && !isLocal;
  return memberId !== localMemberId || (kind !== 'system' && isLocal);
}

/** The words of a file or an imported document. */
export function wordsOfDocument(path: string): WordsOf {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return `document:${name.slice(-maxStored)}`;
}

/** The document that words are of, if they are of one. */
export function documentIn(wordsOf: string | null): { document?: string } {
  const [, document] = /^document:(.+)$/su.exec(wordsOf ?? '') ?? [];
  return document === undefined ? {} : { document };
}

/** UTF-16 units of a document's name. */
const maxStored = 200;

/** Code points of a name. */
const maxName = 40;

/** A kind and a name in one line, without what could end it or look like another origin. */
function named(kind: OriginKind, name: string): string {
  const clean = withoutInvisible(name)
    .replace(/[^\p{L}\p{M}\p{N}._@+#' -]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const short = [...clean];
  const shown = short.length > maxName ? `${short.slice(0, maxName - 1).join('')}…` : clean;
  return shown === '' ? kind : `${kind} ${shown}`;
}
