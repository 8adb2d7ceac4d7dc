import { maxIdentities } from '../../../../domain/project-rules.ts';
import { writeLine } from '../../../../storage/postgres/audit/record.ts';
import { lockVisible } from '../../../../storage/postgres/characters/character-rows.ts';
import type { Engine } from '../../../../storage/postgres/engine.ts';
import type { ReplicationStore } from '../replication-store.ts';

/** The identities that replicas have told of their characters. */
export function identityStore({ db, directory, reach }: Engine): Pick<ReplicationStore, 'identities' | 'identify'> {
  return {
    identities: (scope, characterId) =>
      reach.ask(scope, characterId, async (q, { characterNo }) => {
        const sql = 'SELECT identity FROM character_identities WHERE character_no = $1 ORDER BY identity';
        return (await q.all<{ identity: string }>(sql, characterNo)).map(({ identity }) => identity);
      }),

    async identify(scope, characterId, identities, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        q.send(
          `INSERT INTO character_identities (character_no, identity) SELECT $1, one
           FROM unnest($2::text[]) WITH ORDINALITY AS given (one, place)
           WHERE place <= $3 - (SELECT count(*) FROM character_identities WHERE character_no = $1)
           ON CONFLICT DO NOTHING`,
          ...[characterNo, [...identities], maxIdentities],
        );
        writeLine(q, tenantNo, scope, { character: { no: characterNo } }, 'OK', now);
      });
    },
  };
}
