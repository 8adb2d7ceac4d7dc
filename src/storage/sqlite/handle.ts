import type SqliteConstructor from 'better-sqlite3';

/** An open database. */
export type Sqlite = SqliteConstructor.Database;
