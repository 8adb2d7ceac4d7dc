import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { PairStore } from '../../../domain/stores/pairs.ts';
import { linkIsShown } from '../../rows/holding.ts';
import { type MemoryRecord, toMemory } from '../../rows/memories.ts';
import { type LinkRow, linkedMemories, memoryBound, newestMemories, pairKey } from '../../rows/pairs.ts';
import { writeLine } from '../audit/record.ts';
import { accessibleRow, characterRow, charactersOf } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { findMeant, findOfOwner, keyOrder, ofOwner, selectMemories } from './memory-rows.ts';

function isKept(db: Connection, characterNo: number, texts: readonly [string, string]): boolean {
  const sql = 'SELECT 1 FROM kept_pairs WHERE character_no = ? AND lower_key = ? AND higher_key = ?';
  return db.get(sql, characterNo, ...pairKey(texts)) !== undefined;
}

const insertKept = `INSERT INTO kept_pairs
  (character_no, lower_key, higher_key, batch, kept_at, kept_by, client, older_no) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
/** The older memory of a link of two. */
const olderOf = `SELECT older_no AS older FROM memory_links
  WHERE character_no = ? AND (older_no = ? AND newer_no = ? OR older_no = ? AND newer_no = ?)`;

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

    keep: (scope, characterId, memoryIds, as, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const [one, other] = memoryIds.map((id) =>
          requireActiveMemory(findOfOwner(db, character.no, id, scope), id),
        ) as [MemoryRecord, MemoryRecord];
        const key = pairKey([one.content, other.content]);
        if (as) {
          const { no } = character;
          const [{ older } = { older: null }] = db.all<{ older: number }>(
            olderOf,
            no,
            one.no,
            other.no,
            other.no,
            one.no,
          );
          db.run(insertKept, no, ...key, as.batch ?? null, now, as.by, as.client ?? null, older);
        } else
          db.run(
            'DELETE FROM kept_pairs WHERE character_no = ? AND lower_key = ? AND higher_key = ?',
            character.no,
            ...key,
          );
        writeLine(db, scope, { character, targetId: memoryIds[0].toLowerCase() }, 'OK', now);
      }),

    withdraw: (scope, characterId, batchId, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        db.run(
          `INSERT OR IGNORE INTO memory_links (character_no, older_no, newer_no, at)
           SELECT kept.character_no, older.no, newer.no, @now FROM kept_pairs AS kept
           CROSS JOIN memories AS older ON older.no = kept.older_no
           CROSS JOIN memories AS newer ON newer.no = (
             SELECT one.no FROM memories AS one WHERE one.character_no IN (${ofOwner('@no')}) AND one.state = 'ACTIVE'
               AND one.content_key IN (kept.lower_key, kept.higher_key) AND one.content_key <> older.content_key
             ORDER BY one.character_no <> kept.character_no LIMIT 1)
           WHERE kept.character_no = @no AND kept.batch = @batchId AND older.state = 'ACTIVE'`,
          { no: character.no, batchId, now },
        );
        const sql = 'DELETE FROM kept_pairs WHERE character_no = ? AND batch = ?';
        const { changes: withdrawn } = db.run(sql, character.no, batchId);
        if (withdrawn > 0) writeLine(db, scope, { character, targetId: batchId }, 'OK', now);
        return withdrawn;
      }),

    link: (scope, characterId, links, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const made = links.filter(({ olderId, newerId }) => {
          const [older, newer] = [findMeant(db, character.no, olderId), findOfOwner(db, character.no, newerId, scope)];
          if (older?.state !== 'ACTIVE' || newer?.state !== 'ACTIVE' || older.no === newer.no) return false;
          if (isKept(db, character.no, [older.content, newer.content])) return false;
          const sql = `INSERT INTO memory_links (character_no, older_no, newer_no, at) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING`;
          return db.run(sql, character.no, older.no, newer.no, now).changes > 0;
        });
        if (made.length > 0) writeLine(db, scope, { character }, 'OK', now);
        return made.length;
      }),

    links: (scope, characterId, asked) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const of = asked.of === undefined ? undefined : (findOfOwner(db, no, asked.of, scope)?.no ?? 0);
        const rows = db.all<LinkRow>(
          `SELECT older.id AS older, newer.id AS newer, link.at FROM memory_links AS link
           CROSS JOIN memories AS older ON older.no = link.older_no
           CROSS JOIN memories AS newer ON newer.no = link.newer_no
           WHERE link.character_no = ? ${of === undefined ? '' : 'AND ? IN (link.older_no, link.newer_no)'}
             AND older.state = 'ACTIVE' AND newer.state = 'ACTIVE' AND ${linkIsShown(asked.kept ?? false, 'link.character_no', keyOrder)}
           ORDER BY link.at DESC, link.older_no DESC, link.newer_no DESC`,
          ...[no, ...(of === undefined ? [] : [of])],
        );
        const find = (id: string) => {
          const row = findOfOwner(db, no, id, scope);
          return row && toMemory(row, scope.memberId);
        };
        return linkedMemories(rows, find, asked);
      }),

    unlink: (scope, characterId, memoryIds, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const [one, other] = memoryIds.map((id) => findOfOwner(db, character.no, id, scope)?.no ?? 0) as [
          number,
          number,
        ];
        const sql = 'DELETE FROM memory_links WHERE character_no = ? AND older_no = ? AND newer_no = ?';
        const places = [
          [one, other],
          [other, one],
        ] as const;
        const removed = places.reduce((sum, place) => sum + db.run(sql, character.no, ...place).changes, 0);
        if (removed > 0) writeLine(db, scope, { character, targetId: memoryIds[0].toLowerCase() }, 'OK', now);
      }),

    areKept: (scope, pairs) =>
      db.read(() => {
        const nos = new Map<string, number>();
        return pairs.map(({ characterId, texts }) => {
          const no = nos.get(characterId) ?? characterRow(db, scope, characterId).no;
          nos.set(characterId, no);
          return isKept(db, no, texts);
        });
      }),
  };
}
