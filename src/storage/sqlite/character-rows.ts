import type { CategoryPreset } from '../../domain/category.ts';
import type { Character, Profile } from '../../domain/character.ts';
import { iso } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

export interface CharacterRow {
  no: number;
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  status: Character['status'];
  category_preset: CategoryPreset;
  external_id: string | null;
  tags: string;
  profile: string;
  memory_count: number;
  last_memory_at: number | null;
  created_at: number;
  updated_at: number;
}

export function toCharacter(db: Connection, row: CharacterRow): Character {
  const aliases = db.all<{ alias: string; source_hint: string | null }>(
    'SELECT alias, source_hint FROM aliases WHERE character_no = ? ORDER BY position',
    row.no,
  );
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    categoryPreset: row.category_preset,
    ...(row.external_id !== null && { externalId: row.external_id }),
    tags: JSON.parse(row.tags) as string[],
    aliases: aliases.map(({ alias, source_hint: hint }) => (hint === null ? { alias } : { alias, sourceHint: hint })),
    profile: JSON.parse(row.profile) as Profile,
    memoryCount: row.memory_count,
    ...(row.last_memory_at !== null && { lastMemoryAt: iso(row.last_memory_at) }),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}
