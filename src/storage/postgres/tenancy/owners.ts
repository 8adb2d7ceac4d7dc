import type { NewOwner } from '../../../domain/stores/tenancy.ts';
import type { ApiKey, Member, NewKey } from '../../../domain/tenant.ts';
import { existingOwner } from '../../../domain/tenant-rules.ts';
import type { Unit } from '../unit.ts';
import { insertKey } from './key-rows.ts';
import { insertMember, membersOf } from './member-rows.ts';

/** An OWNER with a key, inside the unit that makes the tenant or its first key; one of that name is taken as it is. */
export async function insertOwner(
  q: Unit,
  tenant: { id: string; no: number },
  owner: NewOwner,
  key: NewKey,
  now: number,
): Promise<{ owner: Member; key: ApiKey }> {
  const members = await membersOf(q, tenant.no);
  const locked = { tenantId: tenant.id, tenantNo: tenant.no, members };
  const member = existingOwner(members, owner.name) ?? insertMember(q, locked, { ...owner, role: 'OWNER' }, now);
  return { owner: member, key: await insertKey(q, member.id, key, now) };
}
