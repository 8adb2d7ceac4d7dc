import { eventsOfErasure } from '../../../domain/event-rules.ts';
import type { Author } from '../../../domain/memory.ts';
import type { ErasureChoice } from '../../../domain/stores/erasing.ts';
import { isUuid } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { contentKey } from '../../../text/content-key.ts';
import { erasedDigest } from '../../../text/erased-digest.ts';
import { identifiedRows, numberedRows } from '../../rows/user-texts.ts';
import { AuditWriter } from '../audit/record.ts';
import { characterState, lockAny, putCounters } from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import { dropVectors } from '../memories/memory-rows.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import type { Unit } from '../unit.ts';
import { secretOf } from './tombstones.ts';

interface Found {
  no: number;
  id: string;
  state: string;
  source_file: string | null;
}

/** As ErasingStore.begin, inside a write unit; whether there was something to do. */
export async function begin(
  q: Unit,
  place: Place,
  characterId: string,
  id: string,
  { memoryIds, words }: ErasureChoice,
  by: Author,
  withVectors: boolean,
): Promise<boolean> {
  const { tenantNo, characterNo, scope } = place;
  const character = await lockAny(q, place, characterId, 'WRITE');
  const [memories, secret] = await Promise.all([
    q.all<Found>(
      'SELECT no, id::text, state, source_file FROM memories WHERE character_no = $1 AND id = ANY($2::uuid[])',
      ...[characterNo, memoryIds.filter(isUuid)],
    ),
    secretOf(q, tenantNo),
  ]);
  if (memories.length === 0 && words.length === 0) return false;
  const audit = new AuditWriter(q, tenantNo, scope, by.now, characterNo);
  q.send(
    `INSERT INTO erasures (character_no, id, at, member_id, erased_by, memories, removed, step)
     VALUES ($1, $2, $3, $4, $5, $6, '{}', 0)`,
    ...[characterNo, id, by.now, scope.memberId, by.changedBy, memories.length],
  );
  await entomb(q, place, { id, secret, words }, memories);
  q.send(
    'UPDATE idempotency_keys SET answer = NULL WHERE tenant_no = $1 AND answer IS NOT NULL AND until IS NULL',
    tenantNo,
  );
  if (memories.length > 0) await removeAll(q, place, character.memory_count, memories, withVectors);
  const only = memories.length === 1 ? memories[0] : undefined;
  const happened = () =>
    eventsOfErasure(
      id,
      memories.map((one) => one.id),
    );
  const named = { no: characterNo, id: characterId.toLowerCase(), name: character.name };
  await audit.write({ character: named, targetId: only?.id, happened });
  return true;
}

/** Leaves tombstones of all texts of memories, and notes the texts for the steps. */
async function entomb(
  q: Unit,
  { characterNo }: Place,
  { id, secret, words }: { id: string; secret: Uint8Array; words: readonly string[] },
  memories: readonly Found[],
): Promise<void> {
  const idOf = new Map(memories.map((one) => [one.no, one.id]));
  const rows = await q.all<{ memory_no: number; content: string }>(
    'SELECT DISTINCT memory_no, content FROM revisions WHERE character_no = $1 AND memory_no = ANY($2::int[])',
    ...[characterNo, memories.map(({ no }) => no)],
  );
  const texts = rows.map(({ memory_no: no, content }) => ({ memoryId: idOf.get(no)!, content }));
  const files = [...new Set(memories.flatMap((one) => one.source_file ?? []))];
  const noted = [
    ...texts,
    ...words.map((content) => ({ memoryId: '', content })),
    ...files.map((content) => ({ memoryId: 'file', content })),
  ];
  q.send(
    `INSERT INTO erasing_texts (character_no, erasure_id, memory_id, position, content)
     SELECT $1, $2, * FROM unnest($3::text[], $4::int[], $5::text[])`,
    ...[characterNo, id, noted.map((one) => one.memoryId), noted.map((_, i) => i), noted.map((one) => one.content)],
  );
  q.send(
    `INSERT INTO erased_texts (character_no, erasure_id, memory_id, digest)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::bytea[]) ON CONFLICT DO NOTHING`,
    ...[characterNo, id, texts.map((one) => one.memoryId), texts.map((one) => erasedDigest(secret, one.content))],
  );
  q.send(
    'DELETE FROM kept_pairs WHERE character_no = $1 AND (lower_key = ANY($2::bytea[]) OR higher_key = ANY($2::bytea[]))',
    ...[characterNo, texts.map(({ content }) => contentKey(content))],
  );
}

async function removeAll(
  q: Unit,
  { tenantNo, characterNo }: Place,
  count: number,
  memories: readonly Found[],
  withVectors: boolean,
): Promise<void> {
  const nos = memories.map(({ no }) => no);
  const ids = memories.map(({ id }) => id);
  const active = memories.filter(({ state }) => state === 'ACTIVE');
  if (withVectors) dropVectors(q, characterNo, nos);
  for (const [table, column] of numberedRows) {
    q.send(`DELETE FROM ${table} WHERE character_no = $1 AND ${column} = ANY($2::int[])`, characterNo, nos);
  }
  for (const [table, column] of identifiedRows) {
    q.send(`DELETE FROM ${table} WHERE character_no = $1 AND ${column} = ANY($2::uuid[])`, characterNo, ids);
  }
  q.send(
    'UPDATE memories SET superseded_by = NULL WHERE character_no = $1 AND superseded_by = ANY($2::uuid[])',
    ...[characterNo, ids],
  );
  q.send('DELETE FROM memories WHERE character_no = $1 AND no = ANY($2::int[])', characterNo, nos);
  const state = await characterState(q, characterNo);
  const index = new IndexWriter(q, characterNo, state, new Analyses());
  index.remove(active.map(({ no }) => no));
  const { counts, recent, ...moved } = await index.flush();
  q.sendTogether([...recent, putCounters(characterNo, { ...state, ...counts, ...moved, waitsForModel: false })]);
  q.send(
    `UPDATE characters SET memory_count = $3, last_memory_at = CASE WHEN $3 = 0 THEN NULL ELSE last_memory_at END
     WHERE tenant_no = $1 AND no = $2`,
    ...[tenantNo, characterNo, count - active.length],
  );
}
