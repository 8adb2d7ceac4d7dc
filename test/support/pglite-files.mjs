// node pglite-files.mjs FILE: makes the files of an empty database with vectors, from which embedded ones start.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

const [file] = process.argv.slice(2);
const db = await PGlite.create({ extensions: { vector } });
await db.exec('CREATE EXTENSION vector');
const files = await db.dumpDataDir('none');
mkdirSync(dirname(file), { recursive: true });
// A reader finds all of them or none.
const unfinished = `${file}.${process.pid}`;
writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
renameSync(unfinished, file);
