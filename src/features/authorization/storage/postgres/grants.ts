import type { EventEmitter } from 'node:events';
import { serviceScope } from '../../../../domain/principal.ts';
import { writeLine } from '../../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../../storage/postgres/connection.ts';
import type { Directory } from '../../../../storage/postgres/directory.ts';
import { lockMember, memberRow, withdrawal } from '../../../../storage/postgres/tenancy/members.ts';
import { tenantNoOf } from '../../../../storage/postgres/tenancy/tenant-rows.ts';
import type { Unit } from '../../../../storage/postgres/unit.ts';
import { exchanges, grantNotFound, grantsOfMember, type NewToken } from '../../domain/grant.ts';
import { clientScope, type GrantRow, type TokenRow, toExchanged, toGrant, toGrantedAccess } from '../rows.ts';
import type { GrantStore } from '../store.ts';
import {
  lockedGrant,
  type NumberedGrant,
  pruneGrants,
  removeGrant,
  selectGrants,
  selectOfTokens,
} from './grant-rows.ts';

type NumberedToken = TokenRow & NumberedGrant;

export function grantStore(db: Connection, directory: Directory, withdrawals: EventEmitter): GrantStore {
  const ending = async <Result>(unit: (q: Unit) => Promise<Result>): Promise<Result> => {
    const result = await db.write(null, unit);
    withdrawals.emit(withdrawal);
    return result;
  };
  return {
    open: (grant, code, now, by) =>
      db.write(null, async (q) => {
        const { id, memberId, client, clientId, access, characterIds, resource } = grant;
        const { tenant_id: tenantId } = await memberRow(q, memberId);
        await lockMember(q, memberId);
        const tenantNo = await tenantNoOf(q, tenantId);
        for (const ended of await pruneGrants(q, memberId, grantsOfMember - 1, now)) {
          writeLine(q, tenantNo, serviceScope(tenantId, 'service', 'revoke_grant'), { targetId: ended }, 'OK', now);
        }
        q.send(
          `INSERT INTO grants (id, tenant_no, member_id, client_id, client_name, access, characters, resource, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          ...[id, tenantNo, memberId, clientId, client, access],
          ...[characterIds ? JSON.stringify(characterIds) : null, resource, now, code.expiresAt],
        );
        const { redirectUri, challenge } = code;
        insertToken(q, id, 'code', code, JSON.stringify({ redirectUri, challenge }));
        writeLine(q, tenantNo, by, { targetId: id }, 'OK', now);
      }),

    exchange: ({ kind, hash }, { access, refresh }, check, now) =>
      ending(async (q) => {
        const row = await q.get<NumberedToken>(`${selectToken} FOR UPDATE OF grants, grant_tokens`, hash, kind, now);
        if (!row) return undefined;
        const found = toExchanged(row);
        const scope = clientScope(row, exchanges[kind]);
        if (row.used_at !== null) {
          removeGrant(q, row.id);
          writeLine(q, row.tenant_no, scope, { targetId: row.id }, 'Unauthorized', now);
          const ended = serviceScope(row.tenant_id, 'service', 'revoke_grant');
          writeLine(q, row.tenant_no, ended, { targetId: row.id }, 'OK', now);
          return 'reused';
        }
        check(found);
        q.send('UPDATE grant_tokens SET used_at = $1 WHERE hash = $2', now, hash);
        insertToken(q, row.id, 'access', access);
        insertToken(q, row.id, 'refresh', refresh);
        q.send('UPDATE grants SET expires_at = $1, last_used_at = $2 WHERE id = $3', refresh.expiresAt, now, row.id);
        writeLine(q, row.tenant_no, scope, { targetId: row.id }, 'OK', now);
        return found;
      }),

    async find(hash, now) {
      const row = await db.get<TokenRow>('unknown', selectToken, hash, 'access', now);
      return row && toGrantedAccess(row, now);
    },

    async recordUse(grantId, now) {
      await db.write(null, (q) => q.run('UPDATE grants SET last_used_at = $1 WHERE id = $2', now, grantId));
    },

    async list(tenantId, memberId, now) {
      const no = await directory.tenant(tenantId);
      if (no === undefined) return [];
      const rows = await db.all<GrantRow>(
        no,
        `${selectGrants} WHERE grants.tenant_no = $1 AND ($2::text IS NULL OR grants.member_id = $2)
           AND grants.expires_at > $3 ORDER BY grants.created_at DESC, grants.id`,
        ...[no, memberId ?? null, now],
      );
      return rows.map(toGrant);
    },

    revoke: (tenantId, memberId, grantId, now, by = serviceScope(tenantId, 'service', 'revoke_grant')) =>
      ending(async (q) => {
        const row = await lockedGrant(q, grantId, now);
        if (!row || row.tenant_id !== tenantId || (memberId ?? row.member_id) !== row.member_id) {
          throw grantNotFound(grantId);
        }
        removeGrant(q, grantId);
        writeLine(q, row.tenant_no, by, { targetId: grantId }, 'OK', now);
        return toGrant(row);
      }),

    revokeByToken: (hash, clientId, now) =>
      ending(async (q) => {
        const sql = `${selectOfTokens} WHERE grant_tokens.hash = $1 FOR UPDATE OF grants`;
        const row = await q.get<NumberedToken>(sql, hash);
        if (row?.client_id !== clientId) return;
        removeGrant(q, row.id);
        writeLine(q, row.tenant_no, clientScope(row, 'revoke_grant'), { targetId: row.id }, 'OK', now);
      }),
  };
}

const selectToken = `${selectOfTokens}
  WHERE grant_tokens.hash = $1 AND grant_tokens.kind = $2 AND grant_tokens.expires_at > $3`;

function insertToken(q: Unit, grantId: string, kind: string, token: NewToken, proof: string | null = null): void {
  q.send(
    'INSERT INTO grant_tokens (hash, grant_id, kind, proof, expires_at) VALUES ($1, $2, $3, $4, $5)',
    ...[token.hash, grantId, kind, proof, token.expiresAt],
  );
}
