import type { Standing } from '../../../domain/holding.ts';
import type { Memory, MemoryChange } from '../../../domain/memory.ts';
import { isUuid } from '../../../domain/text.ts';
import { contentKey } from '../../../text/content-key.ts';
import { type MemoryRow, type ShownRow, standingOf } from '../../rows/memories.ts';
import type { Unit } from '../unit.ts';
import { keyText, type StoredMemory, storedColumns } from './memory-rows.ts';

/** Memories that a unit reads. */
export interface Wanted {
  /** By id, in any state. */
  ids?: readonly string[];
  /** By ids that callers know: also the memories into which these were merged. */
  meant?: readonly string[];
  /** By the keys of their contents, active ones. */
  keys?: readonly Uint8Array[];
  /** By number, in any state. */
  nos?: readonly number[];
  /** Active ones with the same contents as these: they prevent restoring these. */
  twinsOf?: readonly string[];
}

const one = (condition: string) => `SELECT ${storedColumns} FROM memories
  WHERE memories.character_no = $1 AND ${condition} OFFSET 0`;

/** Each is an index look-up, so the cost does not depend on the character's size. */
const selectWanted = `
  SELECT found.* FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL (${one('memories.id = wanted.id')}) AS found
  UNION ALL SELECT found.* FROM unnest($3::bytea[]) AS wanted (key)
    CROSS JOIN LATERAL (${one(`memories.content_key = wanted.key AND memories.state = 'ACTIVE'`)}) AS found
  UNION ALL SELECT found.* FROM unnest($4::int[]) AS wanted (no)
    CROSS JOIN LATERAL (${one('memories.no = wanted.no')}) AS found
  UNION ALL SELECT found.* FROM unnest($5::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (${one('memories.id = wanted.id')}) AS restored
    CROSS JOIN LATERAL (${one(`memories.content_key = restored.content_key AND memories.state = 'ACTIVE'`)}) AS found`;

const selectMerged = `
  SELECT wanted.id AS merged_id, found.* FROM unnest($2::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (SELECT into_id FROM merged_memories
      WHERE merged_memories.character_no = $1 AND merged_memories.id = wanted.id OFFSET 0) AS merged
    CROSS JOIN LATERAL (${one('memories.id = merged.into_id')}) AS found`;

const selectTwins = `
  SELECT found.* FROM unnest($2::int[]) AS wanted (no)
    CROSS JOIN LATERAL (SELECT content_key FROM memories
      WHERE memories.character_no = $1 AND memories.no = wanted.no OFFSET 0) AS given
    CROSS JOIN LATERAL (${one(`memories.content_key = given.content_key AND memories.state = 'ACTIVE'`)}) AS found`;

/** The memories of a character in one unit. */
export class MemorySet {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #byId = new Map<string, StoredMemory>();
  readonly #byNo = new Map<number, StoredMemory>();
  readonly #active = new Map<string, StoredMemory>();
  /** Those that have named a successor, by its id; usually none. */
  readonly #replaced = new Map<string, Set<StoredMemory>>();
  /** The ids of the memories into which others were merged. */
  readonly #mergedInto = new Map<string, string>();
  /** The keys of stored active memories. */
  readonly #storedKeys = new Map<string, number>();

  constructor(q: Unit, characterNo: number) {
    this.#q = q;
    this.#characterNo = characterNo;
  }

