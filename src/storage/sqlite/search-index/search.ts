import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { MemoryText, SearchStore } from '../../../domain/stores/search.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { firstPart } from '../../rows/changed-texts.ts';
import { categorized, type MemoryRow, type ShownRow } from '../../rows/memories.ts';
import { categoryRows, requireCategory } from '../characters/category-rows.ts';
import { characterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { findMeant, shown } from '../memories/memory-rows.ts';
import { reindex } from '../memories/memory-unit.ts';

// By number only (a column with + uses no index): the others would scan the whole character.
const selectByNumbers = `SELECT ${shown} FROM memories
  WHERE no IN (SELECT value FROM json_each(?)) AND +character_no = ? AND +state = 'ACTIVE'`;

const selectTexts = `SELECT no, content, salience, importance, occurred_at AS occurredAt FROM memories
  WHERE no IN (SELECT value FROM json_each(?)) AND +character_no = ? AND +state = 'ACTIVE'`;

export function searchStore(engine: Engine): SearchStore {
  const { db } = engine;
  return {
    read: (scope, characterId, query, category) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const allowed = category === undefined ? undefined : memoriesIn(db, requireCategory(db, no, category).no);
        return { material: engine.index.read(no, query), ...(allowed && { allowed }) };
      }),

    fetch: (scope, characterId, numbers) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        // Without joins: a search fetches many rows of few categories and one character.
        const category = db.cached(
          `names of categories ${no}`,
          () => new Map(categoryRows(db, no).map((row) => [row.no, row.name])),
        );
        const rows = db.all<ShownRow>(selectByNumbers, JSON.stringify(numbers), no);
        const nameOf = (row: ShownRow) => category.get(row.category_no) ?? '';
        return new Map(rows.map((row) => [row.no, categorized(row, nameOf(row), characterId, scope.memberId)]));
      }),

    texts: (scope, characterId, numbers) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const rows = db.all<MemoryText & { no: number }>(selectTexts, JSON.stringify(numbers), no);
        return new Map(rows.map((row) => [row.no, row]));
      }),

    // The file needs no round trip: checking the cache costs nothing.
    readCached: async () => undefined,
    fetchCached: (scope, characterId) =>
      db.read(() => {
        characterRow(db, scope, characterId);
        return undefined;
      }),

    numberOf: (scope, characterId, memoryId) =>
      db.read(() => requireActiveMemory(findMeant(db, characterRow(db, scope, characterId).no, memoryId), memoryId).no),

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
        const rows = firstPart(outdated());
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
