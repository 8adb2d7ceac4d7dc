import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { PairStore } from '../../../domain/stores/pairs.ts';
import { isUuid } from '../../../domain/text.ts';
import type { MemoryRecord } from '../../rows/memories.ts';
import { newestMemories, pairKey } from '../../rows/pairs.ts';
import { writeLine } from '../audit/record.ts';
import { lockVisible } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { bound, ofEach, placeValues } from '../sharing/reach.ts';
import { byEitherId, keyText, selectMemories } from './memory-rows.ts';

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

    async keep(scope, characterId, memoryIds, isKept, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const text = async (id: string) => {
          const row = isUuid(id) ? await q.get<MemoryRecord>(byEitherId, characterNo, id) : undefined;
          return requireActiveMemory(row, id).content;
        };
        const key = pairKey([await text(memoryIds[0]), await text(memoryIds[1])]);
        const sql = isKept
          ? 'INSERT INTO kept_pairs (character_no, lower_key, higher_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
          : 'DELETE FROM kept_pairs WHERE character_no = $1 AND lower_key = $2 AND higher_key = $3';
        q.send(sql, characterNo, ...key);
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
