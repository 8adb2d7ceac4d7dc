import { type Trace, type TraceKind, traceKinds } from '../../domain/erasure.ts';
import { readLabels, textsOfLabels } from '../../domain/labels.ts';
import { naming, textsIn } from '../../text/naming.ts';
import { restOfRecall } from './recalls.ts';

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
  ['kept_pairs', 'older_no'],
  ['alike_pairs', 'one_no'],
  ['alike_pairs', 'other_no'],
  ['forget_requests', 'memory_no'],
  ['muted_memories', 'memory_no'],
  ['wrong_answers', 'memory_no'],
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

/** Columns of a row with their values. */
export type RestOfRow = Readonly<Record<string, string | number | null>>;

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
  /** Its rows stay, as `wordsOf`: only a name behind the kind is sought and removed. */
  isNamed?: true;
  /**
   * Of a row that holds a text, the columns that change where the rest of it stays; undefined: it goes.
   * @param isHeld whether a stored value holds a text that is sought
   */
  rest?: (row: Readonly<Record<string, unknown>>, isHeld: (stored: string) => boolean) => RestOfRow | undefined;
  /** How its rows name the character: by its number, by that of a session of hooks, or they are characters. */
  owner?: 'session' | 'itself';
  /** PostgreSQL: its rows name their tenant. */
  hasTenant?: true;
  /** Only in a file of this machine. */
  isLocal?: true;
}

export const textTables: readonly TextTable[] = [
  {
    ...{ table: 'recalls', kind: 'recall', texts: ['query', 'question_key', 'results'] },
    ...{ key: 'no', hasTenant: true, rest: restOfRecall },
  },
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
  { table: 'wrong_answers', kind: 'recall', texts: ['question_key'], key: 'question_key', isText: true },
  {
    ...{ table: 'characters', kind: 'character', texts: ['name', 'external_id', 'tags', 'profile'] },
    ...{ key: 'no', owner: 'itself', hasTenant: true },
  },
  {
    ...{ table: 'aliases', kind: 'character', texts: ['alias', 'alias_key', 'source_hint'] },
    ...{ key: 'alias_key', isText: true, hasTenant: true },
  },
  {
    ...{ table: 'joined_names', kind: 'joined name', texts: ['alias', 'alias_key', 'name'] },
    ...{ key: 'alias_key', isText: true },
  },
  { table: 'replicas', kind: 'character', texts: ['base'], key: 'character_no', isLocal: true },
  { table: 'categories', kind: 'category', texts: ['name', 'description', 'hints'], key: 'no' },
  { table: 'files', kind: 'file name', texts: ['path', 'label'], key: 'no' },
  { table: 'revisions', kind: 'document name', texts: ['words_of'], key: 'words_of', isText: true, isNamed: true },
  { table: 'watches', kind: 'file name', texts: ['path', 'label'], key: 'path', isText: true, isLocal: true },
];

/** SQL for a value of an `isNamed` column without the name. */
export const kindAlone = (column: string) => `CASE WHEN ${column} LIKE 'member:%' THEN 'member:' ELSE 'document:' END`;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu;

/** A text that an erasure looks for, with its memory: `file` for the id of a file that one came from, empty for words. */
export interface Note {
  erasure_id: string;
  memory_id: string;
  content: string;
}

/** The notes of an erasure that is planned. */
export function notesOf(
  memories: readonly { id: string; texts: readonly string[] }[],
  words: readonly string[],
  files: Iterable<string>,
): Note[] {
  const note = (memoryId: string) => (content: string) => ({ erasure_id: '', memory_id: memoryId, content });
  return [
    ...memories.flatMap(({ id, texts }) => texts.map(note(id))),
    ...words.map(note('')),
    ...[...files].map(note('file')),
  ];
}

/** What one erasure, or several together, look for. */
interface Wanted {
  /** Of its memories. */
  ids: ReadonlySet<string>;
  names: (text: string) => boolean;
  /** In files a memory's text stands without its context: behind the last colon. */
  namesInFiles: (text: string) => boolean;
  files: ReadonlySet<string>;
}

function wantedOf(notes: readonly Note[]): Wanted {
  const texts = notes.filter((one) => one.memory_id !== 'file');
  const contents = texts.map(({ content }) => content);
  return {
    ids: new Set(texts.flatMap((one) => one.memory_id || [])),
    names: naming(contents),
    namesInFiles: naming(contents.flatMap((text) => [text, text.slice(text.lastIndexOf(': ') + 1)])),
    files: new Set(notes.flatMap((one) => (one.memory_id === 'file' ? [one.content] : []))),
  };
}

/** What erasures look for together. Each answer has the ids of those that look for it. */
export class Sought {
  readonly #all: Wanted;
  readonly #each: readonly (readonly [id: string, wanted: Wanted])[];

  constructor(notes: readonly Note[]) {
    this.#all = wantedOf(notes);
    const byErasure = new Map<string, Note[]>();
    for (const note of notes) {
      const own = byErasure.get(note.erasure_id);
      if (own) own.push(note);
      else byErasure.set(note.erasure_id, [note]);
    }
    this.#each =
      byErasure.size === 1
        ? [...byErasure.keys()].map((id) => [id, this.#all])
        : [...byErasure].map(([id, own]) => [id, wantedOf(own)]);
  }

  /** For a stored value, a text or JSON. */
  inText(stored: string): string[] {
    return this.#by((wanted) => holds(wanted, stored));
  }

  #inRow({ texts, spared, isNamed }: TextTable, row: Readonly<Record<string, unknown>>): string[] {
    const stored = texts.map((column) => {
      const text = (row[column] ?? null) as string | null;
      return isNamed ? (text?.replace(/^[a-z]+(?::|$)/u, '') ?? null) : text;
    });
    if (spared !== undefined && stored[0]?.startsWith(spared)) return [];
    return this.#by((wanted) => stored.some((text) => holds(wanted, text)));
  }

  /** A row of a table, with what is found in it. */
  found(table: TextTable, row: Readonly<Record<string, unknown>> & Pick<FoundRow, 'key'>): FoundRow {
    const erasures = this.#inRow(table, row);
    const isHeld = (stored: string) => holds(this.#all, stored);
    return { key: row.key, erasures, rest: erasures.length > 0 ? table.rest?.(row, isHeld) : undefined };
  }

  /** For a version of a file; one that is no text counts if memories come from the file. */
  inVersion(bytes: Uint8Array, fileId: string): string[] {
    const isBinary = bytes.subarray(0, 1_000).includes(0);
    const text = isBinary ? '' : Buffer.from(bytes).toString('utf8');
    return this.#by(({ files, namesInFiles }) => (isBinary ? files.has(fileId) : namesInFiles(text)));
  }

  #by(isIn: (wanted: Wanted) => boolean): string[] {
    if (!isIn(this.#all)) return [];
    return this.#each.flatMap(([id, wanted]) => (wanted === this.#all || isIn(wanted) ? id : []));
  }
}

function holds({ ids, names }: Wanted, stored: string | null): boolean {
  if (stored === null || stored === '') return false;
  if (ids.size > 0) for (const [id] of stored.matchAll(uuid)) if (ids.has(id.toLowerCase())) return true;
  return textsIn(stored).some(names);
}

/** A row that holds a text of these erasures. */
export interface FoundRow {
  key: string | number;
  erasures: readonly string[];
  rest?: RestOfRow | undefined;
}

/** How many values each erasure has found, by its id. */
export function countedBy(found: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of found.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
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
