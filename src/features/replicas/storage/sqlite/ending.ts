import type { Connection } from '../../../../storage/sqlite/connection.ts';

/** Ends what connects a character, and connections that have none left. */
export function endReplica(db: Connection, characterNo: number): void {
  const ofCharacter = 'memory_no IN (SELECT no FROM memories WHERE character_no = ?)';
  for (const table of ['replica_memories', 'replica_refusals']) {
    db.run(`DELETE FROM ${table} WHERE ${ofCharacter}`, characterNo);
  }
  for (const table of ['replicas', 'decided_characters']) {
    db.run(`DELETE FROM ${table} WHERE character_no = ?`, characterNo);
  }
  const unused = `connections WHERE no NOT IN (SELECT connection_no FROM replicas)
    AND no NOT IN (SELECT connection_no FROM decided_characters)`;
  db.run(`DELETE FROM bundles WHERE connection_no IN (SELECT no FROM ${unused})`);
  db.run(`DELETE FROM ${unused}`);
}
