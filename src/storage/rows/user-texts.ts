import { type Trace, type TraceKind, traceKinds } from '../../domain/erasure.ts';
import { readLabels, textsOfLabels } from '../../domain/labels.ts';
import { naming, textsIn } from '../../text/naming.ts';

// Where users' texts are. `test/laws/erasing.test.ts` reads the schemas: a column that can hold a text is here, or in its
// list of columns that hold none.

/** Columns that go with a memory, or that an erasure rewrites. */
export const textsOfMemories: readonly string[] = [
  'memories.content',
  'memories.session_id',
  'memories.tags',
  'memories.metadata',
  'memories.source_file',
  'revisions.content',
  'revisions.category',
  'revisions.words_of',
  'revisions.tags',
  'revisions.metadata',
  'embeddings.vector',
  'embedding_bits.bits',
  'search_recent.passages',
  'search_recent.terms',
  'search_segments.passages',
  'search_segments.filter',
  'search_postings.term',
  'search_postings.postings',
  'search_blocks.block',
  'search_vocabulary.term',
  'search_vocabulary.initial',
  'search_vocabulary.terms',
  'staged_memories.content',
  'staged_memories.category',
  'staged_memories.session_id',
  'staged_memories.source_file',
  'staged_memories.words_of',
  'staged_memories.tags',
  'staged_memories.metadata',
  'staged_moves.content',
  'staged_moves.category',
  'staged_segments.passages',
  'staged_segments.filter',
  'staged_terms.term',
  'file_contents.bytes',
  'idempotency_keys.answer',
  'erasing_texts.content',
];

/** The columns that refer to a memory by its number; rows go with it. */
export const numberedRows: readonly (readonly [table: string, column: string])[] = [
  ['revisions', 'memory_no'],
  ['piece_memories', 'memory_no'],
  ['memory_links', 'older_no'],
  ['memory_links', 'newer_no'],
  ['forget_requests', 'memory_no'],
  ['muted_memories', 'memory_no'],
];

/** Those by its id. */
export const identifiedRows: readonly (readonly [table: string, column: string])[] = [
  ['merged_memories', 'id'],
  ['merged_memories', 'into_id'],
  ['recall_counts', 'memory_id'],
];

/** A revision, as far as an erasure needs it. */
export interface Earlier {
  content: string;
  tags: string | null;
  metadata: string | null;
  moved: string | null;
}

/** The texts and labels that a memory has had, the present text first, and the characters that it has moved to or from. */
export function textsAndMoves(content: string, earlier: readonly Earlier[]) {
  return {
    texts: [...new Set([content, ...earlier.map((one) => one.content)])],
    labels: [...new Set(earlier.flatMap((one) => textsOfLabels(readLabels(one))))],
    moved: [...new Set(earlier.flatMap((one) => one.moved ?? []))],
  };
}

/** A table whose rows can hold a text that a memory has. */
export interface TextTable {
  table: string;
  kind: TraceKind;
  texts: readonly string[];
  /** Identifies a row of a character. */
  key: string;
  /** Rows whose first text begins so tell of an erasure. */
  spared?: string;
  isText?: true;
  /** How its rows name the character: by its number, by that of a session of hooks, or they are characters. */
  owner?: 'session' | 'itself';
  /** PostgreSQL: its rows name their tenant. */
  hasTenant?: true;
  /** Only in a file of this machine. */
  isLocal?: true;
}

