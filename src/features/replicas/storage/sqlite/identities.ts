import { isRoot, maxIdentities, metPrefix, portableIdentity } from '../../../../domain/project-rules.ts';
import { writeLine } from '../../../../storage/sqlite/audit/record.ts';
import {
  accessibleRow,
  type CharacterRow,
  characterRow,
} from '../../../../storage/sqlite/characters/character-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import type { ReplicationStore } from '../replication-store.ts';

/** The identities of characters that mean the same on other machines, among those of this machine's projects. */
export function identityStore(db: Connection): Pick<ReplicationStore, 'identities' | 'identify'> {
  return {
    identities: (scope, characterId) => db.read(() => portableOf(db, characterRow(db, scope, characterId).no)),

    identify: (scope, characterId, identities, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const known = portableOf(db, character.no);
        const added = identities.filter((one) => !known.includes(one)).slice(0, maxIdentities - known.length);
        for (const identity of added) {
          const isHeld = !isRoot(identity) && holds(db, character, identity);
          db.run(
            'INSERT INTO projects (tenant_id, identity, character_no) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
            ...[scope.tenantId, isHeld ? metPrefix + identity : identity, character.no],
          );
        }
        if (added.length > 0) writeLine(db, scope, { character }, 'OK', now);
      }),
  };
}

function portableOf(db: Connection, characterNo: number): string[] {
  const rows = db.all<{ identity: string }>(
    'SELECT identity FROM projects WHERE character_no = ? ORDER BY identity',
    characterNo,
  );
  const all = rows.map(({ identity }) =>
    identity.startsWith(metPrefix) ? identity.slice(metPrefix.length) : identity,
  );
  return all.filter((one) => portableIdentity.test(one)).toSorted();
}

/** Whether another active character of the same owner has an identity. */
function holds(db: Connection, { no, tenant_id: tenantId, owner_id: owner }: CharacterRow, identity: string): boolean {
  const sql = `SELECT 1 FROM projects JOIN characters ON characters.no = character_no
    WHERE projects.tenant_id = ? AND identity = ? AND character_no <> ? AND owner_id = ? AND status = 'ACTIVE' LIMIT 1`;
  return db.get(sql, tenantId, identity, no, owner) !== undefined;
}
