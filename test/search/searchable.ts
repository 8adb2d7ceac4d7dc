import schema from '../../schema.sql';
import { Database } from '../../src/base/sqlite.ts';
import type { IndexEntry } from '../../src/search/index/indexed-memory.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { type Ranking, type RankOptions, rank } from '../../src/search/rank/rank.ts';
import { SearchIndex } from '../../src/storage/sqlite/search-index/search-index.ts';

export const NOW = Date.UTC(2024, 4, 15, 12);

/** The tenant, and characters by their numbers. */
const characters = `
  INSERT INTO tenants (id, name, tier, created_at) VALUES ('local', 'local', 'BUSINESS', 0);
  INSERT INTO characters (no, id, tenant_id, name, name_key, status, category_preset, tags, profile, created_at, updated_at)
    SELECT value, value, 'local', value, value, 'ACTIVE', 'standard', '[]', '{}', 0, 0 FROM json_each('[1, 2]')`;

/** Characters' memories with nothing but their search index. Memories are numbered from 1 in the order they come. */
export class Searchable {
  readonly db = new Database(':memory:').exec(schema).exec(characters);
  readonly index = new SearchIndex(this.db);
  readonly contents = new Map<number, string>();
  #last = 0;

  add(content: string, more: Partial<IndexEntry> = {}): number {
    const memoryNo = more.memoryNo ?? ++this.#last;
    this.index.add({ characterNo: 1, memoryNo, content, occurredAt: NOW, said: true, ...more });
    this.contents.set(memoryNo, content);
    return memoryNo;
  }

  remove(memoryNo: number, characterNo = 1): void {
    this.index.remove(characterNo, [memoryNo]);
  }

  rank(query: string, options: Partial<RankOptions> = {}, characterNo = 1): Ranking {
    const analyzed = analyzeQuery(query, NOW);
    return rank(analyzed, this.index.read(characterNo, analyzed), { limit: 100, ...options });
  }

  /** The contents found, best first. */
  find(query: string, options: Partial<RankOptions> = {}): string[] {
    return this.rank(query, options).memories.map(({ memoryNo }) => this.contents.get(memoryNo)!);
  }
}

/** A store with these memories, without a session. */
export function storing(...contents: string[]): Searchable {
  const store = new Searchable();
  for (const content of contents) store.add(content);
  return store;
}

/** Notes about other things, in plain English. */
export const UNRELATED: readonly string[] = [
  'The invoice for the new roof was paid in March',
  'Anna prefers tea without sugar in the afternoon',
  'Deploys to production happen on Tuesdays after the stand-up',
  'Grandfather grew tomatoes behind the garage',
  'The staging database is restored every night from a snapshot',
  'Their dog is afraid of thunder and fireworks',
];
