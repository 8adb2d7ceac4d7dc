import { arrivalOf, eachByItself, requireActiveMemory, takesHistory } from '../../../domain/memory-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { MemoryStore, Move, Moved } from '../../../domain/stores/memories.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { contentKey } from '../../../text/content-key.ts';
import { newTexts } from '../../rows/changed-texts.ts';
import { type MemoryRecord, toCopy, toMemory } from '../../rows/memories.ts';
import { historyColumns } from '../../rows/memory-columns.ts';
import { type Recorder, recording, writeMemoryAudit } from '../audit/record.ts';
import { chosenCategory, findCategory } from '../characters/category-rows.ts';
import { type CharacterRow, characterRow, writableRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { copyEmbedding } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { activeTwin, findMeant, findMemory, lastChange } from './memory-rows.ts';
import { applyChange, removeMemories } from './memory-unit.ts';

/** The numbers of memories that have moved: here, and there. */
type Numbers = Map<number, number>;

export function movesOf(engine: Engine): Pick<MemoryStore, 'reassign'> {
  const { db, index } = engine;
  return {
    async reassign(scope, fromId, toId, moves, by) {
      const texts = await db.read(() => {
        const { no } = characterRow(db, scope, fromId);
        return moves.flatMap(({ memoryId }) => findMeant(db, no, memoryId) ?? []);
      });
      const analyses = await Analyses.of(newTexts(texts.map(({ content, said }) => ({ content, said: said === 1 }))));
      return db.write(() => {
        const [from, to] = [writableRow(db, scope, fromId), writableRow(db, scope, toId)];
        const leaving = { ...recording(by), moved: to.id };
        const arriving = { ...recording(by), moved: from.id };
        const numbers: Numbers = new Map();
        const moveAll = () =>
          moves.map((one) =>
            eachByItself(() => move(engine, scope, { from, to }, one, { leaving, arriving }, numbers)),
          );
        const moved = index.inBulk(to.no, moveAll, analyses);
        moveLinks(db, from.no, to.no, numbers);
        writeMemoryAudit(db, scope, leaving, from);
        writeMemoryAudit(db, scope, arriving, to);
        return moved;
      });
    },
  };
}

function move(
  engine: Engine,
  scope: Scope,
  { from, to }: { from: CharacterRow; to: CharacterRow },
  { memoryId, category }: Move,
  { leaving, arriving }: { leaving: Recorder; arriving: Recorder },
  numbers: Numbers,
): Moved {
  const { db } = engine;
  const row = requireActiveMemory(findMeant(db, from.no, memoryId), memoryId);
  const there = findCategory(db, to.no, category ?? row.category) ?? chosenCategory(db, to.no, undefined);
  const copy = { ...toCopy(row, scope.memberId), category: there.name, supersededBy: row.superseded_by };
  const twin = activeTwin(db, to.no, contentKey(row.content));
  const keepsHistory = takesHistory(from, { visibility: to.visibility, isShared: isShared(db, to.no) });
  if (twin) applyChange(engine, to.no, { kind: 'add', memory: copy }, arriving);
  else numbers.set(row.no, arrive(engine, to.no, row, copy, keepsHistory, arriving));
  removeMemories(engine, from.no, [row.no], leaving);
  const memory = toMemory(findMemory(db, to.no, twin?.id ?? row.id)!);
  return { memory, isJoined: twin !== undefined, category: row.category };
}

/** Puts a memory into the character; its number there. */
function arrive(
  engine: Engine,
  characterNo: number,
  row: MemoryRecord,
  copy: ReturnType<typeof toCopy>,
  keepsHistory: boolean,
  by: Recorder,
): number {
  const { db } = engine;
  const before = findMemory(db, characterNo, row.id);
  if (before && keepsHistory && row.revision > before.revision) {
    copyHistory(db, row.no, { characterNo, no: before.no, after: before.revision });
    db.run('UPDATE memories SET revision = ? WHERE no = ?', row.revision, before.no);
  }
  const past = keepsHistory ? { revisions: row.revision, createdAt: row.created_at } : undefined;
  applyChange(engine, characterNo, arrivalOf(copy, before !== undefined, past), by);
  const { no, revision } = findMemory(db, characterNo, row.id)!;
  if (!before && past) {
    const first = lastChange(db);
    copyHistory(db, row.no, { characterNo, no, after: 0 });
    // Exchanges send changes in the order of their numbers.
    const sql = 'UPDATE revisions SET change_no = ? WHERE memory_no = ? AND revision = ?';
    db.run(sql, first + revision, no, revision);
  }
  copyEmbedding(db, row.no, no);
  return no;
}

/** Each change with a number of its own: an exchange tells two of one time apart by it. */
function copyHistory(
  db: Connection,
  memoryNo: number,
  { characterNo, no, after }: { characterNo: number; no: number; after: number },
): void {
  db.run(
    `INSERT INTO revisions (character_no, memory_no, change_no, ${historyColumns})
     SELECT ?, ?, ? + revision, ${historyColumns} FROM revisions WHERE memory_no = ? AND revision > ?`,
    ...[characterNo, no, lastChange(db) - after, memoryNo, after],
  );
}

function isShared(db: Connection, characterNo: number): boolean {
  return db.get('SELECT 1 FROM shares WHERE character_no = ? LIMIT 1', characterNo) !== undefined;
}

/** What links memories to each other, or waits for an answer about them, goes along. */
function moveLinks(db: Connection, from: number, to: number, numbers: Numbers): void {
  const moved = JSON.stringify([...numbers].map(([here, there]) => ({ here, there })));
  // A link to what stays has no number there, so it is ignored.
  db.run(
    `INSERT OR IGNORE INTO memory_links (character_no, older_no, newer_no, at)
     SELECT @to, json_each.value ->> 'there',
       (SELECT value ->> 'there' FROM json_each(@moved) WHERE value ->> 'here' = newer_no), memory_links.at
     FROM json_each(@moved) CROSS JOIN memory_links
       ON memory_links.character_no = @from AND older_no = json_each.value ->> 'here'`,
    { from, to, moved },
  );
  db.run(
    `INSERT OR IGNORE INTO forget_requests (character_no, memory_no, what, at)
     SELECT @to, json_each.value ->> 'there', what, at FROM json_each(@moved) CROSS JOIN forget_requests
       ON forget_requests.character_no = @from AND memory_no = json_each.value ->> 'here'`,
    { from, to, moved },
  );
  db.run(
    `INSERT OR IGNORE INTO muted_memories (character_no, memory_no, trusted)
     SELECT @to, json_each.value ->> 'there', trusted FROM json_each(@moved) CROSS JOIN muted_memories
       ON muted_memories.character_no = @from AND memory_no = json_each.value ->> 'here'`,
    { from, to, moved },
  );
  db.run(
    `INSERT OR IGNORE INTO wrong_answers (character_no, question_key, memory_no)
     SELECT @to, question_key, json_each.value ->> 'there' FROM wrong_answers CROSS JOIN json_each(@moved)
       ON memory_no = json_each.value ->> 'here' WHERE wrong_answers.character_no = @from`,
    { from, to, moved },
  );
  db.run(
    `INSERT OR IGNORE INTO kept_pairs (character_no, lower_key, higher_key)
     SELECT @to, lower_key, higher_key FROM kept_pairs AS kept
     WHERE kept.character_no = @from AND (SELECT count(*) FROM memories WHERE memories.character_no = @to
       AND memories.state = 'ACTIVE' AND memories.content_key IN (kept.lower_key, kept.higher_key)) = 2`,
    { from, to },
  );
}
