import { writeLine } from '../../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../../storage/postgres/connection.ts';
import { lockMember } from '../../../../storage/postgres/tenancy/members.ts';
import { insertSession } from '../../../../storage/postgres/tenancy/sessions.ts';
import { requireVouched } from '../../domain/sign-in-link.ts';
import { type LinkRow, linkColumns, toLink } from '../link-rows.ts';
import type { SignInLinkStore } from '../link-store.ts';

type NumberedLink = LinkRow & { tenant_no: number };

export function signInLinkStore(db: Connection): SignInLinkStore {
  return {
    make: (memberId, { hash, expiresAt }, now, by) =>
      db.write(null, async (q) => {
        await lockMember(q, memberId);
        const made = (await q.get<NumberedLink>(selectParties, memberId, by.memberId))!;
        requireVouched(toLink(made));
        q.send('DELETE FROM sign_in_links WHERE expires_at <= $1 OR member_id = $2', now, memberId);
        q.send(
          'INSERT INTO sign_in_links (member_id, tenant_no, maker_id, hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
          ...[memberId, made.tenant_no, by.memberId, hash, expiresAt],
        );
        writeLine(q, made.tenant_no, by, { targetId: memberId }, 'OK', now);
      }),

    redeem: (hash, session, admit, now) =>
      db.write(null, async (q) => {
        const row = await q.get<NumberedLink>(selectLink, hash, now);
        if (!row) return undefined;
        const link = toLink(row);
        const by = admit(link);
        q.send('DELETE FROM sign_in_links WHERE hash = $1', hash);
        insertSession(q, session, { tenantNo: row.tenant_no, memberId: link.member.id }, now);
        writeLine(q, row.tenant_no, by, { targetId: session.id }, 'OK', now);
        return link;
      }),
  };
}

const columns = `tenants.id AS tenant_id, members.tenant_no, ${linkColumns}`;
/** A link that a member would make. */
const selectParties = `SELECT ${columns}, $2::text AS maker_id
  FROM members JOIN tenants ON tenants.no = members.tenant_no LEFT JOIN members AS makers
    ON makers.id = $2 AND makers.tenant_no = members.tenant_no AND makers.removed_at IS NULL
  WHERE members.id = $1`;
/** Locked, because a link is valid once. */
const selectLink = `SELECT ${columns}, sign_in_links.maker_id
  FROM sign_in_links JOIN members ON members.id = sign_in_links.member_id AND members.removed_at IS NULL
  JOIN tenants ON tenants.no = members.tenant_no
  LEFT JOIN members AS makers ON makers.id = sign_in_links.maker_id AND makers.removed_at IS NULL
  WHERE sign_in_links.hash = $1 AND sign_in_links.expires_at > $2 FOR UPDATE OF sign_in_links`;
