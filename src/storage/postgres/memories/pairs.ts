import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { LinkedMemories, PairStore } from '../../../domain/stores/pairs.ts';
import { isUuid } from '../../../domain/text.ts';
import { linkIsShown } from '../../rows/holding.ts';
import { type MemoryRecord, memoryOf } from '../../rows/memories.ts';
import { type LinkRow, linkedMemories, newestMemories, pairKey } from '../../rows/pairs.ts';
import { writeLine } from '../audit/record.ts';
import { lockVisible } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { bound, ofEach, placeValues } from '../sharing/reach.ts';
import { byEitherId, keyOrder, keyText, selectMemories } from './memory-rows.ts';

export function pairStore({ db, directory, reach }: Engine): PairStore {
  return {
    newest: (scope, { characterId, before, withYear, limit }) =>
      reach.readSeen(scope, characterId, async (q, characters, tenantNo) => {
        const nos = characters.map(({ no }) => no);
        const [rows, counted] = await Promise.all([
          q.all<Omit<MemoryRecord, 'character_id'>>(
            `${ofEach(
              `${selectMemories} WHERE memories.character_no = of.character_no AND memories.state = 'ACTIVE'
                 ${withYear ? "AND memories.content ~ '20[0-9][0-9]'" : ''} AND memories.occurred_at <= ${bound.at}
                 AND (memories.occurred_at, memories.no) < (${bound.at}, ${bound.memory})
               ORDER BY memories.occurred_at DESC, memories.no DESC LIMIT $5`,
            )} ORDER BY found.occurred_at DESC, found.character_no DESC, found.no DESC LIMIT $5`,
            nos,
            ...placeValues(before).slice(0, 3),
            limit,
          ),
          q.get<{ total: number }>(
            `SELECT coalesce(sum(memory_count), 0)::int AS total FROM characters
             WHERE tenant_no = $1 AND no = ANY($2::bigint[])`,
            tenantNo,
            nos,
          ),
        ]);
        return { memories: newestMemories(rows, characters, limit), total: counted?.total ?? 0 };
      }),

    async keep(scope, characterId, memoryIds, as, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const find = async (id: string) => {
          const row = isUuid(id) ? await q.get<MemoryRecord>(byEitherId, characterNo, id) : undefined;
          return requireActiveMemory(row, id);
        };
        const [one, other] = [await find(memoryIds[0]), await find(memoryIds[1])];
        const key = pairKey([one.content, other.content]);
        if (as)
          q.send(
            `INSERT INTO kept_pairs (character_no, lower_key, higher_key, batch, kept_at, kept_by, client, older_no)
             VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT older_no FROM memory_links WHERE character_no = $1
               AND (older_no = $8 AND newer_no = $9 OR older_no = $9 AND newer_no = $8) LIMIT 1))
             ON CONFLICT DO NOTHING`,
            ...[characterNo, ...key, as.batch ?? null, now, as.by, as.client ?? null, one.no, other.no],
          );
        else
          q.send(
            'DELETE FROM kept_pairs WHERE character_no = $1 AND lower_key = $2 AND higher_key = $3',
            ...[characterNo, ...key],
          );
        const subject = { character: { no: characterNo }, targetId: memoryIds[0].toLowerCase() };
        writeLine(q, tenantNo, scope, subject, 'OK', now);
      });
    },

    async withdraw(scope, characterId, batchId, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        q.send(
          `INSERT INTO memory_links (character_no, older_no, newer_no, at)
           SELECT $1, older.no, newer.no, $3::bigint FROM kept_pairs AS kept
           JOIN memories AS older ON older.character_no = $1 AND older.no = kept.older_no AND older.state = 'ACTIVE'
           JOIN memories AS newer ON newer.character_no = $1 AND newer.state = 'ACTIVE' AND newer.no <> older.no
             AND newer.content_key IN (kept.lower_key, kept.higher_key)
           WHERE kept.character_no = $1 AND kept.batch = $2 ON CONFLICT DO NOTHING`,
          ...[characterNo, batchId, now],
        );
        const withdrawn = await q.all<{ batch: string }>(
          'DELETE FROM kept_pairs WHERE character_no = $1 AND batch = $2 RETURNING batch',
          ...[characterNo, batchId],
        );
        const subject = { character: { no: characterNo }, targetId: batchId };
        if (withdrawn.length > 0) writeLine(q, tenantNo, scope, subject, 'OK', now);
        return withdrawn.length;
      });
    },

    async link(scope, characterId, links, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        let made = 0;
        for (const { olderId, newerId } of links.filter((one) => isUuid(one.olderId) && isUuid(one.newerId))) {
          const older = await q.get<MemoryRecord>(byEitherId, characterNo, olderId);
          const newer = await q.get<MemoryRecord>(byEitherId, characterNo, newerId);
          if (older?.state !== 'ACTIVE' || newer?.state !== 'ACTIVE' || older.no === newer.no) continue;
          const [lower, higher] = pairKey([older.content, newer.content]);
          const rows = await q.all<{ at: number }>(
            `INSERT INTO memory_links (character_no, older_no, newer_no, at) SELECT $1, $2::int, $3::int, $4::bigint
             WHERE NOT EXISTS (SELECT 1 FROM kept_pairs
               WHERE character_no = $1 AND lower_key = $5::bytea AND higher_key = $6::bytea)
             ON CONFLICT DO NOTHING RETURNING at`,
            ...[characterNo, older.no, newer.no, now, lower, higher],
          );
          made += rows.length;
        }
        if (made > 0) writeLine(q, tenantNo, scope, { character: { no: characterNo } }, 'OK', now);
        return made;
      });
    },

    links(scope, characterId, { of, kept = false, limit }) {
      return reach.read(scope, characterId, async (q, { characterNo }) => {
        if (of !== undefined && !isUuid(of)) return [];
        const rows = await q.all<LinkRow>(
          `SELECT older.id AS older, newer.id AS newer, link.at FROM memory_links AS link
           JOIN memories AS older ON older.character_no = $1 AND older.no = link.older_no
           JOIN memories AS newer ON newer.character_no = $1 AND newer.no = link.newer_no
           WHERE link.character_no = $1 AND older.state = 'ACTIVE' AND newer.state = 'ACTIVE'
             AND ${linkIsShown(kept, '$1', keyOrder)}
             AND ($2::uuid IS NULL OR $2 IN (older.id, newer.id))
           ORDER BY link.at DESC, link.older_no DESC, link.newer_no DESC`,
          ...[characterNo, of ?? null],
        );
        const linked: LinkedMemories[] = [];
        // Only the memories of so many links are read; those of links that are answered make room for further ones.
        for (let from = 0; from < rows.length && linked.length < limit; from += limit) {
          const some = rows.slice(from, from + limit);
          const found = await q.all<Omit<MemoryRecord, 'character_id'>>(
            `${selectMemories} WHERE memories.character_no = $1 AND memories.id = ANY($2::uuid[])`,
            ...[characterNo, some.flatMap(({ older, newer }) => [older, newer])],
          );
          const byId = new Map(found.map((row) => [row.id, memoryOf(row, characterId.toLowerCase(), scope.memberId)]));
          linked.push(...linkedMemories(some, (id) => byId.get(id), { of, limit: limit - linked.length }));
        }
        return linked;
      });
    },

    async unlink(scope, characterId, memoryIds, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const ids = memoryIds.filter(isUuid);
        const removed = await q.all<{ at: number }>(
          `DELETE FROM memory_links USING memories AS older, memories AS newer
           WHERE memory_links.character_no = $1 AND older.character_no = $1 AND newer.character_no = $1
             AND older.no = memory_links.older_no AND newer.no = memory_links.newer_no
             AND older.id = ANY($2::uuid[]) AND newer.id = ANY($2::uuid[]) RETURNING memory_links.at`,
          characterNo,
          ids,
        );
        if (removed.length === 0) return;
        const subject = { character: { no: characterNo }, targetId: memoryIds[0].toLowerCase() };
        writeLine(q, tenantNo, scope, subject, 'OK', now);
      });
    },

    async areKept(scope, pairs) {
      const keys = pairs.map(({ characterId, texts }) => ({ characterId, key: pairKey(texts) }));
      const confirmed = await Promise.all(
        [...new Set(pairs.map(({ characterId }) => characterId))].map(async (characterId) => {
          const of = keys.filter((one) => one.characterId === characterId);
          const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
            q.all<{ lower_key: Uint8Array; higher_key: Uint8Array }>(
              `SELECT lower_key, higher_key FROM kept_pairs
               WHERE character_no = $1 AND lower_key = ANY($2::bytea[]) AND higher_key = ANY($3::bytea[])`,
              characterNo,
              of.map(({ key }) => key[0]),
              of.map(({ key }) => key[1]),
            ),
          );
          return rows.map((row) => pairText(characterId, [row.lower_key, row.higher_key]));
        }),
      );
      const all = new Set(confirmed.flat());
      return keys.map(({ characterId, key }) => all.has(pairText(characterId, key)));
    },
  };
}

const pairText = (characterId: string, keys: readonly Uint8Array[]) => [characterId, ...keys.map(keyText)].join(' ');