export const textTables: readonly TextTable[] = [
  { table: 'recalls', kind: 'recall', texts: ['query', 'question_key', 'results'], key: 'no', hasTenant: true },
  { table: 'captured_turns', kind: 'captured turn', texts: ['clauses'], key: 'no', isLocal: true },
  { table: 'host_turns', kind: 'waiting turn', texts: ['memory'], key: 'no', owner: 'session', isLocal: true },
  { table: 'captures', kind: 'waiting turn', texts: ['memory', 'error'], key: 'no' },
  {
    ...{ table: 'deliveries', kind: 'webhook delivery', texts: ['body', 'attempts'] },
    ...{ key: 'no', hasTenant: true, spared: '{"type":"memory.erased"' },
  },
  { table: 'forget_requests', kind: 'request to forget', texts: ['what'], key: 'memory_no' },
  {
    ...{ table: 'dismissed_questions', kind: 'dismissed question', texts: ['question_key'] },
    ...{ key: 'question_key', isText: true },
  },
  {
    ...{ table: 'characters', kind: 'character', texts: ['name', 'external_id', 'tags', 'profile'] },
    ...{ key: 'no', owner: 'itself', hasTenant: true },
  },
  {
    ...{ table: 'aliases', kind: 'character', texts: ['alias', 'alias_key', 'source_hint'] },
    ...{ key: 'alias_key', isText: true, hasTenant: true },
  },
  { table: 'replicas', kind: 'character', texts: ['base'], key: 'character_no', isLocal: true },
  { table: 'categories', kind: 'category', texts: ['name', 'description', 'hints'], key: 'no' },
  { table: 'files', kind: 'file name', texts: ['path', 'label'], key: 'no' },
  { table: 'watches', kind: 'file name', texts: ['path', 'label'], key: 'path', isText: true, isLocal: true },
];

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu;

/** What an erasure looks for: names of its memories by their ids, and their texts or words. */
export interface Wanted {
  ids: ReadonlySet<string>;
  names: (text: string) => boolean;
}

export function wantedOf(ids: Iterable<string>, texts: Iterable<string>): Wanted {
  return { ids: new Set(ids), names: naming(texts) };
}

/** The same in files, where a memory's text stands without its context: behind the last colon. */
export function wantedInFiles(texts: readonly string[]): Wanted {
  return wantedOf(
    [],
    texts.flatMap((text) => [text, text.slice(text.lastIndexOf(': ') + 1)]),
  );
}

/** What the steps of an erasure look for: in rows, in files, and the ids of files that its memories came from. */
export function wantedOfNotes(notes: readonly { memory_id: string; content: string }[]) {
  const files = new Set(notes.flatMap((one) => (one.memory_id === 'file' ? [one.content] : [])));
  const texts = notes.filter((one) => one.memory_id !== 'file');
  const ids = texts.flatMap((one) => one.memory_id || []);
  const contents = texts.map(({ content }) => content);
  return { wanted: wantedOf(ids, contents), inFiles: wantedInFiles(contents), files };
}

/** Whether a stored value, a text or JSON, has a text or an id that is wanted. */
export function holds({ ids, names }: Wanted, stored: string | null): boolean {
  if (stored === null || stored === '') return false;
  if (ids.size > 0) for (const [id] of stored.matchAll(uuid)) if (ids.has(id.toLowerCase())) return true;
  return textsIn(stored).some(names);
}

/** Whether a row of a table has a text or an id that is wanted. */
export function rowHolds(
  { texts, spared }: TextTable,
  row: Readonly<Record<string, unknown>>,
  wanted: Wanted,
): boolean {
  const stored = texts.map((column) => (row[column] ?? null) as string | null);
  if (spared !== undefined && stored[0]?.startsWith(spared)) return false;
  return stored.some((text) => holds(wanted, text));
}

/** Whether a version of a file holds a wanted text; one that is no text does if memories come from the file. */
export function versionHolds({ names }: Wanted, bytes: Uint8Array, isOfMemories: boolean): boolean {
  const isBinary = bytes.subarray(0, 1_000).includes(0);
  return isBinary ? isOfMemories : names(Buffer.from(bytes).toString('utf8'));
}

/** How much was found beside memories, by its kind. */
export type Counts = Partial<Record<TraceKind, number>>;

export function tracesOf(counts: Readonly<Counts>): Trace[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [{ kind: kind as TraceKind, count, stays: traceKinds[kind as TraceKind].stays }] : [],
  );
}

/** What has a name of its own. */
export function namedTraces(kind: TraceKind, names: readonly string[]): Trace[] {
  return names.length === 0 ? [] : [{ kind, count: names.length, names: [...names], stays: traceKinds[kind].stays }];
}
