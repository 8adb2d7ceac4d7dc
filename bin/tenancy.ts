import { randomUUID } from 'node:crypto';
import { createLog } from '../src/base/log.ts';
import { localTenantId, roles, serviceScope } from '../src/domain/principal.ts';
import type { ApiKey, Member, Tenant } from '../src/domain/tenant.ts';
import { tiers } from '../src/domain/tier.ts';
import { type Config, readServerConfig } from '../src/features/config.ts';
import { linkMinutes } from '../src/features/sign-in/domain/sign-in-link.ts';
import { makeSignInLink } from '../src/features/sign-in/service/links.ts';
import type { Services } from '../src/service/context.ts';
import * as tenancy from '../src/service/tenancy/tenancy.ts';
import { openStore } from './store/open-store.ts';
import { type Given, oneOf, serveDefaults, textFlag, UsageError } from './terminal/command-line.ts';
import { print, table } from './terminal/print.ts';

type Parts = Pick<Services, 'store' | 'now' | 'newId'>;

export async function createTenants(given: Given): Promise<void> {
  const [name = ''] = given.args;
  const tier = oneOf('--tier', tiers, textFlag(given, 'tier'));
  const made = await inStore((parts) => tenancy.createTenant(parts, { name, tier }));
  print(given, made, () => [tenantTable([made]), memberTable([made.member]), keyTable([made.key]), secret(made.key)]);
}

export async function listTenants(given: Given): Promise<void> {
  const tenants = await inStore(({ store, now }) => store.tenants.list(now()));
  print(given, { tenants }, () => [tenantTable(tenants)]);
}

export async function setTenantTier(given: Given): Promise<void> {
  const [reference = '', name] = given.args;
  const tier = oneOf('TIER', tiers, name);
  const end = textFlag(given, 'period-end');
  const periodEnd = end === undefined ? undefined : Date.parse(end);
  if (Number.isNaN(periodEnd)) throw new UsageError('--period-end must be an ISO-8601 time such as 2026-02-01');
  const tenant = await inStore((parts) => tenancy.setTier(parts, reference, tier, periodEnd));
  print(given, tenant, () => [tenantTable([tenant])]);
}

export async function addMembers(given: Given): Promise<void> {
  const role = oneOf('--role', roles, required(given, 'role'));
  const tenant = required(given, 'tenant');
  const name = required(given, 'name');
  const externalId = textFlag(given, 'external-id');
  await printMember(given, (parts) => tenancy.addMember(parts, tenant, { name, role, externalId }));
}

export async function listMembers(given: Given): Promise<void> {
  const reference = required(given, 'tenant');
  const members = await inStore(async (parts) =>
    parts.store.members.list((await tenancy.findTenant(parts, reference)).id),
  );
  print(given, { members }, () => [memberTable(members)]);
}

export async function setRole(given: Given): Promise<void> {
  const [member = '', name] = given.args;
  const role = oneOf('ROLE', roles, name);
  await printMember(given, (parts) => tenancy.changeMember(parts, member, { role }, textFlag(given, 'tenant')));
}

export async function suspend(given: Given): Promise<void> {
  await setStatus(given, 'SUSPENDED');
}

export async function resume(given: Given): Promise<void> {
  await setStatus(given, 'ACTIVE');
}

async function setStatus(given: Given, status: Member['status']): Promise<void> {
  const [member = ''] = given.args;
  await printMember(given, (parts) => tenancy.changeMember(parts, member, { status }, textFlag(given, 'tenant')));
}

export async function remove(given: Given): Promise<void> {
  const [member = ''] = given.args;
  await printMember(given, (parts) => tenancy.removeMember(parts, member, textFlag(given, 'tenant')));
  if (!given.flags.json) {
    process.stderr.write(`What ${member} wrote stays; POST /v1/erasures with the filter "author" erases it.\n`);
  }
}

