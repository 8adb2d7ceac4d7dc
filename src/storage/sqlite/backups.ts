import type { BackupStore } from '../../domain/stores/backups.ts';
import { iso } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

export function backupStore(db: Connection): BackupStore {
  return {
    last: () =>
      db.read(() => {
        const row = db.get<{ file: string; at: number }>('SELECT file, at FROM backups ORDER BY at DESC LIMIT 1');
        return row && { file: row.file, at: iso(row.at) };
      }),
  };
}
