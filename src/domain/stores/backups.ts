/** A backup that the program has made of a store. */
export interface Backup {
  file: string;
  at: string;
}

/** The backups of a store in a file. */
export interface BackupStore {
  /** The last one that was made; it may have been moved or deleted since. */
  last(): Promise<Backup | undefined>;
}
