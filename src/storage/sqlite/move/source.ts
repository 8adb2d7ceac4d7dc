import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../../move/side.ts';
import { replacedAt } from '../../rows/holding.ts';
import { StoreUnusable } from '../../unusable.ts';
import { type CopyOptions, checkedCopy } from '../copies/checked-copy.ts';
import { openConnection } from '../open.ts';
import { sqliteSide } from './side.ts';

/** The batch size of reindexing. */
const batch = 500;

/**
 * The store in a file, for a move: a checked copy of its present state, in a temporary folder next to it. The copy is
 * migrated to this program's version; the file itself is only read.
 * @throws StoreUnusable as `checkedCopy`
 */
export async function sqliteSource(path: string, options: CopyOptions = {}): Promise<Source> {
  const folder = newFolder(path);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'memory.db');
    await checkedCopy(path, copy, options);
    const db = openConnection(copy);
    db.sqlite.exec(endLayers);
    const side = sqliteSide(db, path);
    while ((await side.store.search.refresh(batch)) > 0) options.signal?.throwIfAborted();
    return {
      ...side,
      isIndexed: true,
      async close() {
        await db.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Projects stay on their machine, and so do its layers: what one of them replaced in another has an end of its own. */
const endLayers = `
  UPDATE memories SET superseded_by = NULL, valid_until = min(coalesce(memories.valid_until, replaced.at), replaced.at)
  FROM (SELECT older.no, ${replacedAt('older')} AS at FROM memories AS older
    JOIN memories AS newer ON newer.id = older.superseded_by AND newer.character_no <> older.character_no
    WHERE newer.state = 'ACTIVE') AS replaced WHERE memories.no = replaced.no;
  DELETE FROM memory_links WHERE NOT EXISTS (SELECT 1 FROM memories AS newer
    WHERE newer.no = newer_no AND newer.character_no = memory_links.character_no);`;

/** StoreUnusable. */
function newFolder(path: string): string {
  try {
    return mkdtempSync(`${path}.moving-`);
  } catch (error) {
    if (!existsSync(path)) throw new StoreUnusable(`There is no store at ${path}.`);
    throw new StoreUnusable(`A copy of ${path} can't be made beside it: ${(error as Error).message}.`);
  }
}
