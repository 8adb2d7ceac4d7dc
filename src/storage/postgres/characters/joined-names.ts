import type { JoinedName, JoinedNameStore } from '../../../domain/stores/joined-names.ts';
import { writeLine } from '../audit/record.ts';
import type { Engine } from '../engine.ts';
import { lockVisible } from './character-rows.ts';

export function joinedNameStore({ db, directory, reach }: Engine): JoinedNameStore {
  return {
    list: (scope, characterId) =>
      reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<JoinedName>(
          'SELECT alias, name FROM joined_names WHERE character_no = $1 ORDER BY alias_key',
          characterNo,
        ),
      ),

    async set(scope, characterId, { alias, aliasKey, name }, isJoined, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        if (isJoined)
          q.send(
            `INSERT INTO joined_names (character_no, alias_key, alias, name) VALUES ($1, $2, $3, $4)
             ON CONFLICT (character_no, alias_key) DO UPDATE SET alias = excluded.alias, name = excluded.name`,
            ...[characterNo, aliasKey, alias, name],
          );
        else q.send('DELETE FROM joined_names WHERE character_no = $1 AND alias_key = $2', characterNo, aliasKey);
        writeLine(q, tenantNo, scope, { character: { no: characterNo } }, 'OK', now);
      });
    },
  };
}
