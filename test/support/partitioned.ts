import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../src/storage/postgres/schema.sql';

const script = readFileSync(join(import.meta.dirname, '../../ops/partition.sql'), 'utf8');
const parts = 'parts CONSTANT int := 8;';
if (!script.includes(parts)) throw new Error('ops/partition.sql makes another number of partitions than 8');

/** The tables as they are after ops/partition.sql was run. */
export const partitioned = `${schema}\n${script}`;

/** The same with 3 partitions of each table, which are made in a third of the time. */
export const fewPartitions = `${schema}\n${script.replace(parts, 'parts CONSTANT int := 3;')}`;
