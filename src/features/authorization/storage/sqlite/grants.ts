import type { EventEmitter } from 'node:events';
import { serviceScope } from '../../../../domain/principal.ts';
import { writeLine } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { memberRow, withdrawal } from '../../../../storage/sqlite/tenancy/members.ts';
import { exchanges, grantNotFound, grantsOfMember, type NewToken } from '../../domain/grant.ts';
import { clientScope, type GrantRow, type TokenRow, toExchanged, toGrant, toGrantedAccess } from '../rows.ts';
import type { GrantStore } from '../store.ts';
import { grantRow, pruneGrants, removeGrant, selectGrants, selectOfTokens } from './grant-rows.ts';

export function grantStore(db: Connection, withdrawals: EventEmitter): GrantStore {
  const ending = async <Result>(unit: () => Result): Promise<Result> => {
    const result = await db.write(unit);
    withdrawals.emit(withdrawal);
    return result;
  };
  return {
    open: (grant, code, now, by) =>
      db.write(() => {
        const { id, memberId, client, clientId, access, characterIds, resource } = grant;
        const { tenant_id: tenantId } = memberRow(db, memberId);
        for (const ended of pruneGrants(db, memberId, grantsOfMember - 1, now)) {
          writeLine(db, serviceScope(tenantId, 'service', 'revoke_grant'), { targetId: ended }, 'OK', now);
        }
        db.run(
          `INSERT INTO grants (id, tenant_id, member_id, client_id, client_name, access, characters, resource, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, tenantId, memberId, clientId, client, access],
          ...[characterIds ? JSON.stringify(characterIds) : null, resource, now, code.expiresAt],
        );
        const { redirectUri, challenge } = code;
        insertToken(db, id, 'code', code, JSON.stringify({ redirectUri, challenge }));
        writeLine(db, by, { targetId: id }, 'OK', now);
      }),

    exchange: ({ kind, hash }, { access, refresh }, check, now) =>
      ending(() => {
        const row = tokenRow(db, kind, hash, now);
        if (!row) return undefined;
        const found = toExchanged(row);
        const scope = clientScope(row, exchanges[kind]);
        if (row.used_at !== null) {
          removeGrant(db, row.id);
          writeLine(db, scope, { targetId: row.id }, 'Unauthorized', now);
          writeLine(db, serviceScope(row.tenant_id, 'service', 'revoke_grant'), { targetId: row.id }, 'OK', now);
          return 'reused';
        }
        check(found);
        db.run('UPDATE grant_tokens SET used_at = ? WHERE hash = ?', now, hash);
        insertToken(db, row.id, 'access', access);
        insertToken(db, row.id, 'refresh', refresh);
        db.run('UPDATE grants SET expires_at = ?, last_used_at = ? WHERE id = ?', refresh.expiresAt, now, row.id);
        writeLine(db, scope, { targetId: row.id }, 'OK', now);
        return found;
      }),

    find: (hash, now) =>
      db.read(() => {
        const row = tokenRow(db, 'access', hash, now);
        return row && toGrantedAccess(row, now);
      }),

    async recordUse(grantId, now) {
      await db.write(() => db.run('UPDATE grants SET last_used_at = ? WHERE id = ?', now, grantId));
    },

    list: (tenantId, memberId, now) =>
      db.read(() => {
        const rows = db.all<GrantRow>(
          `${selectGrants} WHERE grants.tenant_id = @tenantId AND (@memberId IS NULL OR grants.member_id = @memberId)
             AND grants.expires_at > @now ORDER BY grants.created_at DESC, grants.id`,
          { tenantId, memberId: memberId ?? null, now },
        );
        return rows.map(toGrant);
      }),

    revoke: (tenantId, memberId, grantId, now, by = serviceScope(tenantId, 'service', 'revoke_grant')) =>
      ending(() => {
        const row = grantRow(db, grantId, now);
        if (!row || row.tenant_id !== tenantId || (memberId ?? row.member_id) !== row.member_id) {
          throw grantNotFound(grantId);
        }
        removeGrant(db, grantId);
        writeLine(db, by, { targetId: grantId }, 'OK', now);
        return toGrant(row);
      }),

    revokeByToken: (hash, clientId, now) =>
      ending(() => {
        const row = db.get<TokenRow>(`${selectOfTokens} WHERE grant_tokens.hash = ?`, hash);
        if (row?.client_id !== clientId) return;
        removeGrant(db, row.id);
        writeLine(db, clientScope(row, 'revoke_grant'), { targetId: row.id }, 'OK', now);
      }),
  };
}

function tokenRow(db: Connection, kind: string, hash: Uint8Array, now: number): TokenRow | undefined {
  return db.get<TokenRow>(
    `${selectOfTokens} WHERE grant_tokens.hash = ? AND grant_tokens.kind = ? AND grant_tokens.expires_at > ?`,
    ...[hash, kind, now],
  );
}

function insertToken(
  db: Connection,
  grantId: string,
  kind: string,
  token: NewToken,
  proof: string | null = null,
): void {
  db.run(
    'INSERT INTO grant_tokens (hash, grant_id, kind, proof, expires_at) VALUES (?, ?, ?, ?, ?)',
    ...[token.hash, grantId, kind, proof, token.expiresAt],
  );
}
