import type { Character, Role } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import type { Invitation } from './invitation.tsx';

/** Whom to invite, and what they may see. */
interface Wanted {
  name: string;
  role: Role;
  /** Private ones that the new member sees too. */
  shared: readonly Character[];
  /** Those that all members see, and the new one does not: they become private, and nobody else loses them. */
  hidden: readonly Character[];
  /** How long the link is good; undefined: a key. */
  minutes: number | undefined;
  /** The last day of the key; empty: it does not end. */
  until: string;
  address: string;
}

const accessOf = (role: Role) => (role === 'VIEWER' ? ('READ' as const) : ('WRITE' as const));

/** Makes the member, or takes the one of that name, shares, and makes the link or the key. Failures. */
export async function carryOut(dashboard: Dashboard, wanted: Wanted): Promise<Invitation> {
  const { client, me } = dashboard;
  const { name, role, shared, hidden, minutes, until, address } = wanted;
  const { members } = await client.call('listMembers', {});
  const before = members.find((one) => one.name === name && one.status === 'ACTIVE');
  // A role limits what a member does with it, also one that changes later.
  const theirs = members
    .filter(({ role }) => role !== 'OWNER')
    .map(({ id }) => ({ member: id, access: 'WRITE' as const }));
  // An invitation takes nothing from a member.
  for (const { id: characterId } of before ? [] : hidden) {
    // What is private since then keeps its own readers.
    if ((await client.call('getCharacter', { characterId })).visibility === 'PRIVATE') continue;
    await client.call('setSharing', { characterId, visibility: 'PRIVATE', members: theirs });
  }
  const member = before ?? (await client.call('addMember', { name, role }));
  const access = accessOf(member.role);
  for (const { id: characterId, shares = [] } of shared) {
    const before = shares.filter((one) => one.member.id !== member.id);
    await client.call('setSharing', {
      characterId,
      members: [...before.map((one) => ({ member: one.member.id, access: one.access })), { member: member.id, access }],
    });
  }
  const own = { name, role: member.role, team: dashboard.isOfMachine ? undefined : me.value?.tenant.name, address };
  if (minutes === undefined) {
    const expiresAt = until === '' ? undefined : new Date(`${until}T23:59:59`).toISOString();
    const { key } = await client.call('createKey', { member: member.id, name: t('first key'), expiresAt });
    return { ...own, key };
  }
  const made = await client.call('createSignInLink', { memberId: member.id, minutes });
  return { ...own, link: { url: new URL(made.url, address).href, until: made.expiresAt } };
}
