import type { Connection } from './connection.ts';

/** Acquires or renews a lease inside a unit; false while another holder has it at `now`. */
export function takeLease(db: Connection, name: string, holder: string, now: number, until: number): boolean {
  const taken = db.run(
    `INSERT INTO leases (name, holder, until) VALUES (@name, @holder, @until)
     ON CONFLICT (name) DO UPDATE SET holder = @holder, until = @until
     WHERE leases.holder = @holder OR leases.until <= @now`,
    { name, holder, now, until },
  );
  return taken.changes > 0;
}

/** Releases the leases of a holder whose names begin so. */
export function releaseLeases(db: Connection, beginning: string, holder: string): void {
  db.run('DELETE FROM leases WHERE name LIKE ? AND holder = ?', `${beginning}%`, holder);
}
