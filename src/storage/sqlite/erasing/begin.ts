import { eventsOfErasure } from '../../../domain/event-rules.ts';
import type { Author } from '../../../domain/memory.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { ErasureChoice } from '../../../domain/stores/erasing.ts';
import { contentKey } from '../../../text/content-key.ts';
import { erasedDigest } from '../../../text/erased-digest.ts';
import { identifiedRows, numberedRows } from '../../rows/user-texts.ts';
import { writeAudit } from '../audit/record.ts';
import { anyRow } from '../characters/character-rows.ts';
import { dropEmbeddings } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { lastChange } from '../memories/memory-rows.ts';
import { adjustMemoryCount } from '../memories/memory-unit.ts';
import { secretOf } from './tombstones.ts';

/** Tables of the file of a machine whose rows go with a memory, besides those of both engines. */
const localRows = [
  ['embeddings', 'memory_no'],
  ['replica_memories', 'memory_no'],
  ['replica_refusals', 'memory_no'],
] as const;

/** Tables whose keys begin with the character. */
const byCharacter: ReadonlySet<string> = new Set([
  'memory_links',
  'kept_pairs',
  'alike_pairs',
  'forget_requests',
  'muted_memories',
  'wrong_answers',
]);

/** As ErasingStore.begin, inside a write unit; whether there was something to do. */
export function begin(
  engine: Engine,
  scope: Scope,
  characterId: string,
  id: string,
  { memoryIds, words }: ErasureChoice,
  by: Author,
): boolean {
  const { db, index } = engine;
  const character = anyRow(db, scope, characterId, 'WRITE');
  const memories = db.all<{ no: number; id: string; state: string }>(
    `SELECT memories.no, memories.id, state FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value
     WHERE character_no = ?`,
    JSON.stringify(memoryIds),
    character.no,
  );
  if (memories.length === 0 && words.length === 0) return false;
  db.run(
    `INSERT INTO erasures (id, character_no, at, member_id, erased_by, memories, removed, step, change_no)
     VALUES (?, ?, ?, ?, ?, ?, '{}', 0, ?)`,
    ...[id, character.no, by.now, scope.memberId, by.changedBy, memories.length, lastChange(db) + 1],
  );
  const nos = JSON.stringify(memories.map(({ no }) => no));
  entomb(engine, { id, characterNo: character.no, secret: secretOf(db, character.tenant_id), words }, nos);
  // The answers are encrypted, so any of them may hold a text.
  db.run(
    'UPDATE idempotency_keys SET answer = NULL WHERE tenant_id = ? AND answer IS NOT NULL AND until IS NULL',
    character.tenant_id,
  );
  if (memories.length > 0) {
    const active = memories.filter(({ state }) => state === 'ACTIVE').map(({ no }) => no);
    index.remove(character.no, active);
    dropEmbeddings(db, active);
    removeRows(engine, character.no, nos, JSON.stringify(memories.map((one) => one.id)));
    adjustMemoryCount(engine, character.no, -active.length);
  }
  const only = memories.length === 1 ? memories[0] : undefined;
  const happened = () =>
    eventsOfErasure(
      id,
      memories.map((one) => one.id),
    );
  writeAudit(db, scope, by.now, { character, targetId: only?.id, happened });
  return true;
}

/** Leaves tombstones of all texts of memories, and notes the texts for the steps. */
function entomb(
  { db }: Engine,
  to: { id: string; characterNo: number; secret: Uint8Array; words: readonly string[] },
  nos: string,
): void {
  const texts = db.all<{ id: string; content: string }>(
    `SELECT DISTINCT memories.id, revisions.content FROM json_each(?) CROSS JOIN memories ON memories.no = json_each.value
     CROSS JOIN revisions ON revisions.memory_no = memories.no`,
    nos,
  );
  const note = 'INSERT INTO erasing_texts (erasure_id, memory_id, position, content) VALUES (?, ?, ?, ?)';
  const tombstone =
    'INSERT OR IGNORE INTO erased_texts (character_no, digest, memory_id, erasure_id) VALUES (?, ?, ?, ?)';
  texts.forEach(({ id: memoryId, content }, position) => {
    db.run(note, to.id, memoryId, position, content);
    db.run(tombstone, to.characterNo, erasedDigest(to.secret, content), memoryId, to.id);
  });
  for (const [position, words] of to.words.entries()) db.run(note, to.id, '', position, words);
  const files = db.all<{ file: string }>(
    `SELECT DISTINCT source_file AS file FROM memories
     WHERE no IN (SELECT value FROM json_each(?)) AND source_file IS NOT NULL`,
    nos,
  );
  for (const [position, { file }] of files.entries()) db.run(note, to.id, 'file', position, file);
  const keys = texts.map(({ content }) => contentKey(content));
  for (const key of keys) {
    db.run(
      'DELETE FROM kept_pairs WHERE character_no = ? AND (lower_key = ? OR higher_key = ?)',
      ...[to.characterNo, key, key],
    );
    const staged = 'staging_no IN (SELECT no FROM stagings WHERE character_no = ?)';
    db.run(`DELETE FROM staged_memories WHERE ${staged} AND content_key = ?`, to.characterNo, key);
    db.run(`DELETE FROM staged_moves WHERE ${staged} AND content_key = ?`, to.characterNo, key);
  }
}

function removeRows({ db }: Engine, characterNo: number, nos: string, ids: string): void {
  for (const [table, column] of [...numberedRows, ...localRows]) {
    const isByCharacter = byCharacter.has(table);
    db.run(
      `DELETE FROM ${table} WHERE ${isByCharacter ? 'character_no = ? AND ' : ''}${column} IN (SELECT value FROM json_each(?))`,
      ...(isByCharacter ? [characterNo] : []),
      nos,
    );
  }
  for (const [table, column] of identifiedRows) {
    db.run(
      `DELETE FROM ${table} WHERE character_no = ? AND ${column} IN (SELECT value FROM json_each(?))`,
      characterNo,
      ids,
    );
  }
  db.run(
    'UPDATE memories SET superseded_by = NULL WHERE character_no = ? AND superseded_by IN (SELECT value FROM json_each(?))',
    characterNo,
    ids,
  );
  db.run('DELETE FROM memories WHERE no IN (SELECT value FROM json_each(?))', nos);
}