export async function link(given: Given): Promise<void> {
  const [reference = ''] = given.args;
  const minutes = minutesOf(textFlag(given, 'minutes'));
  const at = addressOf(textFlag(given, 'url'));
  const made = await inStore(async (parts, { publicUrl }) => {
    const { id, name, tenantId } = await tenancy.findMember(parts, reference, textFlag(given, 'tenant'));
    const by = serviceScope(tenantId, 'service', 'create_sign_in_link');
    const options = { minutes, at: at ?? publicUrl ?? `http://${serveDefaults.host}:${serveDefaults.port}` };
    return { member: { id, name }, ...(await makeSignInLink(parts, id, options, by)) };
  });
  const { member, url, expiresAt } = made;
  print(given, made, () => [
    `${url}\nThis link signs ${member.name} in once, until ${expiresAt}. It is shown only now.`,
  ]);
}

/** UsageError. */
function minutesOf(text: string | undefined): number {
  const { least, usual, most } = linkMinutes;
  if (text === undefined) return usual;
  const minutes = Number(text);
  if (/^\d{1,5}$/.test(text) && minutes >= least && minutes <= most) return minutes;
  throw new UsageError(`--minutes must be a number from ${least} to ${most}`);
}

/** An address without what follows its path. UsageError. */
function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--url must be an address such as https://memory.example.com');
  return url.origin;
}

export async function createKeys(given: Given): Promise<void> {
  const tenant = required(given, 'tenant');
  const name = required(given, 'name');
  const member = textFlag(given, 'member');
  const days = numberOf(given, 'days');
  const access = given.flags['read-only'] === true ? 'READ' : 'WRITE';
  const characters = given.flags.character as string[] | undefined;
  const key = await inStore((parts) => tenancy.createKey(parts, { tenant, member, name, days, access, characters }));
  print(given, key, () => [keyTable([key]), secret(key)]);
}

export async function rotateKey(given: Given): Promise<void> {
  const [id = ''] = given.args;
  const minutes = numberOf(given, 'overlap') ?? 0;
  const key = await inStore((parts) => tenancy.rotateKey(parts, id, minutes));
  print(given, key, () => [keyTable([key]), secret(key)]);
}

/** A whole number of a flag, from 1; undefined where it is not given. UsageError. */
function numberOf(given: Given, flag: string): number | undefined {
  const text = textFlag(given, flag);
  if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${flag} must be a whole number from 1 to 999999`);
}

export async function listKeys(given: Given): Promise<void> {
  const reference = required(given, 'tenant');
  const keys = await inStore(async (parts) => parts.store.keys.list((await tenancy.findTenant(parts, reference)).id));
  print(given, { keys }, () => [keyTable(keys)]);
}

export async function revokeKey(given: Given): Promise<void> {
  const [id = ''] = given.args;
  const key = await inStore(({ store, now }) => store.keys.revoke(id, now()));
  print(given, key, () => [keyTable([key])]);
}

/** Runs an action on the configured store; the local tenant is in it from the first moment. StoreUnusable. */
async function inStore<Result>(action: (parts: Parts, config: Config) => Promise<Result>): Promise<Result> {
  const config = readServerConfig(process.env);
  const { tier } = config;
  const log = createLog(config.logLevel, (line) => process.stderr.write(line), config.secrets);
  const { store } = await openStore(config, log);
  const parts: Parts = { store, now: Date.now, newId: randomUUID };
  try {
    const local = await store.tenants.find(localTenantId, parts.now());
    if (!local) await store.tenants.ensure(localTenantId, tier, parts.now());
    return await action(parts, config);
  } finally {
    await store.close();
  }
}

async function printMember(given: Given, action: (parts: Parts) => Promise<Member>): Promise<void> {
  const member = await inStore(action);
  print(given, member, () => [memberTable([member])]);
}

function required(given: Given, flag: string): string {
  const value = textFlag(given, flag);
  if (value === undefined) throw new UsageError(`--${flag} is required`);
  return value;
}

function tenantTable(tenants: Tenant[]): string {
  return table(tenants, ['id', 'name', 'tier', 'nextTier', 'periodEnd']);
}

function memberTable(members: Member[]): string {
  return table(members, ['id', 'name', 'role', 'status', 'externalId']);
}

function keyTable(keys: ApiKey[]): string {
  return table(keys, [
    'id',
    'name',
    'member',
    'access',
    'characterIds',
    'createdAt',
    'lastUsedAt',
    'expiresAt',
    'revokedAt',
  ]);
}

function secret({ key }: { key: string }): string {
  return `${key}\nThis is the key. It is shown only now.`;
}
