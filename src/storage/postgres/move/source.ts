import { INDEX_VERSION } from '../../../search/parameters.ts';
import type { Source } from '../../move/side.ts';
import type { Driver } from '../driver.ts';
import { postgresSide, seeAll } from './side.ts';

/** The store of a database as the source of a move: a snapshot in a read-only transaction. @throws StoreUnusable */
export async function postgresSource(driver: Driver, place: string): Promise<Source> {
  const side = await postgresSide(driver, place, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await seeAll(side.session);
  const sql = 'SELECT count(*)::int AS old FROM character_states WHERE analyser < $1';
  const { rows } = await side.session.query(undefined, sql, [INDEX_VERSION]);
  return { ...side, isIndexed: (rows[0] as { old: number }).old === 0, close: () => side.end('ROLLBACK') };
}
