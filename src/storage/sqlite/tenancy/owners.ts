import type { NewOwner } from '../../../domain/stores/tenancy.ts';
import type { ApiKey, Member, NewKey } from '../../../domain/tenant.ts';
import { existingOwner } from '../../../domain/tenant-rules.ts';
import type { Connection } from '../connection.ts';
import { insertKey } from './key-rows.ts';
import { insertMember, membersOf } from './member-rows.ts';

/** An OWNER with a key, inside the unit that makes the tenant or its first key; one of that name is taken as it is. */
export function insertOwner(
  db: Connection,
  tenantId: string,
  owner: NewOwner,
  key: NewKey,
  now: number,
): { owner: Member; key: ApiKey } {
  const member =
    existingOwner(membersOf(db, tenantId), owner.name) ?? insertMember(db, tenantId, { ...owner, role: 'OWNER' }, now);
  return { owner: member, key: insertKey(db, member.id, key, now) };
}
