import type { EventEmitter } from 'node:events';
import { eventOfMember } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { MemberStore } from '../../../domain/stores/tenancy.ts';
import { changedMember, exactName, requireFreeSeat, requireRemovable } from '../../../domain/tenant-rules.ts';
import { type MemberRow, standingOf, tierInForce, toMember } from '../../rows/tenancy.ts';
import { leaveTrail } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { withdrawal } from './keys.ts';
import { insertMember, memberRow, membersOf } from './member-rows.ts';
import { tenantRow } from './tenant-rows.ts';

export function memberStore(db: Connection, withdrawals: EventEmitter): MemberStore {
  return {
    add: (tenantId, member, now, by = serviceScope(tenantId, 'service', 'add_member')) =>
      db.write(() => {
        requireFreeSeat(tierInForce(tenantRow(db, tenantId), now), membersOf(db, tenantId));
        const added = insertMember(db, tenantId, member, now);
        leaveTrail(db, by, now, { targetId: added.id, happened: () => [eventOfMember(added)] });
        return added;
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

    identify: (tenantId, subject) =>
      db.read(() => {
        const [called, value] =
          'externalId' in subject
            ? ['external_id = @value', subject.externalId]
            : ['(id = @reference OR name = @value)', exactName(subject.reference)];
        const row = db.get<MemberRow>(
          `SELECT * FROM members WHERE tenant_id = @tenantId AND ${called}
           ORDER BY removed_at IS NOT NULL, created_at, id LIMIT 1`,
          { tenantId, value, ...('reference' in subject && subject) },
        );
        return standingOf(row);
      }),

    async change(memberId, change, now, by) {
      const changed = await db.write(() => {
        const stored = toMember(memberRow(db, memberId));
        const changed = changedMember(stored, change, membersOf(db, stored.tenantId));
        const { name, role, status, externalId = null } = changed;
        db.run(
          'UPDATE members SET name = ?, role = ?, status = ?, external_id = ? WHERE id = ?',
          name,
          role,
          status,
          externalId,
          memberId,
        );
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'update_member');
        leaveTrail(db, scope, now, { targetId: memberId, happened: () => [eventOfMember(changed)] });
        return changed;
      });
      withdrawals.emit(withdrawal);
      return changed;
    },

    async remove(memberId, now, by) {
      const removed = await db.write(() => {
        const stored = toMember(memberRow(db, memberId));
        requireRemovable(stored, membersOf(db, stored.tenantId));
        db.run('UPDATE members SET removed_at = ? WHERE id = ?', now, memberId);
        db.run('UPDATE api_keys SET revoked_at = ? WHERE member_id = ? AND revoked_at IS NULL', now, memberId);
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'remove_member');
        leaveTrail(db, scope, now, { targetId: memberId, happened: () => [eventOfMember(stored, true)] });
        return stored;
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}
