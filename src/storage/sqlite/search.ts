import type { SearchStore } from '../../domain/store.ts';
import { INDEX_VERSION } from '../../search/parameters.ts';
import { requireCategory } from './categories.ts';
import { characterRow } from './characters.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { type MemoryRecord, type MemoryRow, selectMemories, toMemory } from './memory-rows.ts';
import { reindex } from './memory-writes.ts';

export function searchStore(engine: Engine): SearchStore {
  const { db, index } = engine;
  return {
    read: (tenantId, characterId, query, category) =>
      db.read(() => {
        const { no } = characterRow(db, tenantId, characterId);
        const allowed = category === undefined ? undefined : memoriesIn(db, requireCategory(db, no, category).no);
        return { material: index.read(no, query), ...(allowed && { allowed }) };
      }),

    fetch: (tenantId, characterId, numbers) =>
      db.read(() => {
        const { no } = characterRow(db, tenantId, characterId);
        const rows = db.all<MemoryRecord>(
          `${selectMemories} WHERE memories.no IN (SELECT value FROM json_each(?))
             AND memories.character_no = ? AND memories.state = 'ACTIVE'`,
          JSON.stringify(numbers),
          no,
        );
        return new Map(rows.map((row) => [row.no, toMemory(row)]));
      }),

    async refresh(limit) {
      const outdated = () =>
        db.all<MemoryRow>(
          `SELECT * FROM memories WHERE state = 'ACTIVE' AND index_version < ? LIMIT ?`,
          INDEX_VERSION,
          limit,
        );
      // Looked up first: an index that is up to date costs a start no write.
      if ((await db.read(outdated)).length === 0) return 0;
      return db.write(() => {
        const rows = outdated();
        for (const row of rows) reindex(engine, row);
        return rows.length;
      });
    },
  };
}

function memoriesIn(db: Connection, categoryNo: number): ReadonlySet<number> {
  const rows = db.all<{ no: number }>(`SELECT no FROM memories WHERE category_no = ? AND state = 'ACTIVE'`, categoryNo);
  return new Set(rows.map(({ no }) => no));
}
