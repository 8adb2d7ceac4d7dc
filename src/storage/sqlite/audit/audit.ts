import { type AuditCursor, type AuditStore, auditScan } from '../../../domain/stores/audit.ts';
import { type AuditRow, beginning, filterValues, pageOf } from '../../rows/audit.ts';
import { characterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { caller, isAmongAllowed } from '../sharing/access.ts';
import { writeLine } from './record.ts';

export function auditStore(db: Connection): AuditStore {
  return {
    record: (scope, { characterId, targetId }, outcome, now) =>
      db.write(() => {
        const character = characterId === undefined ? undefined : characterRow(db, scope, characterId);
        writeLine(db, scope, { character, targetId }, outcome, now);
      }),

    list: (scope, filter, { order, limit, after, scan = auditScan }) =>
      db.read(() => {
        const inOrder = `ORDER BY at ${order}, no ${order}`;
        const walked = `FROM audit_events WHERE tenant_id = @tenantId AND at >= @since AND at < @until
          AND (at, no) ${order === 'ASC' ? '>' : '<'} (@at, @no) ${inOrder}`;
        const { memberId: ofMember, ...filtered } = filterValues(filter);
        const values = { ...filtered, ...(after ?? beginning[order]) };
        const rows = db.all<AuditRow>(
          `SELECT line.*, coalesce(members.name, line.name) AS name, characters.id AS character_id
           FROM (SELECT * ${walked} LIMIT ${scan}) AS line
           LEFT JOIN members ON members.id = line.member_id LEFT JOIN characters ON characters.no = line.character_no
           WHERE (@ofMember IS NULL OR line.member_id = @ofMember) AND (@action IS NULL OR line.action = @action)
             AND (@characterId IS NULL OR characters.id = @characterId) AND (@outcome IS NULL OR line.outcome = @outcome)
             AND (line.character_no IS NULL OR ${isAmongAllowed})
           ORDER BY line.at ${order}, line.no ${order} LIMIT @limit`,
          { ...values, ...caller(scope), ofMember, limit: limit + 1 },
        );
        const beyond = () =>
          db.get<AuditCursor>(`SELECT at, no ${walked} LIMIT 1 OFFSET ${scan - 1}`, {
            tenantId: scope.tenantId,
            since: values.since,
            until: values.until,
            at: values.at,
            no: values.no,
          });
        return pageOf(rows, limit, beyond());
      }),

    prune: (before, limit) =>
      db.write(() => {
        let pruned = 0;
        for (const { id } of db.all<{ id: string }>('SELECT id FROM tenants')) {
          if (pruned >= limit) break;
          pruned += db.run(
            `DELETE FROM audit_events WHERE no IN
               (SELECT no FROM audit_events WHERE tenant_id = ? AND at < ? ORDER BY at LIMIT ?)`,
            id,
            before,
            limit - pruned,
          ).changes;
        }
        return pruned;
      }),
  };
}
