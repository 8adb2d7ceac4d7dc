import type { ApiKey, Member, Tenant } from '../../src/domain/tenant.ts';
import type { Sample } from '../../test/support/sample.ts';
import type { Build } from './build.ts';

type Key = ApiKey & { text: string };

/** Tenants with a member of each role, keys of which one is revoked, and a downgrade that waits. */
export async function makeTenants(build: Build): Promise<Sample['keys']> {
  const owner = build.command<Tenant & { key: Key }>('tenants', 'create', 'Acme', '--tier', 'BUSINESS').key;
  const add = (name: string, role: string) =>
    build.command<Member>('members', 'add', '--tenant', 'Acme', '--name', name, '--role', role);
  for (const [name, role] of [
    ['ann', 'ADMIN'],
    ['max', 'MEMBER'],
    ['vera', 'VIEWER'],
    ['Søren', 'MEMBER'],
  ] as const) {
    add(name, role);
  }
  build.command('members', 'suspend', 'Søren', '--tenant', 'Acme');
  const key = (member: string, name: string) =>
    build.command<Key>('keys', 'create', '--tenant', 'Acme', '--member', member, '--name', name);
  const writer = key('max', 'laptop');
  const reader = key('vera', 'dashboard');
  const revoked = key('ann', 'lost phone');
  build.command('keys', 'revoke', revoked.id);
  build.command('tenants', 'create', 'Zürich Labs', '--tier', 'STARTER');
  build.command('tenants', 'set-tier', 'Acme', 'DEVELOPER', '--period-end', '2099-01-01');

  await build.served(async (ask) => {
    const { id } = await ask<{ id: string }>(writer.text, 'POST', '/v1/characters', { name: 'Helpdesk' });
    await ask(writer.text, 'POST', `/v1/characters/${id}/memories/direct`, {
      content: 'Customers of Acme call before nine',
      category: 'facts',
    });
  });
  const opens = ({ text, name }: Key, role: string) => ({ text, name, role, characters: ['Helpdesk'] });
  return [
    opens(owner, 'OWNER'),
    opens(writer, 'MEMBER'),
    opens(reader, 'VIEWER'),
    { text: revoked.text, name: revoked.name },
  ];
}

export function lookAtTenants(build: Build): Sample['tenants'] {
  const { tenants } = build.command<{ tenants: Tenant[] }>('tenants', 'list');
  return tenants.map((tenant) => ({
    ...tenant,
    ...build.command<{ members: Member[] }>('members', 'list', '--tenant', tenant.id),
    ...build.command<{ keys: ApiKey[] }>('keys', 'list', '--tenant', tenant.id),
  }));
}