  async read({ ids = [], meant = [], keys = [], nos = [], twinsOf = [] }: Wanted): Promise<void> {
    if (ids.length + meant.length + keys.length + nos.length + twinsOf.length === 0) return;
    const [rows, merged] = await Promise.all([
      this.#q.all<StoredMemory>(
        selectWanted,
        this.#characterNo,
        [...ids, ...meant].filter(isUuid),
        keys,
        nos,
        twinsOf.filter(isUuid),
      ),
      meant.length === 0
        ? []
        : this.#q.all<StoredMemory & { merged_id: string }>(selectMerged, this.#characterNo, meant.filter(isUuid)),
    ]);
    this.#keep(rows);
    for (const { merged_id: id, ...row } of merged) {
      this.#keep([row]);
      this.#mergedInto.set(id, row.id);
    }
    await this.#readSuccessors([...rows, ...merged]);
  }

  /** Reads what has replaced them, to the end of each chain. Usually there is nothing. */
  async #readSuccessors(rows: readonly StoredMemory[]): Promise<void> {
    const meant = rows.flatMap(({ superseded_by: id }) => (id === null || this.#byId.has(id) ? [] : [id]));
    if (meant.length > 0) await this.read({ meant });
  }

  /** Reads the active ones with the contents of some memories of other states. */
  async readTwins(nos: readonly number[]): Promise<void> {
    this.#keep(await this.#q.all<StoredMemory>(selectTwins, this.#characterNo, nos));
  }

  #keep(rows: readonly StoredMemory[]): void {
    for (const row of rows) {
      // Changes that the unit has made win over a later read.
      if (this.#byNo.has(row.no)) continue;
      this.#byId.set(row.id, row);
      this.#byNo.set(row.no, row);
      this.noteSuccessor(row);
      if (row.state !== 'ACTIVE') continue;
      const key = keyText(row.content_key);
      this.#storedKeys.set(key, row.no);
      if (!this.#active.has(key)) this.#active.set(key, row);
    }
  }

  byId(memoryId: string): StoredMemory | undefined {
    return this.#byId.get(memoryId.toLowerCase());
  }

  /** As `byId`. If it was deleted as a duplicate, the memory that has its text. */
  meant(memoryId: string): StoredMemory | undefined {
    const row = this.byId(memoryId);
    const into = row?.state === 'DELETED' ? this.#mergedInto.get(row.id) : undefined;
    const kept = into === undefined ? undefined : this.byId(into);
    return kept?.state === 'ACTIVE' ? kept : row;
  }

  /** What decides whether the memory that is meant holds. */
  readonly standing = (memoryId: string): Standing | undefined => {
    const row = this.meant(memoryId);
    return row && standingOf(row);
  };

  byNo(no: number): StoredMemory | undefined {
    return this.#byNo.get(no);
  }

  /** The active memory with a content. */
  active(key: Uint8Array): StoredMemory | undefined {
    return this.#active.get(keyText(key));
  }

  add(row: StoredMemory): void {
    this.#byId.set(row.id, row);
    this.#byNo.set(row.no, row);
    if (row.state === 'ACTIVE') this.#active.set(keyText(row.content_key), row);
  }

  /** Changes a memory's content or state. */
  change(row: StoredMemory, key: Uint8Array, state: Memory['state']): void {
    const before = keyText(row.content_key);
    if (this.#active.get(before) === row) this.#active.delete(before);
    row.content_key = key;
    row.state = state;
    if (state === 'ACTIVE') this.#active.set(keyText(key), row);
  }

  /** The active memory that has replaced one, and of those that were read the active ones that it has replaced. */
  places({ id, superseded_by: by }: StoredMemory): Omit<ShownRow, keyof MemoryRow> {
    const newer = by === null ? undefined : this.meant(by);
    const isSuccessor = newer?.state === 'ACTIVE' && newer.id !== id && newer.superseded_by !== id;
    const successor = isSuccessor ? newer.id : null;
    const named = [...(this.#replaced.get(id) ?? [])];
    const older = named.filter((one) => one.superseded_by === id && one.state === 'ACTIVE');
    return { successor, predecessors: older.map((one) => one.id).join(',') || null, newer: null };
  }

  /** A memory that was read, or has got a successor. */
  noteSuccessor(row: StoredMemory): void {
    const { superseded_by: id } = row;
    if (id === null) return;
    const others = this.#replaced.get(id);
    if (others) others.add(row);
    else this.#replaced.set(id, new Set([row]));
  }

  /** Whether another stored memory has the new content of a memory. */
  isInTheWay({ no, content_key: key, state }: StoredMemory): boolean {
    const holder = this.#storedKeys.get(keyText(key));
    return state === 'ACTIVE' && holder !== undefined && holder !== no;
  }
}

/** The memories that a unit with these changes reads. */
export function wantedBy(changes: readonly MemoryChange[]): Wanted {
  const contents = changes.flatMap((change) =>
    change.kind === 'add'
      ? [change.memory.content]
      : change.kind === 'update'
        ? [change.fields.content ?? []].flat()
        : [],
  );
  const ids = changes.flatMap((change) => {
    if (change.kind === 'add') return change.memory.supersedes ?? [];
    if (change.kind !== 'update') return [change.memoryId];
    return [change.memoryId, change.fields.supersededBy ?? [], change.supersedes ?? []].flat();
  });
  const restored = changes.flatMap((change) => (change.kind === 'restore' ? [change.memoryId] : []));
  return { meant: ids, keys: contents.map(contentKey), twinsOf: restored };
}
