import { ServiceError } from '../../domain/errors.ts';
import type { Member, MemberStatus, TenancyStore } from '../../domain/tenancy.ts';
import { seatLimitExceeded } from '../../domain/tenancy.ts';
import type { Role } from '../../domain/tenant.ts';
import { iso } from '../../domain/text.ts';
import { tierLimits } from '../../domain/tier.ts';
import type { Connection } from './connection.ts';
import { tenantRow, tierInForce } from './tenant-rows.ts';

export interface MemberRow {
  id: string;
  tenant_id: string;
  name: string;
  role: Role;
  status: MemberStatus;
  created_at: number;
}

type MemberMethods = 'addMember' | 'listMembers' | 'findMembers' | 'changeMember' | 'removeMember';

export function memberStore(db: Connection): Pick<TenancyStore, MemberMethods> {
  return {
    addMember: (tenantId, member, now) =>
      db.write(() => {
        const tier = tierInForce(tenantRow(db, tenantId), now);
        if (membersOf(db, tenantId).length >= tierLimits[tier].maxMembers) throw seatLimitExceeded(tier, 'maxMembers');
        return insertMember(db, tenantId, member, now);
      }),

    listMembers: (tenantId) => db.read(() => membersOf(db, tenantId).map(toMember)),

    findMembers: (reference, tenantId) =>
      db.read(() => {
        const values = { reference, name: reference.trim().normalize('NFC') };
        // Tokens name their member in every request: within a tenant no other tenant's members are read.
        const within = tenantId === undefined ? '' : 'AND tenant_id = @tenantId';
        const rows = db.all<MemberRow>(
          `SELECT * FROM members WHERE removed_at IS NULL ${within} AND (id = @reference OR name = @name)
           ORDER BY created_at, id`,
          tenantId === undefined ? values : { ...values, tenantId },
        );
        return rows.map(toMember);
      }),

    changeMember: (memberId, change) =>
      db.write(() => {
        const { role, status } = { ...memberRow(db, memberId), ...change };
        db.run('UPDATE members SET role = ?, status = ? WHERE id = ?', role, status, memberId);
        return toMember(memberRow(db, memberId));
      }),

    removeMember: (memberId, now) =>
      db.write(() => {
        const row = memberRow(db, memberId);
        db.run('UPDATE members SET removed_at = ? WHERE id = ?', now, memberId);
        db.run('UPDATE api_keys SET revoked_at = ? WHERE member_id = ? AND revoked_at IS NULL', now, memberId);
        return toMember(row);
      }),
  };
}

/** The row of a member that has not been removed. NotFound. */
export function memberRow(db: Connection, memberId: string): MemberRow {
  const row = db.get<MemberRow>('SELECT * FROM members WHERE id = ? AND removed_at IS NULL', memberId);
  if (!row) throw new ServiceError('NotFound', `Member "${memberId}" does not exist.`);
  return row;
}

/** The members that have not been removed, oldest first. */
export function membersOf(db: Connection, tenantId: string): MemberRow[] {
  return db.all<MemberRow>(
    'SELECT * FROM members WHERE tenant_id = ? AND removed_at IS NULL ORDER BY created_at, id',
    tenantId,
  );
}

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name is taken. */
export function insertMember(
  db: Connection,
  tenantId: string,
  { id, name, role }: { id: string; name: string; role: Role },
  now: number,
): Member {
  if (membersOf(db, tenantId).some((row) => row.name === name)) {
    throw new ServiceError('InvalidInput', `A member named "${name}" exists already.`);
  }
  db.run(
    `INSERT INTO members (id, tenant_id, name, role, status, created_at) VALUES (?, ?, ?, ?, 'ACTIVE', ?)`,
    id,
    tenantId,
    name,
    role,
    now,
  );
  return toMember(memberRow(db, id));
}

export function toMember({ id, tenant_id: tenantId, name, role, status, created_at: created }: MemberRow): Member {
  return { id, tenantId, name, role, status, createdAt: iso(created) };
}
