import type { EventEmitter } from 'node:events';
import type { Role } from '../../../domain/principal.ts';
import type { Member } from '../../../domain/tenant.ts';
import { exactName, memberNotFound, requireFreeMemberName, requireFreeSeat } from '../../../domain/tenant-rules.ts';
import type { MemberStore } from '../../../domain/tenant-store.ts';
import { type MemberRow, toMember } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';
import { type Directory, nobody } from '../directory.ts';
import type { Unit } from '../unit.ts';
import { withdrawal } from './keys.ts';
import { lockedTier } from './tenant-rows.ts';

export const selectMembers = `
  SELECT members.id, tenants.id AS tenant_id, members.name, members.role, members.status, members.created_at
  FROM members JOIN tenants ON tenants.no = members.tenant_no`;
const oldestFirst = 'ORDER BY members.created_at, members.id';
const listMembers = `${selectMembers} WHERE members.tenant_no = $1 AND members.removed_at IS NULL ${oldestFirst}`;

export function memberStore(db: Connection, directory: Directory, withdrawals: EventEmitter): MemberStore {
  return {
    add: (tenantId, member, now) =>
      db.write(null, async (q) => {
        const { no, tier } = await lockedTier(q, tenantId, now);
        const members = await membersOf(q, no);
        requireFreeSeat(tier, members);
        return insertMember(q, { tenantId, tenantNo: no, members }, member, now);
      }),

    async list(tenantId) {
      const no = await directory.tenant(tenantId);
      return no === undefined ? [] : (await db.all<MemberRow>(null, listMembers, no)).map(toMember);
    },

    async find(reference, tenantId) {
      const named = `${selectMembers} WHERE members.removed_at IS NULL AND (members.id = $1 OR members.name = $2)`;
      const given = [reference, exactName(reference)];
      // Tokens name their member in every request: within a tenant no other tenant's members are read.
      const within = tenantId === undefined ? undefined : ((await directory.tenant(tenantId)) ?? nobody);
      const rows =
        within === undefined
          ? await db.all<MemberRow>(null, `${named} ${oldestFirst}`, ...given)
          : await db.all<MemberRow>(null, `${named} AND members.tenant_no = $3 ${oldestFirst}`, ...given, within);
      return rows.map(toMember);
    },

    async change(memberId, change) {
      const changed = await db.write(null, async (q) => {
        const row = await lockMember(q, memberId);
        const { role, status } = { ...row, ...change };
        q.send('UPDATE members SET role = $1, status = $2 WHERE id = $3', role, status, memberId);
        return toMember({ ...row, role, status });
      });
      withdrawals.emit(withdrawal);
      return changed;
    },

    async remove(memberId, now) {
      const removed = await db.write(null, async (q) => {
        const row = await lockMember(q, memberId);
        q.send('UPDATE members SET removed_at = $1 WHERE id = $2', now, memberId);
        q.send('UPDATE api_keys SET revoked_at = $1 WHERE member_id = $2 AND revoked_at IS NULL', now, memberId);
        return toMember(row);
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}

const selectMember = `${selectMembers} WHERE members.id = $1 AND members.removed_at IS NULL`;

/** The row of a member that has not been removed. NotFound. */
export async function memberRow(q: Unit, memberId: string, sql = selectMember): Promise<MemberRow> {
  const row = await q.get<MemberRow>(sql, memberId);
  if (!row) throw memberNotFound(memberId);
  return row;
}

/** As memberRow, kept from other writers until the unit ends. */
export function lockMember(q: Unit, memberId: string): Promise<MemberRow> {
  return memberRow(q, memberId, `${selectMember} FOR NO KEY UPDATE OF members`);
}

/** The members that have not been removed, oldest first. */
export async function membersOf(q: Unit, tenantNo: number): Promise<Member[]> {
  return (await q.all<MemberRow>(listMembers, tenantNo)).map(toMember);
}

/** A tenant that is locked, with its members. */
export interface LockedTenant {
  tenantId: string;
  tenantNo: number;
  members: readonly Member[];
}

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name is taken. */
export function insertMember(
  q: Unit,
  { tenantId, tenantNo, members }: LockedTenant,
  { id, name, role }: { id: string; name: string; role: Role },
  now: number,
): Member {
  requireFreeMemberName(name, members);
  q.send(
    `INSERT INTO members (id, tenant_no, name, role, status, created_at) VALUES ($1, $2, $3, $4, 'ACTIVE', $5)`,
    id,
    tenantNo,
    name,
    role,
    now,
  );
  return toMember({ id, tenant_id: tenantId, name, role, status: 'ACTIVE', created_at: now });
}
