import type { Sharing } from '../../../domain/sharing.ts';
import type { ShareRow } from '../../rows/sharing.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

/** The shares of a row of `characters`, by name, as JSON of ShareRows. Removed members are left out. */
export const selectShares = `(
  SELECT coalesce(json_agg(json_build_object('member_id', member_id, 'access', access, 'name', name)
    ORDER BY name, member_id), '[]')
  FROM shares LEFT JOIN LATERAL (SELECT name, removed_at FROM members WHERE id = shares.member_id OFFSET 0) AS members
    ON true
  WHERE shares.tenant_no = characters.tenant_no AND shares.character_no = characters.no AND removed_at IS NULL)`;

type Numbers = Pick<Place, 'tenantNo' | 'characterNo'>;

export async function sharesOf(q: Unit, { tenantNo, characterNo }: Numbers): Promise<Sharing['shares']> {
  const sql = 'SELECT member_id, access FROM shares WHERE tenant_no = $1 AND character_no = $2';
  const rows = await q.all<ShareRow>(sql, tenantNo, characterNo);
  return rows.map(({ member_id: memberId, access }) => ({ memberId, access }));
}

/** Stores the sharing that a rule has decided. */
export function replaceSharing(
  q: Unit,
  { tenantNo, characterNo }: Numbers,
  { visibility, ownerId, shares }: Sharing,
  now: number,
): void {
  q.send(
    `UPDATE characters SET visibility = $3, owner_id = $4, updated_at = $5 WHERE tenant_no = $1 AND no = $2`,
    tenantNo,
    characterNo,
    visibility,
    ownerId,
    now,
  );
  q.send('DELETE FROM shares WHERE tenant_no = $1 AND character_no = $2', tenantNo, characterNo);
  q.send(
    `INSERT INTO shares (tenant_no, character_no, member_id, access)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[])`,
    tenantNo,
    characterNo,
    shares.map(({ memberId }) => memberId),
    shares.map(({ access }) => access),
  );
}
