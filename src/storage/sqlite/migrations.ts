import type { Sqlite } from './connection.ts';

/** Brings a store from one version to the next, inside the transaction of opening. */
export type Migration = (sqlite: Sqlite) => void;

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [];
