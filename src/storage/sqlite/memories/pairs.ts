import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { PairStore } from '../../../domain/stores/pairs.ts';
import type { MemoryRecord } from '../../rows/memories.ts';
import { memoryBound, newestMemories, pairKey } from '../../rows/pairs.ts';
import { writeLine } from '../audit/record.ts';
import { accessibleRow, characterRow, charactersOf } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { findMeant, selectMemories } from './memory-rows.ts';

export function pairStore(db: Connection): PairStore {
  return {
    newest: (scope, { characterId, before, withYear, limit }) =>
      db.read(() => {
        const characters = charactersOf(db, scope, characterId);
        const rows = characters.flatMap(({ no }) =>
          db.all<MemoryRecord>(
            `${selectMemories} WHERE memories.character_no = ? AND memories.state = 'ACTIVE'
               ${withYear ? "AND memories.content GLOB '*20[0-9][0-9]*'" : ''}
               AND (memories.occurred_at, memories.no) < (?, ?)
             ORDER BY memories.occurred_at DESC, memories.no DESC LIMIT ?`,
            no,
            ...memoryBound(before, no),
            limit,
          ),
        );
        const total = characters.reduce((sum, { memory_count: count }) => sum + count, 0);
        return { memories: newestMemories(rows, characters, limit), total };
      }),

    keep: (scope, characterId, memoryIds, isKept, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const text = (id: string) => requireActiveMemory(findMeant(db, character.no, id), id).content;
        const key = pairKey([text(memoryIds[0]), text(memoryIds[1])]);
        const sql = isKept
          ? 'INSERT INTO kept_pairs (character_no, lower_key, higher_key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
          : 'DELETE FROM kept_pairs WHERE character_no = ? AND lower_key = ? AND higher_key = ?';
        db.run(sql, character.no, ...key);
        writeLine(db, scope, { character, targetId: memoryIds[0].toLowerCase() }, 'OK', now);
      }),

    areKept: (scope, pairs) =>
      db.read(() => {
        const nos = new Map<string, number>();
        return pairs.map(({ characterId, texts }) => {
          const no = nos.get(characterId) ?? characterRow(db, scope, characterId).no;
          nos.set(characterId, no);
          const sql = 'SELECT 1 FROM kept_pairs WHERE character_no = ? AND lower_key = ? AND higher_key = ?';
          return db.get(sql, no, ...pairKey(texts)) !== undefined;
        });
      }),
  };
}
