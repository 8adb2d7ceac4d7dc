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
import { type MemberRow, standingOf, toMember } from '../../rows/tenancy.ts';
import { AuditWriter } from '../audit/record.ts';
import { noTenant } from '../directory.ts';
import type { Engine } from '../engine.ts';
import type { Unit } from '../unit.ts';
import { lockedTier, lockTenant, tenantNoOf } from './tenant-rows.ts';

const called = 'members.tenant_no = $1 AND (members.id = $2 OR members.name = $2)';
const calledOutside = 'members.tenant_no = $1 AND members.external_id = $2';
const activeFirst = 'ORDER BY members.removed_at IS NOT NULL, members.created_at, members.id LIMIT 1';

/** The event of the stores of keys and members when the result of authenticating a key may have changed. */
export const withdrawal = 'withdrawal';

export function memberStore({ db, directory, hooks, withdrawals }: Engine): MemberStore {
  return {
    add: (tenantId, member, now, by = serviceScope(tenantId, 'service', 'add_member')) =>
      db.write(null, async (q) => {
        const { no, tier } = await lockedTier(q, tenantId, now);
        const members = await membersOf(q, no);
        requireFreeSeat(tier, members);
        const added = insertMember(q, { tenantId, tenantNo: no, members }, member, now);
        const happened = () => [eventOfMember(added)];
        await new AuditWriter(q, no, by, now).write({ targetId: added.id, happened });
        return added;
      }),

    async list(tenantId) {
      const no = await directory.tenant(tenantId);
      return no === undefined ? [] : (await db.all<MemberRow>(null, listMembers, no)).map(toMember);
    },

    async find(reference, tenantId) {
      const named = `${selectMembers} WHERE members.removed_at IS NULL AND (members.id = $1 OR members.name = $2)`;
      const given = [reference, exactName(reference)];
      // Tokens name their member in every request. Limited to the tenant, the query reads no other tenant's members.
      const within = tenantId === undefined ? undefined : ((await directory.tenant(tenantId)) ?? noTenant);
      const rows =
        within === undefined
          ? await db.all<MemberRow>(null, `${named} ${oldestFirst}`, ...given)
          : await db.all<MemberRow>(null, `${named} AND members.tenant_no = $3 ${oldestFirst}`, ...given, within);
      return rows.map(toMember);
    },

    async identify(tenantId, subject) {
      const no = (await directory.tenant(tenantId)) ?? noTenant;
      const [meant, value] =
        'externalId' in subject ? [calledOutside, subject.externalId] : [called, subject.reference];
      return standingOf(await db.get<MemberRow>(no, `${selectMembers} WHERE ${meant} ${activeFirst}`, no, value));
    },

    async change(memberId, change, now, by) {
      const changed = await db.write(null, async (q) => {
        const { stored, members } = await lockAmongAll(q, memberId);
        const changed = changedMember(stored, change, members);
        const { name, role, status, externalId = null } = changed;
        q.send(
          'UPDATE members SET name = $1, role = $2, status = $3, external_id = $4 WHERE id = $5',
          name,
          role,
          status,
          externalId,
          memberId,
        );
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'update_member');
        const happened = () => [eventOfMember(changed)];
        await new AuditWriter(q, await tenantNoOf(q, stored.tenantId), scope, now).write({
          targetId: memberId,
          happened,
        });
        return changed;
      });
      withdrawals.emit(withdrawal);
      return changed;
    },

    async remove(memberId, now, by) {
      const removed = await db.write(null, async (q) => {
        const { stored, members } = await lockAmongAll(q, memberId);
        requireRemovable(stored, members);
        q.send('UPDATE members SET removed_at = $1 WHERE id = $2', now, memberId);
        q.send('UPDATE api_keys SET revoked_at = $1 WHERE member_id = $2 AND revoked_at IS NULL', now, memberId);
        hooks.onMemberRemoved(q, stored);
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'remove_member');
        const happened = () => [eventOfMember(stored, true)];
        await new AuditWriter(q, await tenantNoOf(q, stored.tenantId), scope, now).write({
          targetId: memberId,
          happened,
        });
        return stored;
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}

const selectMembers = `
  SELECT members.id, tenants.id AS tenant_id, members.name, members.role, members.status, members.created_at,
    members.removed_at, members.external_id
  FROM members JOIN tenants ON tenants.no = members.tenant_no`;
const oldestFirst = 'ORDER BY members.created_at, members.id';
const listMembers = `${selectMembers} WHERE members.tenant_no = $1 AND members.removed_at IS NULL ${oldestFirst}`;

const selectMember = `${selectMembers} WHERE members.id = $1 AND members.removed_at IS NULL`;

/** The row of a member that has not been removed. NotFound. */
export async function memberRow(q: Unit, memberId: string, sql = selectMember): Promise<MemberRow> {
  const row = await q.get<MemberRow>(sql, memberId);
  if (!row) throw memberNotFound(memberId);
  return row;
}

/** As memberRow, locked until the unit ends. */
export function lockMember(q: Unit, memberId: string): Promise<MemberRow> {
  return memberRow(q, memberId, `${selectMember} FOR NO KEY UPDATE OF members`);
}

/** A member and all members of its tenant, locked until the unit ends. NotFound. */
async function lockAmongAll(q: Unit, memberId: string): Promise<{ stored: Member; members: Member[] }> {
  // The tenant is locked before the member, as everywhere.
  const { tenant_id: tenantId } = await memberRow(q, memberId);
  const { no } = await lockTenant(q, tenantId);
  const stored = toMember(await lockMember(q, memberId));
  return { stored, members: await membersOf(q, no) };
}

/** The members that have not been removed, oldest first. */
export async function membersOf(q: Unit, tenantNo: number): Promise<Member[]> {
  return (await q.all<MemberRow>(listMembers, tenantNo)).map(toMember);
}

/** Locks a tenant and reads its members. */
interface LockedTenant {
  tenantId: string;
  tenantNo: number;
  members: readonly Member[];
}

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name or external id is taken. */
export function insertMember(
  q: Unit,
  { tenantId, tenantNo, members }: LockedTenant,
  member: NewMember,
  now: number,
): Member {
  requireFreeIdentity(member, members);
  const { id, name, role, externalId } = member;
  q.send(
    `INSERT INTO members (id, tenant_no, name, role, status, created_at, external_id)
     VALUES ($1, $2, $3, $4, 'ACTIVE', $5, $6)`,
    id,
    tenantNo,
    name,
    role,
    now,
    externalId ?? null,
  );
  const times = { created_at: now, removed_at: null };
  return toMember({ id, tenant_id: tenantId, name, role, status: 'ACTIVE', external_id: externalId ?? null, ...times });
}

/** Rows with a `member_id`, and the member's name. The rows are read first: Citus has the two on different machines. */
export const withNames = (select: string) => `WITH found AS MATERIALIZED (${select})
  SELECT found.*, members.name AS member_name FROM found LEFT JOIN members ON members.id = found.member_id`;
