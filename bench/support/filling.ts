import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';

/** A new or existing store with its tenant. */
export async function openFile(path: string): Promise<Store> {
  const store = createStore(openConnection(path));
  await store.tenants.ensure('local', 'BUSINESS', Date.now());
  return store;
}

/** Creates a character and returns its id. */
export async function makeCharacter(store: Store, name: string, tenantId = 'local'): Promise<string> {
  const id = crypto.randomUUID();
  const made = { id, name, categoryPreset: 'standard', tags: [], profile: emptyProfile, categories: presets.standard };
  await store.characters.create(
    serviceScope(tenantId),
    { ...made, categoryPreset: 'standard' },
    'BUSINESS',
    Date.now(),
  );
  return id;
}

/** Stores memories in one unit, each as a conversation of its own. */
export async function addMemories(
  store: Store,
  characterId: string,
  count: number,
  text: () => string,
  tenantId = 'local',
): Promise<void> {
  const changes = Array.from({ length: count }, () => ({
    kind: 'add' as const,
    memory: {
      id: crypto.randomUUID(),
      content: text(),
      salience: 0.5,
      importance: 'NORMAL' as const,
      source: { kind: 'direct' as const },
    },
  }));
  await store.memories.write(serviceScope(tenantId), characterId, changes, { changedBy: 'bench', now: Date.now() });
}
