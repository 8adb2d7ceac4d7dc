import type { Store } from '../../src/domain/stores/store.ts';
import { engines, type Place } from './engines.ts';
import { openStore } from './stores.ts';

/** The engine behind the doors: TEST_ENGINE names another one than SQLite, so that the same tests run on it. */
const engine = engines.find(({ name }) => name === process.env.TEST_ENGINE);
/** Why its stores have no vectors; undefined: they have. */
export const withoutVectors: string | undefined = engine?.without?.embeddings;
/** Whether its stores are files of a machine, which have projects. */
export const isOnMachine: boolean = engine === undefined || engine.isOnMachine === true;
const places = new Map<string, Promise<Place>>();

/** The store of a path, as another process on it would open it. */
export async function openFrontDoorStore(path: string): Promise<Store> {
  if (engine === undefined) return openStore(path);
  const place = places.get(path) ?? engine.place();
  places.set(path, place);
  return (await place).open();
}
