import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import type { NewMemory } from '../../src/domain/memory.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';

/** A new or existing store with its tenant. */
export async function openFile(path: string): Promise<Store> {
  const store = createStore(openConnection(path));
  await store.tenants.ensure('local', 'BUSINESS', Date.now());
  return store;
}

/** Creates a character and returns its id. */
export async function makeCharacter(store: Store, name: string, tenantId = 'local'): Promise<string> {
  const id = crypto.randomUUID();
  const categories = { categories: presets.standard, categoryPreset: 'standard' as const };
  await store.characters.create(
    serviceScope(tenantId),
    { id, name, tags: [], profile: emptyProfile, ...categories },
    'BUSINESS',
    Date.now(),
  );
  return id;
}

/** A statement that is stored directly. */
export function added(content: string, more?: Partial<NewMemory>): { kind: 'add'; memory: NewMemory } {
  const memory = { id: crypto.randomUUID(), content, salience: 0.5, importance: 'NORMAL' as const };
  return { kind: 'add', memory: { ...memory, source: { kind: 'direct' }, ...more } };
}

/** Memories in a unit: one unit must not hold the store for long. */
const batch = 1_000;

/** Stores memories, each as a conversation of its own. */
export async function addMemories(
  store: Store,
  characterId: string,
  count: number,
  text: () => string,
  tenantId = 'local',
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    const changes = Array.from({ length: Math.min(batch, count - done) }, () => added(text()));
    await store.memories.write(serviceScope(tenantId), characterId, changes, { changedBy: 'bench', now: Date.now() });
  }
}
