import { randomBytes } from 'node:crypto';
import { ErasedText, mayStoreAgain } from '../../../domain/erasure.ts';
import type { Author, NewMemory } from '../../../domain/memory.ts';
import { erasedDigest } from '../../../text/erased-digest.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

/** The secret of a tenant's digests, made at the first erasure. */
export async function secretOf(q: Unit, tenantNo: number): Promise<Uint8Array> {
  const made = 'INSERT INTO erasure_secrets (tenant_no, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  q.send(made, tenantNo, randomBytes(32));
  return (await storedSecret(q, tenantNo))!;
}

async function storedSecret(q: Unit, tenantNo: number): Promise<Uint8Array | undefined> {
  const sql = 'SELECT secret FROM erasure_secrets WHERE tenant_no = $1';
  return (await q.get<{ secret: Uint8Array }>(sql, tenantNo))?.secret;
}

const hex = (digest: Uint8Array) => Buffer.from(digest).toString('hex');

/** What was erased from a character, as one unit knows it. */
export class Tombstones {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #secret: Uint8Array | undefined;
  readonly #digests: Set<string>;
  readonly #memoryIds: ReadonlySet<string>;

  private constructor(
    q: Unit,
    { characterNo }: Place,
    secret: Uint8Array | undefined,
    rows: readonly { digest: Uint8Array; memory_id: string }[],
  ) {
    this.#q = q;
    this.#characterNo = characterNo;
    this.#secret = secret;
    this.#digests = new Set(rows.map(({ digest }) => hex(digest)));
    this.#memoryIds = new Set(rows.map((row) => row.memory_id));
  }

  static async read(q: Unit, place: Place): Promise<Tombstones> {
    const sql = 'SELECT digest, memory_id::text FROM erased_texts WHERE character_no = $1';
    const rows = await q.all<{ digest: Uint8Array; memory_id: string }>(sql, place.characterNo);
    return new Tombstones(q, place, rows.length > 0 ? await storedSecret(q, place.tenantNo) : undefined, rows);
  }

  /** Whether a text was erased. */
  has(content: string): boolean {
    return this.#secret !== undefined && this.#digests.has(hex(erasedDigest(this.#secret, content)));
  }

  /** Whether a memory was erased. */
  hasMemory(memoryId: string): boolean {
    return this.#memoryIds.has(memoryId.toLowerCase());
  }

  /** ErasedText for a text that was erased, unless a person states it anew: then it counts as erased no more. */
  require(memory: Pick<NewMemory, 'content' | 'source'>, by: Author): void {
    if (!this.has(memory.content)) return;
    if (!mayStoreAgain(memory, by)) throw new ErasedText();
    const digest = erasedDigest(this.#secret!, memory.content);
    this.#digests.delete(hex(digest));
    this.#q.send('DELETE FROM erased_texts WHERE character_no = $1 AND digest = $2', this.#characterNo, digest);
  }
}
