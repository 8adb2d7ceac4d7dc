import type { Share, Sharing } from '../../../domain/sharing.ts';
import { type ShareRow, toShare } from '../../rows/sharing.ts';
import type { Connection } from '../connection.ts';

/** The members that a character is shared with, by name; removed members are left out. */
export function shownShares(db: Connection, characterNo: number): Share[] {
  const rows = db.all<ShareRow>(
    `SELECT member_id, access, name FROM shares LEFT JOIN members ON members.id = member_id
     WHERE character_no = ? AND removed_at IS NULL ORDER BY name, member_id`,
    characterNo,
  );
  return rows.map(toShare);
}

export function sharesOf(db: Connection, characterNo: number): Sharing['shares'] {
  const rows = db.all<ShareRow>('SELECT member_id, access FROM shares WHERE character_no = ?', characterNo);
  return rows.map(({ member_id: memberId, access }) => ({ memberId, access }));
}

/** Replaces the shares by those that a rule has decided. */
export function replaceSharing(
  db: Connection,
  { no, tenant_id: tenantId }: { no: number; tenant_id: string },
  { visibility, ownerId, shares }: Sharing,
  now: number,
): void {
  const sql = 'UPDATE characters SET visibility = ?, owner_id = ?, updated_at = ? WHERE no = ?';
  db.run(sql, visibility, ownerId, now, no);
  db.run('DELETE FROM shares WHERE character_no = ?', no);
  for (const { memberId, access } of shares) {
    const put = 'INSERT INTO shares (tenant_id, member_id, character_no, access) VALUES (?, ?, ?, ?)';
    db.run(put, tenantId, memberId, no, access);
  }
}
