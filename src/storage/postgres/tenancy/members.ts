import type { EventEmitter } from 'node:events';
import { eventOfMember } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { MemberStore } from '../../../domain/stores/tenancy.ts';
import { changedMember, exactName, requireFreeSeat, requireRemovable } from '../../../domain/tenant-rules.ts';
import { type MemberRow, standingOf, toMember } from '../../rows/tenancy.ts';
import { Trail } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { type Directory, nobody } from '../directory.ts';
import { withdrawal } from './keys.ts';
import { insertMember, listMembers, lockAmongAll, membersOf, oldestFirst, selectMembers } from './member-rows.ts';
import { lockedTier, tenantNoOf } from './tenant-rows.ts';

const called = 'members.tenant_no = $1 AND (members.id = $2 OR members.name = $3)';
const calledOutside = 'members.tenant_no = $1 AND members.external_id = $2';
const standing = 'ORDER BY members.removed_at IS NOT NULL, members.created_at, members.id LIMIT 1';

export function memberStore(db: Connection, directory: Directory, withdrawals: EventEmitter): MemberStore {
  return {
    add: (tenantId, member, now, by = serviceScope(tenantId, 'service', 'add_member')) =>
      db.write(null, async (q) => {
        const { no, tier } = await lockedTier(q, tenantId, now);
        const members = await membersOf(q, no);
        requireFreeSeat(tier, members);
        const added = insertMember(q, { tenantId, tenantNo: no, members }, member, now);
        const happened = () => [eventOfMember(added)];
        await new Trail(q, no, by, now).leave({ targetId: added.id, happened });
        return added;
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

    async identify(tenantId, subject) {
      const no = (await directory.tenant(tenantId)) ?? nobody;
      const rows =
        'externalId' in subject
          ? await db.all<MemberRow>(null, `${selectMembers} WHERE ${calledOutside} ${standing}`, no, subject.externalId)
          : await db.all<MemberRow>(
              null,
              `${selectMembers} WHERE ${called} ${standing}`,
              no,
              subject.reference,
              exactName(subject.reference),
            );
      return standingOf(rows[0]);
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
        await new Trail(q, await tenantNoOf(q, stored.tenantId), scope, now).leave({ targetId: memberId, happened });
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
        const scope = by ?? serviceScope(stored.tenantId, 'service', 'remove_member');
        const happened = () => [eventOfMember(stored, true)];
        await new Trail(q, await tenantNoOf(q, stored.tenantId), scope, now).leave({ targetId: memberId, happened });
        return stored;
      });
      withdrawals.emit(withdrawal);
      return removed;
    },
  };
}
