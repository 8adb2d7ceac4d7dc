import type { Unit } from './unit.ts';

/** Acquires or renews a lease inside a unit; false while another holder has it at `now`. */
export async function takeLease(q: Unit, name: string, holder: string, now: number, until: number): Promise<boolean> {
  const taken = await q.run(
    `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $4)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE leases.holder = excluded.holder OR leases.until <= $3`,
    name,
    holder,
    now,
    until,
  );
  return taken > 0;
}

/** Releases the leases of a holder whose names begin so. */
export function releaseLeases(q: Unit, beginning: string, holder: string): Promise<number> {
  return q.run('DELETE FROM leases WHERE name LIKE $1 AND holder = $2', `${beginning}%`, holder);
}
