import { notWhatItSays, type ReadDocument } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { claudeMemPieces } from './claude-mem.ts';
import { mem0HistoryPieces } from './mem0.ts';
import { memoryServicePieces } from './memory-service.ts';
import { SqliteTables } from './sqlite-tables.ts';
import type { Fields } from './values.ts';

type ReadRows = (table: string, columns: string) => Fields[];

/** A product that keeps its memories in SQLite. */
interface Product {
  name: string;
  /** The table and the columns that it is known by. */
  table: string;
  columns: readonly string[];
  read(rows: ReadRows, leftOut: LeftOut): Piece[];
}

const times = 'created_at created_at_epoch';
const sessions = 'memory_session_id sdk_session_id content_session_id claude_session_id';

/** Links to their schemas are next to the readers of their rows. */
const products: readonly Product[] = [
  {
    name: 'mcp-memory-service',
    table: 'memories',
    columns: ['content', 'content_hash'],
    read: (rows, leftOut) =>
      rows('memories', 'content content_hash tags memory_type metadata created_at created_at_iso deleted_at').flatMap(
        (row) => memoryServicePieces(row, leftOut) ?? [],
      ),
  },
  {
    name: 'claude-mem',
    table: 'observations',
    columns: ['project', 'type', 'created_at_epoch'],
    read: (rows, leftOut) =>
      claudeMemPieces(
        {
          observations: rows(
            'observations',
            `project type title subtitle narrative text facts concepts files_modified ${sessions} ${times}`,
          ),
          summaries: rows(
            'session_summaries',
            `project request investigated learned completed next_steps notes ${sessions} ${times}`,
          ),
          prompts: rows('user_prompts', `prompt_text ${sessions} ${times}`),
          sessions: rows('sdk_sessions', `project ${sessions}`),
          directives: rows('directives', `project content status ${times}`),
        },
        leftOut,
      ),
  },
  {
    name: 'mem0',
    table: 'history',
    columns: ['memory_id', 'new_memory', 'event'],
    read: (rows, leftOut) =>
      mem0HistoryPieces(rows('history', 'memory_id new_memory event is_deleted created_at'), leftOut),
  },
];

/**
 * The SQLite file of a product, identified by its tables.
 * @param clean applied to a text before it is cut
 * @param most the total of UTF-16 units of text
 */
export async function readSqlite(
  bytes: Uint8Array,
  clean: (text: string) => string,
  most?: number,
): Promise<ReadDocument> {
  const tables = await SqliteTables.open(bytes, most);
  try {
    const product = products.find(({ table, columns }) => {
      const known = tables.columns(table);
      return known !== undefined && columns.every((name) => known.has(name));
    });
    if (!product) {
      const names = products.map(({ name }) => name).join(', ');
      throw notWhatItSays(`it is an SQLite database of no product that is known (${names})`);
    }
    const cleaned = (row: Fields) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
      );
    const leftOut = new LeftOut();
    const rows: ReadRows = (table, columns) => tables.rows(table, columns.split(' ')).map(cleaned);
    return { pieces: product.read(rows, leftOut), leftOut: leftOut.list() };
  } finally {
    tables.close();
  }
}
