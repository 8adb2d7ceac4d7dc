import type { Memory } from '../../domain/memory.ts';
import { requireActiveMemory } from '../../domain/memory-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import { dismissedKey, type NewRecall, type RecallStore } from '../../domain/stores/recalls.ts';
import { dayMs, isUuid } from '../../domain/text.ts';
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
import { lockVisible } from './characters/character-rows.ts';
import type { Engine } from './engine.ts';
import { byEitherId } from './memories/memory-rows.ts';
import { caller, isAmongVisible, requireSeen } from './sharing/access.ts';
import type { Unit } from './unit.ts';

/** Limits a statement of tenant $1, with the values of `caller`, to characters that the caller can see. */
const fromRecalls = `FROM recalls
  JOIN characters ON characters.tenant_no = $1 AND characters.no = recalls.character_no
  WHERE recalls.tenant_no = $1 AND ${isAmongVisible('$2', '$3')}`;
const selectRecalls = `SELECT ${recallColumns}, recalls.character_no ${fromRecalls}`;

export function recallStore({ db, directory, reach }: Engine): RecallStore {
  return {
    async add(tenantId, recalls) {
      const tenantNo = await directory.requireTenant(tenantId);
      await db.write(tenantNo, async (q) => {
        for (const recall of recalls) addRecall(q, tenantNo, recall);
      });
    },

    async forget(tenantId, before, limit) {
      const tenantNo = await directory.requireTenant(tenantId);
      return db.write(tenantNo, (q) => forgetRecalls(q, tenantNo, before, limit));
    },

    async list(scope, filter) {
      const { characterId, before, grouped, limit } = filter;
      const tenantNo = await directory.requireTenant(scope.tenantId);
      const one = characterId === undefined ? undefined : await directory.locate(scope, characterId);
      return db.read(tenantNo, async (q) => {
        if (one && characterId !== undefined) await requireSeen(q, one, characterId);
        const values: (string | number | string[])[] = [tenantNo, ...caller(scope), ...recallBound(before), limit];
        const value = (given: string | number) => `$${values.push(given)}`;
        const wanted = `${one ? `recalls.character_no = ${value(one.characterNo)} AND ` : ''}${recallConditions(
          filter,
          'tenant_no',
          (text, part) => `strpos(${text}, ${part}) > 0`,
          value,
        )}`;
        const rows = await q.all<RecallRow>(
          grouped
            ? `SELECT ${recallColumns}, latest.count FROM (
                 SELECT max(recalls.no) AS no, count(*)::int AS count ${fromRecalls} AND ${wanted}
                 GROUP BY ${sameQuestion}) AS latest
               JOIN recalls ON recalls.tenant_no = $1 AND recalls.no = latest.no
               JOIN characters ON characters.tenant_no = $1 AND characters.no = recalls.character_no
               WHERE (recalls.at, recalls.no) < ($4, $5)
               ORDER BY recalls.at DESC, recalls.no DESC LIMIT $6`
            : `${selectRecalls} AND ${wanted} AND (recalls.at, recalls.no) < ($4, $5)
               ORDER BY recalls.at DESC, recalls.no DESC LIMIT $6`,
          ...values,
        );
        return rows.map(toRecall);
      });
    },

    async rate(scope, no, rating, memoryId, now) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      return db.write(tenantNo, async (q) => {
        const row = await lockedRecall(q, tenantNo, scope, no);
        const changed = row && rated(toRecall(row), rating, memoryId);
        if (!changed) return undefined;
        await lockVisible(q, { scope, tenantNo, characterNo: row.character_no }, changed.characterId, 'WRITE');
        const sql = 'UPDATE recalls SET rating = $3, results = $4 WHERE tenant_no = $1 AND no = $2';
        q.send(sql, tenantNo, no, changed.rating ?? null, resultsOf(changed));
        const { question, ids, isWrong } = ratedAnswers(changed, rating, memoryId);
        const rows = 'SELECT no FROM memories WHERE character_no = $1 AND id = ANY($3::uuid[])';
        q.send(
          isWrong
            ? `INSERT INTO wrong_answers (character_no, question_key, memory_no)
               SELECT $1, $2, no FROM (${rows}) AS found ON CONFLICT DO NOTHING`
            : `DELETE FROM wrong_answers WHERE character_no = $1 AND question_key = $2 AND memory_no IN (${rows})`,
          ...[row.character_no, question, ids],
        );
        const subject = { character: { no: row.character_no }, targetId: memoryId ?? String(no) };
        writeLine(q, tenantNo, scope, subject, 'OK', now);
        return changed;
      });
    },

    async use(scope, uses) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      await db.write(tenantNo, async (q) => {
        for (const use of uses) {
          const row = await lockedRecall(q, tenantNo, scope, use.no);
          const used = row && withUsed(toRecall(row), use);
          const sql = 'UPDATE recalls SET results = $3 WHERE tenant_no = $1 AND no = $2';
          if (used) q.send(sql, tenantNo, use.no, resultsOf(used));
        }
      });
    },

    async dismiss(scope, no, isDismissed, now, answeredBy) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      return db.write(tenantNo, async (q) => {
        const row = await lockedRecall(q, tenantNo, scope, no);
        if (!row) return undefined;
        const [recall, characterNo] = [toRecall(row), row.character_no];
        const key = dismissedKey(recall);
        await lockVisible(q, { scope, tenantNo, characterNo }, recall.characterId, 'WRITE');
        const sql = isDismissed
          ? 'INSERT INTO dismissed_questions (character_no, question_key) VALUES ($1, $2) ON CONFLICT DO NOTHING'
          : 'DELETE FROM dismissed_questions WHERE character_no = $1 AND question_key = $2';
        q.send(sql, characterNo, key);
        const all = isDismissed
          ? await q.all<RecallRow>(
              `SELECT no, results FROM recalls WHERE tenant_no = $1 AND character_no = $2 AND ${isSettledWith('$3', '$4')}`,
              ...[tenantNo, characterNo, no, key],
            )
          : [];
        const mark = 'UPDATE recalls SET results = $3 WHERE tenant_no = $1 AND no = $2';
        for (const one of all) q.send(mark, tenantNo, one.no, settledBy(one.results, answeredBy));
        writeLine(q, tenantNo, scope, { character: { no: characterNo }, targetId: String(no) }, 'OK', now);
        return dismissed(recall, isDismissed, answeredBy);
      });
    },

    async choose(scope, characterId, memoryId, choice, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const found = isUuid(memoryId)
          ? await q.get<{ no: number; id: string; state: Memory['state'] }>(byEitherId, characterNo, memoryId)
          : undefined;
        const { no, id } = requireActiveMemory(found, memoryId);
        if (choice === undefined)
          q.send('DELETE FROM muted_memories WHERE character_no = $1 AND memory_no = $2', characterNo, no);
        else q.send(writeChoice('$1', '$2', '$3'), characterNo, no, Number(choice === 'trusted'));
        writeLine(q, tenantNo, scope, { character: { no: characterNo }, targetId: id }, 'OK', now);
      });
    },

    async chosen(scope, characterId) {
      return reach.ask(scope, characterId, async (q, { tenantNo, characterNo }) => {
        const meant = (table: string) => `CROSS JOIN LATERAL (SELECT no, id, character_no, content FROM memories
          WHERE memories.character_no = $1 AND memories.no = ${table}.memory_no OFFSET 0) AS found
          WHERE ${table}.character_no = $1`;
        const chosen = await q.all<ChoiceRow>(
          `SELECT found.id, trusted, ${isAsTrusted('found')} FROM muted_memories ${meant('muted_memories')} ORDER BY found.no`,
          characterNo,
        );
        const wrong = await q.all<WrongRow>(
          `SELECT found.id, question_key FROM wrong_answers ${meant('wrong_answers')} ORDER BY question_key, found.no`,
          characterNo,
        );
        const answered = await q.all<RecallRow>(
          `SELECT query, results FROM recalls WHERE tenant_no = $1 AND character_no = $2 AND ${isAnsweredSince}
           ORDER BY at, no`,
          ...[tenantNo, characterNo],
        );
        return byChoice(chosen, wrong, answersSince(answered));
      });
    },
  };
}

