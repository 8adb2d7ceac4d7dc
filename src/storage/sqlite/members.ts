import type { EventEmitter } from 'node:events';
import { exactName, requireFreeSeat } from '../../domain/tenant-rules.ts';
import type { MemberStore } from '../../domain/tenant-store.ts';
import { type MemberRow, tierInForce, toMember } from '../rows/tenancy.ts';
import type { Connection } from './connection.ts';
import { withdrawal } from './keys.ts';
import { insertMember, memberRow, membersOf } from './member-rows.ts';
import { tenantRow } from './tenant-rows.ts';

export function memberStore(db: Connection, withdrawals: EventEmitter): MemberStore {
  return {
    add: (tenantId, member, now) =>
      db.write(() => {
        requireFreeSeat(tierInForce(tenantRow(db, tenantId), now), membersOf(db, tenantId));
        return insertMember(db, tenantId, member, now);
      }),

    list: (tenantId) => db.read(() => membersOf(db, tenantId)),

    find: (reference, tenantId) =>
      db.read(() => {
        const values = { reference, name: exactName(reference) };
        // Tokens name their member in every request: within a tenant no other tenant's members are read.
        const within = tenantId === undefined ? '' : 'AND tenant_id = @tenantId';
        const rows = db.all<MemberRow>(
          `SELECT * FROM members WHERE removed_at IS NULL ${within} AND (id = @reference OR name = @name)
           ORDER BY created_at, id`,
          tenantId === undefined ? values : { ...values, tenantId },
        );
        return rows.map(toMember);
      }),

    async change(memberId, change) {
      const changed = await db.write(() => {
        const { role, status } = { ...memberRow(db, memberId), ...change };
        db.run('UPDATE members SET role = ?, status = ? WHERE id = ?', role, status, memberId);
        return toMember(memberRow(db, memberId));
      });
      withdrawals.emit(withdrawal);
      return changed;
    },

    async remove(memberId, now) {
      const removed = await db.write(() => {
        const row = memberRow(db, memberId);
        db.run('UPDATE members SET removed_at = ? WHERE id = ?', now, memberId);
        db.run('UPDATE api_keys SET revoked_at = ? WHERE member_id = ? AND revoked_at IS NULL', now, memberId);
        return toMember(row);
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}
