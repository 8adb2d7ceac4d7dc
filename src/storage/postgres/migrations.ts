import type { Session } from './driver.ts';

/**
 * Brings a store from one version to the next, inside the transaction of opening. Other nodes of the version before go
 * on working meanwhile and after: a step only adds.
 */
export type Migration = (session: Session) => Promise<void>;

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [];
