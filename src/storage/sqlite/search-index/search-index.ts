import type { Database } from 'better-sqlite3';
import type { AnalyzedQuery, IndexEntry, SearchMaterial } from '../../../domain/search-index.ts';
import { analyzeMemory } from '../../../search/text/analyze-memory.ts';
import { fingerprint, hash } from '../../../search/text/fingerprint.ts';
import { readMaterial } from './material-reader.ts';
import { appendPassages, retirePassages } from './segment-writer.ts';
import { prepareStatements, type Statements } from './statements.ts';

/**
 * The search index in SQLite. It opens no transaction: every call belongs into the one that writes the memory, and
 * `read` into one that sees a single state of the store.
 */
export class SearchIndex {
  readonly #db: Database;
  #prepared: Statements | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Puts a memory into the index that is not in it. */
  add(entry: IndexEntry): void {
    const { characterNo, memoryNo, content, sessionId, occurredAt } = entry;
    const passages = analyzeMemory(content).map(({ length, terms }, i) => ({
      record: {
        memoryNo,
        length,
        session: sessionId === undefined ? 0 : hash(sessionId),
        minute: Math.floor(occurredAt / 60_000),
        fingerprint: i === 0 ? fingerprint(content) : 0,
      },
      terms,
    }));
    appendPassages(this.#statements, characterNo, passages);
  }

  /** Takes a memory out, whichever analyser put it in; nothing happens when it is not in the index. */
  remove(characterNo: number, memoryNo: number): void {
    retirePassages(this.#statements, characterNo, memoryNo);
  }

  /** After a change of content, session or time, or of the analyser. */
  reindex(entry: IndexEntry): void {
    this.remove(entry.characterNo, entry.memoryNo);
    this.add(entry);
  }

  /** What ranking needs to know for a query. */
  read(characterNo: number, query: AnalyzedQuery): SearchMaterial {
    return readMaterial(this.#statements, characterNo, query);
  }

  get #statements(): Statements {
    this.#prepared ??= prepareStatements(this.#db);
    return this.#prepared;
  }
}
