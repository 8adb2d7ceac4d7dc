import { ErasedText, mayStoreAgain } from '../../../domain/erasure.ts';
import type { Author, NewMemory } from '../../../domain/memory.ts';
import { erasedDigest } from '../../../text/erased-digest.ts';
import type { Connection } from '../connection.ts';

/** The secret of a tenant's digests, made at the first erasure. */
export function secretOf(db: Connection, tenantId: string): Uint8Array {
  db.run('INSERT OR IGNORE INTO erasure_secrets (tenant_id, secret) VALUES (?, randomblob(32))', tenantId);
  return db.get<{ secret: Buffer }>('SELECT secret FROM erasure_secrets WHERE tenant_id = ?', tenantId)!.secret;
}

/** Tells whether a text was erased from a character; answers at once where nothing was. */
export function erasedFrom(db: Connection, characterNo: number): (content: string) => boolean {
  const digest = digestsIn(db, characterNo);
  if (!digest) return () => false;
  const sql = 'SELECT 1 FROM erased_texts WHERE character_no = ? AND digest = ?';
  return (content) => db.get(sql, characterNo, digest(content)) !== undefined;
}

/** Whether a memory was erased. */
export function isErased(db: Connection, characterNo: number, memoryId: string): boolean {
  const sql = 'SELECT 1 FROM erased_texts WHERE character_no = ? AND memory_id = ?';
  return db.get(sql, characterNo, memoryId) !== undefined;
}

/** ErasedText for a text that was erased, unless a person states it anew: then it counts as erased no more. */
export function requireUnerased(
  db: Connection,
  characterNo: number,
  memory: Pick<NewMemory, 'content' | 'source'>,
  by: Author,
): void {
  if (!erasedFrom(db, characterNo)(memory.content)) return;
  if (!mayStoreAgain(memory, by)) throw new ErasedText();
  const digest = digestsIn(db, characterNo)!(memory.content);
  db.run('DELETE FROM erased_texts WHERE character_no = ? AND digest = ?', characterNo, digest);
}

/** Undefined where nothing was erased. */
function digestsIn(db: Connection, characterNo: number): ((content: string) => Buffer) | undefined {
  const row = db.get<{ secret: Buffer }>(
    `SELECT secret FROM characters CROSS JOIN erasure_secrets ON erasure_secrets.tenant_id = characters.tenant_id
     WHERE no = ? AND EXISTS (SELECT 1 FROM erased_texts WHERE character_no = characters.no)`,
    characterNo,
  );
  return row && ((content) => erasedDigest(row.secret, content));
}
