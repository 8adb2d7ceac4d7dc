import type { Category, CategoryPreset } from '../../domain/category.ts';
import { type Alias, type Character, type CharacterIdentity, storedProfile } from '../../domain/character.ts';
import { nameKey } from '../../domain/character-rules.ts';
import type { Importance } from '../../domain/memory.ts';
import type { Scope } from '../../domain/principal.ts';
import { type Access, accessOf, type Share, type Visibility } from '../../domain/sharing.ts';
import type { CharacterFilter, NewCharacter } from '../../domain/stores/characters.ts';
import { iso } from '../../domain/text.ts';
import type { SortKey } from './keyset.ts';
import { toShownMember } from './sharing.ts';

/** id, name, name_key, category_preset, external_id, tags, profile, visibility. */
export function characterValues(created: NewCharacter) {
  const { id, name, categoryPreset, externalId, tags, profile, visibility = 'PUBLIC' } = created;
  const kept = [categoryPreset, externalId ?? null, JSON.stringify(tags), JSON.stringify(profile)] as const;
  return [id, name, nameKey(name), ...kept, visibility] as const;
}

/** The columns of `characters` that both engines have. */
export interface CharacterFields {
  no: number;
  id: string;
  name: string;
  status: Character['status'];
  /** Of a deleted character: its status before. */
  status_before: Exclude<Character['status'], 'DELETED'> | null;
  category_preset: CategoryPreset;
  external_id: string | null;
  tags: string;
  profile: string;
  memory_count: number;
  last_memory_at: number | null;
  created_at: number;
  updated_at: number;
  visibility: Visibility;
  owner_id: string;
  owner_name: string | null;
  /** The caller's access, limited by the role. */
  access: Access;
}

/** The columns that `toIdentity` reads. */
export const identityColumns = 'no, id, name, status, category_preset, memory_count';

export type IdentityFields = Pick<CharacterFields, 'id' | 'name' | 'status' | 'category_preset' | 'memory_count'>;

export function toIdentity(row: IdentityFields): CharacterIdentity {
  const { id, name, status, category_preset: categoryPreset, memory_count: memoryCount } = row;
  return { id, name, status, categoryPreset, memoryCount };
}

/** The status of a deleted character after it is restored. */
export function statusBefore(row: Pick<CharacterFields, 'status_before'>): Character['status'] {
  return row.status_before ?? 'ACTIVE';
}

export interface AliasRow {
  alias: string;
  source_hint: string | null;
}

/**
 * @param aliases in their order
 * @param shares undefined: the caller is not shown them
 */
export function toCharacter(
  scope: Scope,
  row: CharacterFields,
  aliases: readonly AliasRow[],
  shares: Share[] | undefined,
): Character {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    categoryPreset: row.category_preset,
    visibility: row.visibility,
    owner: toShownMember(row.owner_id, row.owner_name),
    access: accessOf(scope, row.access),
    ...(shares && { shares }),
    ...(row.external_id !== null && { externalId: row.external_id }),
    tags: JSON.parse(row.tags) as string[],
    aliases: aliases.map(toAlias),
    profile: storedProfile(row.profile),
    memoryCount: row.memory_count,
    ...(row.last_memory_at !== null && { lastMemoryAt: iso(row.last_memory_at) }),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

function toAlias({ alias, source_hint: hint }: AliasRow): Alias {
  return hint === null ? { alias } : { alias, sourceHint: hint };
}

export interface CategoryRow {
  no: number;
  character_no: number;
  name: string;
  description: string;
  importance: Importance;
  hints: string;
  is_default: number;
}

/** @param memoryCount the number of its active memories */
export function toCategory(row: CategoryRow, memoryCount: number): Category {
  const { name, description, importance, hints, is_default: isDefault } = row;
  const read = JSON.parse(hints) as string[];
  return { name, description, importance, hints: read, isDefault: isDefault === 1, memoryCount };
}

/** How lists of characters are sorted: ties by id, those without memories last when sorted by their last memory. */
export function characterOrder(sortBy: CharacterFilter['sortBy'], sortOrder: CharacterFilter['sortOrder']): SortKey[] {
  const descends = sortOrder === 'DESC';
  const columns: Record<CharacterFilter['sortBy'], SortKey> = {
    CREATED_AT: { sql: 'created_at', holds: 'integer' },
    LAST_MEMORY_AT: { sql: `coalesce(last_memory_at, ${descends ? -farAway : farAway})`, holds: 'integer' },
    MEMORY_COUNT: { sql: 'memory_count', holds: 'integer' },
    NAME: { sql: 'name', holds: 'text' },
  };
  return [
    { ...columns[sortBy], descends },
    { sql: 'CAST(id AS text)', holds: 'text' },
  ];
}

/** Beyond every time (ms). */
const farAway = 9_000_000_000_000_000;
