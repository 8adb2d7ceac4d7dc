import type { Command, Given } from './command-line.ts';

type Actions = typeof import('./tenancy.ts');

const tenant = { tenant: { type: 'string' } } as const;
const json = { json: { type: 'boolean' } } as const;

/** The action is loaded when it runs: the stdio server starts without it. */
function command(action: keyof Actions, args: readonly string[], flags: NonNullable<Command['flags']> = {}): Command {
  return {
    args,
    flags: { ...flags, ...json },
    run: async (given: Given) => (await import('./tenancy.ts'))[action](given),
  };
}

/** Tenants, members and keys. */
export const tenancyCommands: Record<string, Command> = {
  'tenants create': command('createTenants', ['NAME'], { tier: { type: 'string', default: 'FREE' } }),
  'tenants list': command('listTenants', []),
  'tenants set-tier': command('setTenantTier', ['TENANT', 'TIER'], { 'period-end': { type: 'string' } }),
  'members add': command('addMembers', [], {
    ...tenant,
    name: { type: 'string' },
    role: { type: 'string' },
    'external-id': { type: 'string' },
  }),
  'members list': command('listMembers', [], tenant),
  'members set-role': command('setRole', ['MEMBER', 'ROLE'], tenant),
  'members suspend': command('suspend', ['MEMBER'], tenant),
  'members resume': command('resume', ['MEMBER'], tenant),
  'members remove': command('remove', ['MEMBER'], tenant),
  'keys create': command('createKeys', [], {
    ...tenant,
    member: { type: 'string' },
    name: { type: 'string', default: 'key' },
  }),
  'keys list': command('listKeys', [], tenant),
  'keys revoke': command('revokeKey', ['KEYID']),
};
