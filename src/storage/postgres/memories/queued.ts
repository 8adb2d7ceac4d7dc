import type { Tier } from '../../../domain/tier.ts';
import { tierInForce } from '../../rows/tenancy.ts';
import type { NumberedTenant } from '../tenancy/tenant-rows.ts';
import type { Unit } from '../unit.ts';

/** Whose a queued memory is. */
export interface QueuedFor {
  tenantId: string;
  /** In force at the time of the call. */
  tier: Tier;
  characterId: string;
}

/** The characters of queued rows of any tenant, by their numbers. Other machines may have the tables of the tenants. */
export async function queuedFor(
  q: Unit,
  rows: readonly { character_no: number }[],
  now: number,
): Promise<ReadonlyMap<number, QueuedFor>> {
  if (rows.length === 0) return new Map();
  const states = await q.all<{ character_no: number; tenant_no: number }>(
    'SELECT character_no, tenant_no FROM character_states WHERE character_no = ANY($1::bigint[])',
    [...new Set(rows.map((row) => row.character_no))],
  );
  const tenantNos = [...new Set(states.map((row) => row.tenant_no))];
  const [characters, tenants] = await Promise.all([
    q.all<{ id: string; no: number }>(
      'SELECT id, no FROM characters WHERE tenant_no = ANY($1::int[]) AND no = ANY($2::bigint[])',
      tenantNos,
      states.map((row) => row.character_no),
    ),
    q.all<NumberedTenant>('SELECT * FROM tenants WHERE no = ANY($1::int[])', tenantNos),
  ]);
  const idOf = new Map(characters.map(({ id, no }) => [no, id]));
  const tenantOf = new Map(tenants.map((row) => [row.no, row]));
  return new Map(
    states.flatMap(({ character_no: no, tenant_no: tenantNo }) => {
      const [tenant, characterId] = [tenantOf.get(tenantNo), idOf.get(no)];
      if (tenant === undefined || characterId === undefined) return [];
      return [[no, { tenantId: tenant.id, tier: tierInForce(tenant, now), characterId }] as const];
    }),
  );
}