/** Locks a recall of a character that the caller can see. */
function lockedRecall(q: Unit, tenantNo: number, scope: Scope, no: number) {
  return q.get<RecallRow & { character_no: number }>(
    `${selectRecalls} AND recalls.no = $4 FOR UPDATE OF recalls`,
    tenantNo,
    ...caller(scope),
    no,
  );
}

/** Inside a unit. */
function addRecall(q: Unit, tenantNo: number, recall: NewRecall): void {
  q.send(
    `INSERT INTO recalls (tenant_no, character_no, ${recallValueColumns})
     SELECT tenant_no, no, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
     FROM characters WHERE tenant_no = $1 AND id = $2`,
    tenantNo,
    recall.characterId,
    ...recallValues(recall),
  );
}

/** As RecallStore.forget, inside a unit. */
function forgetRecalls(q: Unit, tenantNo: number, before: number, limit: number): Promise<number> {
  q.send(
    `DELETE FROM recall_counts WHERE character_no = ANY(ARRAY(SELECT no FROM characters WHERE tenant_no = $1)) AND day < $2`,
    ...[tenantNo, Math.floor(before / dayMs)],
  );
  return q.run(
    `DELETE FROM recalls WHERE tenant_no = $1 AND no = ANY(ARRAY(
       SELECT no FROM recalls WHERE tenant_no = $1 AND at < $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    tenantNo,
    before,
    limit,
  );
}
