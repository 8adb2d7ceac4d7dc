import type { Check } from '../../../base/check.ts';
import { installCommand } from '../../../base/install.ts';
import { Database } from '../../../base/sqlite.ts';
import { driverFault } from '../failures.ts';

/** Whether SQLite itself can be loaded: its binary is for one system and one line of Node releases. */
export async function examineSqlite(): Promise<Check> {
  const name = 'sqlite';
  try {
    const sqlite = new Database(':memory:');
    const version = sqlite.prepare('SELECT sqlite_version()').pluck().get();
    const vectors = await vectorsOf(sqlite);
    sqlite.close();
    return { name, ok: true, detail: `${version}, ${vectors}` };
  } catch (error) {
    const detail = driverFault(error) ?? String(error);
    return { name, ok: false, detail, advice: rebuild };
  }
}

const rebuild =
  'Where the package is installed: npm install-scripts approve better-sqlite3 (from npm 12 on), then npm rebuild better-sqlite3. ' +
  `Installed for all projects: ${installCommand()}. ` +
  'Started by npx: the next command that needs it builds it.';

/** Only large characters with embeddings need the extension, so a system without it is no fault. */
async function vectorsOf(sqlite: Database): Promise<string> {
  try {
    const { load } = await import('sqlite-vec');
    load(sqlite);
    return `sqlite-vec ${sqlite.prepare('SELECT vec_version()').pluck().get()}`;
  } catch {
    return 'without sqlite-vec: embeddings of a provider can’t be kept, search is by words and the internal model';
  }
}
