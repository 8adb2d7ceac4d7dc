import type { JoinedName, JoinedNameStore } from '../../../domain/stores/joined-names.ts';
import { writeLine } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { accessibleRow, characterRow } from './character-rows.ts';

export function joinedNameStore(db: Connection): JoinedNameStore {
  return {
    list: (scope, characterId) =>
      db.read(() =>
        db.all<JoinedName>(
          'SELECT alias, name FROM joined_names WHERE character_no = ? ORDER BY alias_key',
          characterRow(db, scope, characterId).no,
        ),
      ),

    set: (scope, characterId, { alias, aliasKey, name }, isJoined, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        if (isJoined)
          db.run(
            `INSERT OR REPLACE INTO joined_names (character_no, alias_key, alias, name) VALUES (?, ?, ?, ?)`,
            ...[character.no, aliasKey, alias, name],
          );
        else db.run('DELETE FROM joined_names WHERE character_no = ? AND alias_key = ?', character.no, aliasKey);
        writeLine(db, scope, { character }, 'OK', now);
      }),
  };
}
