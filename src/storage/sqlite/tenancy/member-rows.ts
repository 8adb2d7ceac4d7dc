import type { Member, NewMember } from '../../../domain/tenant.ts';
import { memberNotFound, requireFreeIdentity } from '../../../domain/tenant-rules.ts';
import { type MemberRow, toMember } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';

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
