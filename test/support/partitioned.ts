import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../src/storage/postgres/schema.sql';

/** The tables as they are after ops/partition.sql was run. */
export const partitioned = `${schema}\n${readFileSync(join(import.meta.dirname, '../../ops/partition.sql'), 'utf8')}`;
