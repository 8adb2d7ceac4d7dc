import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Files and folders (`/`) of only one engine, each with the reason. All others have one name in both. */
const onlyIn = {
  sqlite: {
    'backups.ts': 'names the backups of the file',
    'copies/': 'backups and restores; a server has its own',
    'examine/': 'what doctor checks of a file and of its disk',
    'disk/': 'the file behind the path, its log and its folder; what it holds and whether it can be read',
    'change-counts.ts': 'stamps of answers; PostgreSQL would need a round trip for one',
    'prepared.ts': 'rows of a prepared statement; pg makes them by itself',
    'hooks.ts': 'hooks run on the machine of the file',
    'captured-turns.ts': 'what hooks captured is on the machine of the file',
    'hook-items.ts': 'sessions of hooks are on the machine of the file',
    'host-extractions.ts': 'what hosts read of it likewise',
    'middle-migrations.ts': 'there are versions of the file that PostgreSQL never had',
    'projects.ts': 'hooks and their projects are on the machine of the file',
    'project-joins.ts': 'what one project has had on two machines is joined at one of them',
    'memories/staging/': 'stages in many short units, as a file has one writer; PostgreSQL stages in one',
    'embeddings/codec.ts': 'pgvector has types of its own for vectors',
    'embeddings/coarse-index.ts': 'sqlite-vec holds the coarse vectors; pgvector has an index',
    'embeddings/vector-cache.ts': 'pgvector compares vectors in the database',
    'search-index/search-index.ts': 'reads and writes in one: no round trips to save',
    'search-index/index-tables.ts': 'answers the steps of an update at once',
    'search-index/vocabulary.ts': 'caches the terms that begin or end alike; PostgreSQL has them in its index cache',
  },
  postgres: {
    'schema.sql': 'the schema of SQLite is the /schema.sql of the package',
    'driver.ts': 'sessions of a server, and their pool',
    'fair-driver.ts': 'shares the sessions among tenants',
    'endpoint.ts': 'the address of a server, its certificates',
    'unit.ts': 'sends the statements of a transaction together, to save round trips',
    'directory.ts': 'caches the numbers of tenants and characters, to save round trips',
    'sharing/reach.ts': 'reads a character and checks access in one round trip',
    'row-security.ts': 'row-level security of the server',
    'memories/memory-set.ts': 'the memories that a unit has read ahead, to save round trips',
    'memories/unit-writes.ts': 'what a unit writes at its end, to save round trips',
    'memories/queued.ts': 'finds the tenants of queued memories, of which another machine may have the tables',
    'memories/write-queue.ts': 'writes of one process that meet at a character share a transaction',
    'embeddings/vectors.sql': 'tables that exist only where the server has pgvector',
    'embeddings/vectors.ts': 'stores and compares vectors by pgvector; SQLite does it in codec.ts and coarse-index.ts',
    'search-index/index-cache.ts': 'keeps what was read of the index, as reading it again costs round trips',
    'search-index/index-reader.ts': 'answers the steps of a search with few round trips',
    'search-index/index-writer.ts': 'changes the index at the end of a unit',
    'search-index/new-words.ts': 'the vocabulary as a unit changes it',
    'search-index/segment-blocks.ts': 'postings lie in 128 blocks a segment, not a row a term',
    'search-index/segment-set.ts': 'the segments as a unit sees and changes them',
  },
} as const;

type Engine = keyof typeof onlyIn;

function filesOf(engine: Engine): string[] {
  const folder = join('src/storage', engine);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
}

function without(one: Engine, other: Engine): string[] {
  const others = new Set(filesOf(other));
  return filesOf(one).filter((file) => !others.has(file));
}

const listedAs = (file: string) => (listed: string) =>
  listed.endsWith('/') ? file.startsWith(listed) : file === listed;

test.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('files of %s exist for %s too, except the listed ones', (one, other) => {
  const listed = Object.keys(onlyIn[one]);
  const alone = without(one, other);
  expect(filesOf(one).length - alone.length).toBeGreaterThan(40);
  expect(alone.filter((file) => !listed.some(listedAs(file)))).toStrictEqual([]);
  expect(listed.filter((name) => !alone.some((file) => listedAs(file)(name)))).toStrictEqual([]);
});

/** Features whose store is in a file of the machine alone, each with the reason. */
const onlyOfMachine = { watching: 'watched files are on the machine of the file' } as const;

test('a feature with a store has it for both engines, except the listed ones', () => {
  const lacking = (engine: Engine) =>
    readdirSync('src/features').filter((name) => {
      const storage = join('src/features', name, 'storage');
      return existsSync(storage) && !existsSync(join(storage, `${engine}.ts`));
    });
  expect([lacking('sqlite'), lacking('postgres')]).toStrictEqual([[], Object.keys(onlyOfMachine)]);
});
