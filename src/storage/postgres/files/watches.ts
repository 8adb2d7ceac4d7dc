import type { WatchStore } from '../../../domain/stores/files.ts';
import { toWatch, type WatchRow } from '../../rows/files.ts';
import { writeLine } from '../audit/record.ts';
import { lockCharacter } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { type Directory, nobody } from '../directory.ts';
import { access, caller, isVisible } from '../sharing/access.ts';
import { pathKey } from './file-rows.ts';

const selectWatches = `
  SELECT watches.path, watches.kind, watches.label, watches.delete_missing, watches.watched_since,
    characters.id AS character_id,
    synced.files, synced.last_sync_at
  FROM characters
  CROSS JOIN LATERAL (SELECT * FROM watches WHERE watches.character_no = characters.no OFFSET 0) AS watches
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS files, max(captured_at) AS last_sync_at FROM files
    WHERE files.character_no = characters.no AND files.missing_since IS NULL AND (files.path = watches.path
      OR (files.path >= watches.path || '/' AND files.path < watches.path || '0'))) AS synced
  WHERE characters.tenant_no = $1 AND characters.status = 'ACTIVE' AND ${isVisible('$2', '$3')}`;

export function watchStore(db: Connection, directory: Directory): WatchStore {
  return {
    async put(scope, characterId, { path, kind, label, deleteMissing }, now) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        await lockCharacter(q, place, characterId);
        q.send(
          `INSERT INTO watches (character_no, path_key, path, kind, label, delete_missing, watched_since)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (character_no, path_key) DO UPDATE SET kind = excluded.kind, label = excluded.label,
             delete_missing = excluded.delete_missing`,
          place.characterNo,
          pathKey(path),
          path,
          kind,
          label ?? null,
          deleteMissing ? 1 : 0,
          now,
        );
        const stored = await q.get<WatchRow>(
          `${selectWatches} AND characters.no = $4 AND watches.path_key = $5`,
          place.tenantNo,
          ...caller(scope),
          place.characterNo,
          pathKey(path),
        );
        if (!stored) throw new Error(`watch ${path} was not stored`);
        writeLine(q, place.tenantNo, scope, { character: { no: place.characterNo } }, 'OK', now);
        return toWatch(stored);
      });
    },

    async remove(scope, path, characterId, now) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? nobody;
      const of = characterId === undefined ? undefined : await directory.find(scope, characterId);
      if (characterId !== undefined && !of) return 0;
      return db.write(tenantNo, async (q) => {
        const removed = await q.all<{ no: number }>(
          `DELETE FROM watches WHERE path_key = $2 AND character_no = ANY(ARRAY(
             SELECT no FROM characters WHERE tenant_no = $1 AND (${access('$3', '$4')}) = 'WRITE'
               AND ($5::bigint IS NULL OR no = $5))) RETURNING character_no AS no`,
          tenantNo,
          pathKey(path),
          ...caller(scope),
          of?.characterNo ?? null,
        );
        for (const character of removed) writeLine(q, tenantNo, scope, { character }, 'OK', now);
        return removed.length;
      });
    },

    async list(scope, characterId) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? nobody;
      const of = characterId === undefined ? undefined : await directory.find(scope, characterId);
      if (characterId !== undefined && !of) return [];
      const rows = await db.all<WatchRow>(
        tenantNo,
        `${selectWatches} AND ($4::bigint IS NULL OR characters.no = $4) ORDER BY watches.path`,
        tenantNo,
        ...caller(scope),
        of?.characterNo ?? null,
      );
      return rows.map(toWatch);
    },
  };
}
