import type { EmbeddedMemory } from '../../../domain/stores/embeddings.ts';
import { isNumbered } from '../../move/own.ts';
import type { Row, Side } from '../../move/side.ts';
import type { Connection } from '../connection.ts';
import { decodeVector } from '../embeddings/codec.ts';
import { createStore } from '../store.ts';
import { movedTables } from './tables.ts';

/** Rows read at once, and bytes of them. */
const maxRows = 1_000;
const maxBytes = 8 * 2 ** 20;

/** A store that is exclusively open, for a move. */
export function sqliteSide(db: Connection, name: string): Side {
  const tables = movedTables(db.sqlite);
  const query = (table: string, what: string) => `SELECT ${what} FROM ${tables.get(table)!.from}`;
  return {
    store: createStore(db, []),
    name,
    tables,
    withoutVectors: undefined,

    rows(table) {
      const columns = [...tables.get(table)!.expressions].map(([column, sql]) => `${sql} AS ${column}`);
      const order = isNumbered(table) ? ' ORDER BY character_no, no' : '';
      return batches(db.sqlite.prepare(query(table, columns.join(', ')) + order).iterate() as Iterable<Row>);
    },

    count: async (table) => Number(db.sqlite.prepare(query(table, 'count(*)')).pluck().get()),

    async *embedded() {
      const rows = db.sqlite
        .prepare(
          `SELECT character_no AS characterNo, no AS memoryNo, content, vector FROM memories
           LEFT JOIN embeddings ON memory_no = no
           WHERE state = 'ACTIVE' AND embedded IS NOT NULL ORDER BY character_no, no`,
        )
        .iterate() as Iterable<Row>;
      for await (const some of batches(rows)) yield some.map(embeddedOf);
    },
  };
}

function embeddedOf({ vector, ...memory }: Row): EmbeddedMemory {
  return { ...(memory as never as EmbeddedMemory), ...(vector && { vector: decodeVector(vector as Uint8Array) }) };
}

async function* batches(rows: Iterable<Row>): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    some.push(row);
    for (const value of Object.values(row)) if (typeof value === 'object') bytes += value?.length ?? 0;
    if (some.length < maxRows && bytes < maxBytes) continue;
    yield some;
    some = [];
    bytes = 0;
  }
  if (some.length > 0) yield some;
}
