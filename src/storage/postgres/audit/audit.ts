import { type AuditCursor, type AuditStore, auditScan } from '../../../domain/stores/audit.ts';
import { type AuditRow, beginning, filterValues, pageOf } from '../../rows/audit.ts';
import type { Connection } from '../connection.ts';
import { type Directory, noTenant } from '../directory.ts';
import { caller, isAmongAllowed, requireSeen } from '../sharing/access.ts';
import { writeLine } from './record.ts';

export function auditStore(db: Connection, directory: Directory): AuditStore {
  return {
    async record(scope, { characterId, targetId }, outcome, now) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      const place = characterId === undefined ? undefined : await directory.locate(scope, characterId);
      await db.write(tenantNo, async (q) => {
        if (place) await requireSeen(q, place, characterId ?? '');
        const character = place && { no: place.characterNo };
        writeLine(q, tenantNo, scope, { character, targetId }, outcome, now);
      });
    },

    async list(scope, filter, { order, limit, after, scan = auditScan }) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? noTenant;
      const { since, until, memberId, action, characterId, outcome } = filterValues(filter);
      const { at, no } = after ?? beginning[order];
      const inOrder = `ORDER BY at ${order}, no ${order}`;
      const walked = `FROM audit_events WHERE tenant_no = $1 AND at >= $2 AND at < $3
        AND (at, no) ${order === 'ASC' ? '>' : '<'} ($4, $5) ${inOrder}`;
      const bounds = [tenantNo, since, until, at, no];
      return db.read(tenantNo, async (q) => {
        const [rows, beyond] = await Promise.all([
          q.all<AuditRow>(
            `SELECT line.at, line.no, line.member_id, line.via, line.key_id, line.action, line.target_id, line.outcome,
               line.request_id, line.address, line.detail, coalesce(members.name, line.name) AS name,
               characters.id AS character_id
             FROM (SELECT * ${walked} LIMIT ${scan}) AS line
             LEFT JOIN LATERAL (SELECT name FROM members
               WHERE members.id = line.member_id AND members.tenant_no = $1 OFFSET 0) AS members ON true
             LEFT JOIN LATERAL (SELECT no, tenant_no, id, visibility, owner_id FROM characters
               WHERE characters.tenant_no = $1 AND characters.no = line.character_no OFFSET 0) AS characters ON true
             WHERE ($6::text IS NULL OR line.member_id = $6) AND ($7::text IS NULL OR line.action = $7)
               AND ($8::text IS NULL OR characters.id::text = $8) AND ($9::text IS NULL OR line.outcome = $9)
               AND (line.character_no IS NULL OR ${isAmongAllowed('$11', '$12')})
             ORDER BY line.at ${order}, line.no ${order} LIMIT $10`,
            ...bounds,
            ...[memberId, action, characterId, outcome],
            limit + 1,
            ...caller(scope),
          ),
          q.get<AuditCursor>(`SELECT at, no ${walked} LIMIT 1 OFFSET ${scan - 1}`, ...bounds),
        ]);
        return pageOf(rows, limit, beyond);
      });
    },

    async prune(before, limit) {
      let pruned = 0;
      for (const { no } of await db.all<{ no: number }>(null, 'SELECT no FROM tenants')) {
        if (pruned >= limit) break;
        const sql = `DELETE FROM audit_events WHERE tenant_no = $1 AND no = ANY(ARRAY(
          SELECT no FROM audit_events WHERE tenant_no = $1 AND at < $2 ORDER BY at LIMIT $3))`;
        pruned += await db.write(no, (q) => q.run(sql, no, before, limit - pruned));
      }
      return pruned;
    },
  };
}
