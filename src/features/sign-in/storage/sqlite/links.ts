import { writeLine } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { memberRow } from '../../../../storage/sqlite/tenancy/members.ts';
import { insertSession } from '../../../../storage/sqlite/tenancy/sessions.ts';
import { requireVouched } from '../../domain/sign-in-link.ts';
import { type LinkRow, linkColumns, toLink } from '../link-rows.ts';
import type { SignInLinkStore } from '../link-store.ts';

export function signInLinkStore(db: Connection): SignInLinkStore {
  return {
    make: (memberId, { hash, expiresAt }, now, by) =>
      db.write(() => {
        memberRow(db, memberId);
        const parties = { memberId, maker: by.memberId };
        requireVouched(toLink(db.get<LinkRow>(`${selectParties} WHERE members.id = @memberId`, parties)!));
        db.run('DELETE FROM sign_in_links WHERE expires_at <= ? OR member_id = ?', now, memberId);
        db.run(
          'INSERT INTO sign_in_links (member_id, maker_id, hash, expires_at) VALUES (?, ?, ?, ?)',
          ...[memberId, by.memberId, hash, expiresAt],
        );
        writeLine(db, by, { targetId: memberId }, 'OK', now);
      }),

    redeem: (hash, session, admit, now) =>
      db.write(() => {
        const row = db.get<LinkRow>(`${selectLinks} WHERE sign_in_links.hash = ? AND expires_at > ?`, hash, now);
        if (!row) return undefined;
        const link = toLink(row);
        const by = admit(link);
        db.run('DELETE FROM sign_in_links WHERE hash = ?', hash);
        insertSession(db, session, { tenantId: link.tenantId, memberId: link.member.id }, now);
        writeLine(db, by, { targetId: session.id }, 'OK', now);
        return link;
      }),
  };
}

/** A link that `@maker` would make. */
const selectParties = `SELECT members.tenant_id, ${linkColumns}, @maker AS maker_id
  FROM members LEFT JOIN members AS makers
    ON makers.id = @maker AND makers.tenant_id = members.tenant_id AND makers.removed_at IS NULL`;
const selectLinks = `SELECT members.tenant_id, ${linkColumns}, sign_in_links.maker_id
  FROM sign_in_links JOIN members ON members.id = sign_in_links.member_id AND members.removed_at IS NULL
  LEFT JOIN members AS makers ON makers.id = sign_in_links.maker_id AND makers.removed_at IS NULL`;
