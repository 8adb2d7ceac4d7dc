import { requireActiveMemory } from '../../domain/memory-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import { dismissedKey, type NewRecall, type RecallStore } from '../../domain/stores/recalls.ts';
import { dayMs } from '../../domain/text.ts';
import {
  byChoice,
  type ChoiceRow,
  isAsTrusted,
  ratedAnswers,
  type WrongRow,
  writeChoice,
} from '../rows/hook-choices.ts';
import {
  answersSince,
  dismissed,
  isAnsweredSince,
  isSettledWith,
  type RecallRow,
  rated,
  recallBound,
  recallColumns,
  recallConditions,
  recallValueColumns,
  recallValues,
  resultsOf,
  sameQuestion,
  settledBy,
  toRecall,
  withUsed,
} from '../rows/recalls.ts';
import { writeLine } from './audit/record.ts';
import { nobody } from './change-counts.ts';
import { accessibleRow, characterRow } from './characters/character-rows.ts';
import type { Connection } from './connection.ts';
import { findMeant } from './memories/memory-rows.ts';
import { caller, isAmongVisible } from './sharing/access.ts';

export function recallStore(db: Connection): RecallStore {
  const recallOf = (scope: Scope, no: number) => {
    const row = db.get<RecallRow>(
      `SELECT ${recallColumns} FROM recalls CROSS JOIN characters ON characters.no = recalls.character_no
       WHERE recalls.no = @no AND ${ofVisible}`,
      { ...caller(scope), no },
    );
    return row && toRecall(row);
  };
  return {
    add: (tenantId, recalls) =>
      db.write(() => {
        for (const recall of recalls) addRecall(db, tenantId, recall);
      }, nobody),

    forget: (tenantId, before, limit) => db.write(() => forgetRecalls(db, tenantId, before, limit), nobody),

    list: (scope, filter) =>
      db.read(() => {
        const { characterId, before, grouped, limit } = filter;
        const characterNo = characterId === undefined ? undefined : characterRow(db, scope, characterId).no;
        const [at, no] = recallBound(before);
        const values: Record<string, string | number | null> = {
          ...(characterNo === undefined ? caller(scope) : { characterNo }),
          at,
          no,
          limit,
        };
        const value = (given: string | number) => {
          const name = `value${Object.keys(values).length}`;
          values[name] = given;
          return `@${name}`;
        };
        const wanted = `${characterNo === undefined ? ofVisible : 'recalls.character_no = @characterNo'}
          AND ${recallConditions(filter, 'tenant_id', (text, part) => `instr(${text}, ${part}) > 0`, value)}`;
        const joined = 'CROSS JOIN characters ON characters.no = recalls.character_no';
        const rows = db.all<RecallRow>(
          grouped
            ? `SELECT ${recallColumns}, latest.count FROM (
                 SELECT max(recalls.no) AS no, count(*) AS count FROM recalls ${joined}
                 WHERE ${wanted} GROUP BY ${sameQuestion}) AS latest
               CROSS JOIN recalls ON recalls.no = latest.no ${joined}
               WHERE (recalls.at, recalls.no) < (@at, @no)
               ORDER BY recalls.at DESC, recalls.no DESC LIMIT @limit`
            : `SELECT ${recallColumns} FROM recalls ${joined}
               WHERE ${wanted} AND (recalls.at, recalls.no) < (@at, @no)
               ORDER BY recalls.at DESC, recalls.no DESC LIMIT @limit`,
          values,
        );
        return rows.map(toRecall);
      }),

    rate: (scope, no, rating, memoryId, now) =>
      db.write(() => {
        const recall = recallOf(scope, no);
        const changed = recall && rated(recall, rating, memoryId);
        if (!changed) return undefined;
        const character = accessibleRow(db, scope, changed.characterId, 'WRITE');
        const sql = 'UPDATE recalls SET rating = ?, results = ? WHERE no = ?';
        db.run(sql, changed.rating ?? null, resultsOf(changed), no);
        const { question, ids, isWrong } = ratedAnswers(changed, rating, memoryId);
        const rows =
          'SELECT no FROM memories WHERE character_no = @character AND id IN (SELECT value FROM json_each(@ids))';
        db.run(
          isWrong
            ? `INSERT OR IGNORE INTO wrong_answers (character_no, question_key, memory_no)
               SELECT @character, @question, no FROM (${rows})`
            : `DELETE FROM wrong_answers WHERE character_no = @character AND question_key = @question AND memory_no IN (${rows})`,
          { character: character.no, question, ids: JSON.stringify(ids) },
        );
        writeLine(db, scope, { character, targetId: memoryId ?? String(no) }, 'OK', now);
        return changed;
      }),

    use: (scope, uses) =>
      db.write(() => {
        for (const use of uses) {
          const recall = recallOf(scope, use.no);
          const used = recall && withUsed(recall, use);
          if (used) db.run('UPDATE recalls SET results = ? WHERE no = ?', resultsOf(used), use.no);
        }
      }, nobody),

    dismiss: (scope, no, isDismissed, now, answeredBy) =>
      db.write(() => {
        const recall = recallOf(scope, no);
        if (!recall) return undefined;
        const key = dismissedKey(recall);
        const character = accessibleRow(db, scope, recall.characterId, 'WRITE');
        const sql = isDismissed
          ? 'INSERT INTO dismissed_questions (character_no, question_key) VALUES (?, ?) ON CONFLICT DO NOTHING'
          : 'DELETE FROM dismissed_questions WHERE character_no = ? AND question_key = ?';
        db.run(sql, character.no, key);
        const all = isDismissed
          ? db.all<RecallRow>(
              `SELECT no, results FROM recalls WHERE character_no = @character AND ${isSettledWith('@no', '@key')}`,
              { character: character.no, no, key },
            )
          : [];
        for (const one of all)
          db.run('UPDATE recalls SET results = ? WHERE no = ?', settledBy(one.results, answeredBy), one.no);
        writeLine(db, scope, { character, targetId: String(no) }, 'OK', now);
        return dismissed(recall, isDismissed, answeredBy);
      }),

    choose: (scope, characterId, memoryId, choice, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const memory = requireActiveMemory(findMeant(db, character.no, memoryId), memoryId);
        const { no } = memory;
        if (choice === undefined)
          db.run('DELETE FROM muted_memories WHERE character_no = ? AND memory_no = ?', character.no, no);
        else
          db.run(writeChoice('@characterNo', '@no', '@isTrusted'), {
            characterNo: character.no,
            no,
            isTrusted: Number(choice === 'trusted'),
          });
        writeLine(db, scope, { character, targetId: memory.id }, 'OK', now);
      }),

    chosen: (scope, characterId) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const chosen = db.all<ChoiceRow>(
          `SELECT memories.id, trusted, ${isAsTrusted('memories')} FROM muted_memories CROSS JOIN memories ON memories.no = memory_no
           WHERE muted_memories.character_no = ? ORDER BY memories.no`,
          no,
        );
        const wrong = db.all<WrongRow>(
          `SELECT memories.id, question_key FROM wrong_answers CROSS JOIN memories ON memories.no = memory_no
           WHERE wrong_answers.character_no = ? ORDER BY question_key, memory_no`,
          no,
        );
        const answered = db.all<RecallRow>(
          `SELECT query, results FROM recalls WHERE character_no = ? AND ${isAnsweredSince} ORDER BY at, no`,
          no,
        );
        return byChoice(chosen, wrong, answersSince(answered));
      }),
  };
}

/** Of the visible characters, in a statement with the values of `caller`. */
const ofVisible = `recalls.tenant_id = @tenantId AND ${isAmongVisible}`;

/** Must be called inside a write unit. */
export function addRecall(db: Connection, tenantId: string, recall: NewRecall): void {
  db.run(
    `INSERT INTO recalls (tenant_id, character_no, ${recallValueColumns})
     SELECT tenant_id, no, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM characters WHERE id = ? AND tenant_id = ?`,
    ...recallValues(recall),
    recall.characterId,
    tenantId,
  );
}

/** As RecallStore.forget, inside a write unit. */
export function forgetRecalls(db: Connection, tenantId: string, before: number, limit: number): number {
  const ofTenant = 'character_no IN (SELECT no FROM characters WHERE tenant_id = ?)';
  db.run(`DELETE FROM recall_counts WHERE ${ofTenant} AND day < ?`, tenantId, Math.floor(before / dayMs));
  const sql = 'DELETE FROM recalls WHERE no IN (SELECT no FROM recalls WHERE tenant_id = ? AND at < ? LIMIT ?)';
  return db.run(sql, tenantId, before, limit).changes;
}
