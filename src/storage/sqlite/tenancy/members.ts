import { eventOfMember } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { MemberStore } from '../../../domain/stores/tenancy.ts';
import type { Member, NewMember } from '../../../domain/tenant.ts';
import {
  changedMember,
  memberNotFound,
  requireFreeIdentity,
  requireFreeSeat,
  requireRemovable,
} from '../../../domain/tenant-rules.ts';
import { exactName } from '../../../domain/text.ts';
import { type MemberRow, standingOf, tierInForce, toMember } from '../../rows/tenancy.ts';
import { writeAudit } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { tenantRow } from './tenant-rows.ts';

/** Emitted by the stores of keys and members after any change that affects authentication by keys. */
export const withdrawal = 'withdrawal';

export function memberStore({ db, hooks, withdrawals }: Engine): MemberStore {
  return {
    add: (tenantId, member, now, by = serviceScope(tenantId, 'service', 'add_member')) =>
      db.write(() => {
        requireFreeSeat(tierInForce(tenantRow(db, tenantId), now), membersOf(db, tenantId));
        const added = insertMember(db, tenantId, member, now);
        writeAudit(db, by, now, { targetId: added.id, happened: () => [eventOfMember(added)] });
        return added;
      }),

    list: (tenantId) => db.read(() => membersOf(db, tenantId)),

    find: (reference, tenantId) =>
      db.read(() => {
        const values = { reference, name: exactName(reference) };
        // Every request with a token names its member: reads only members of the tenant.
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
            : ['(id = @value OR name = @value)', subject.reference];
        const row = db.get<MemberRow>(
          `SELECT * FROM members WHERE tenant_id = @tenantId AND ${called}
           ORDER BY removed_at IS NOT NULL, created_at, id LIMIT 1`,
          { tenantId, value },
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
        writeAudit(db, scope, now, { targetId: memberId, happened: () => [eventOfMember(changed)] });
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
        hooks.onMemberRemoved(db, stored);
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'remove_member');
        writeAudit(db, scope, now, { targetId: memberId, happened: () => [eventOfMember(stored, true)] });
        return stored;
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}

/** The row of a member that has not been removed. NotFound. */
export function memberRow(db: Connection, memberId: string): MemberRow {
  const row = db.get<MemberRow>('SELECT * FROM members WHERE id = ? AND removed_at IS NULL', memberId);
  if (!row) throw memberNotFound(memberId);
  return row;
}

/** The members that have not been removed, oldest first. */
export function membersOf(db: Connection, tenantId: string): Member[] {
  return db
    .all<MemberRow>(
      'SELECT * FROM members WHERE tenant_id = ? AND removed_at IS NULL ORDER BY created_at, id',
      tenantId,
    )
    .map(toMember);
}

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name or external id is taken. */
export function insertMember(db: Connection, tenantId: string, member: NewMember, now: number): Member {
  requireFreeIdentity(member, membersOf(db, tenantId));
  const { id, name, role, externalId } = member;
  db.run(
    `INSERT INTO members (id, tenant_id, name, role, status, created_at, external_id)
     VALUES (?, ?, ?, ?, 'ACTIVE', ?, ?)`,
    id,
    tenantId,
    name,
    role,
    now,
    externalId ?? null,
  );
  return toMember(memberRow(db, id));
}
