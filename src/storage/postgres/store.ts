import { EventEmitter } from 'node:events';
import type { Store } from '../../domain/stores/store.ts';
import { screened } from '../screened.ts';
import { auditStore } from './audit/audit.ts';
import { changeStore } from './audit/changes.ts';
import { categoryStore } from './characters/categories.ts';
import { characterStore } from './characters/characters.ts';
import { joinedNameStore } from './characters/joined-names.ts';
import type { Connection } from './connection.ts';
import { Directory } from './directory.ts';
import { embeddingStore } from './embeddings/embeddings.ts';
import { type Engine, hooksOf, type StorePart } from './engine.ts';
import { erasingStore } from './erasing/erasing.ts';
import { captureStore } from './files/captures.ts';
import { fileStore } from './files/files.ts';
import { alikeStore } from './memories/alike.ts';
import { forgettingStore } from './memories/forgetting.ts';
import { judgingStore } from './memories/judging.ts';
import { memoryStore } from './memories/memories.ts';
import { pairStore } from './memories/pairs.ts';
import { recallStore } from './recalls.ts';
import { IndexReader } from './search-index/index-reader.ts';
import { searchStore } from './search-index/search.ts';
import { Reach } from './sharing/reach.ts';
import { aiUsageStore } from './tenancy/ai-usage.ts';
import { idempotencyStore } from './tenancy/idempotency.ts';
import { keyStore } from './tenancy/keys.ts';
import { memberStore } from './tenancy/members.ts';
import { rateStore } from './tenancy/rates.ts';
import { sessionStore } from './tenancy/sessions.ts';
import { tenantStore } from './tenancy/tenants.ts';

/**
 * The Store on one open database.
 * @param parts the stores of features
 */
export function createStore(
  db: Connection,
  { cacheBytes, onIndexRead }: { cacheBytes: number; onIndexRead: (isCached: boolean) => void },
  withoutVectors: string | undefined,
  parts: readonly StorePart[] = [],
): Store {
  const directory = new Directory(db);
  const reach = new Reach(db, directory);
  const withdrawals = new EventEmitter();
  const engine: Engine = {
    ...{ db, directory, reach, withoutVectors, withdrawals },
    index: new IndexReader(db, cacheBytes, onIndexRead),
    hooks: hooksOf(parts),
  };
  const calls = new Calls();
  const characters = characterStore(db, directory);
  const ofRooms = {
    tenants: tenantStore(db, directory),
    members: memberStore(engine),
    keys: keyStore(db, directory, withdrawals),
    sessions: sessionStore(db, directory),
    characters,
    categories: categoryStore(engine),
    memories: screened(memoryStore(engine), characters),
    alike: alikeStore(engine),
    joinedNames: joinedNameStore(engine),
    pairs: pairStore(engine),
    judging: judgingStore(engine),
    forgetting: forgettingStore(engine),
    erasing: erasingStore(engine),
    changes: changeStore(engine),
    search: searchStore(engine),
    ai: aiUsageStore(db, directory),
    embeddings: embeddingStore(engine),
    files: fileStore(engine),
    captures: captureStore(engine),
    recalls: recallStore(engine),
    audit: auditStore(db, directory),
    rates: rateStore(db, directory),
    idempotency: idempotencyStore(db, directory),
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    await calls.done();
    await db.close();
  };
  return {
    ...calls.watched<Omit<Store, 'close'>>(Object.assign(ofRooms, ...parts.map((part) => part.stores(engine)))),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

type Method = (...given: unknown[]) => unknown;

/** The running calls of a store. */
class Calls {
  readonly #active = new Set<Promise<unknown>>();

  /** The parts of a store, wrapped so that their calls are counted. */
  watched<Parts extends object>(parts: Parts): Parts {
    const watched = Object.entries(parts).map(([name, part]) => [name, this.#part(part as Record<string, Method>)]);
    return Object.fromEntries(watched) as Parts;
  }

  #part(part: Record<string, Method>): Record<string, Method> {
    const methods = Object.entries(part).map(([name, run]): [string, Method] => [
      name,
      (...given) => this.#run(run, given),
    ]);
    return Object.fromEntries(methods);
  }

  #run(method: Method, given: unknown[]): unknown {
    const result = method(...given);
    if (!(result instanceof Promise)) return result;
    this.#active.add(result);
    const forget = () => this.#active.delete(result);
    result.then(forget, forget);
    return result;
  }

  /** Resolves when no call is running. */
  async done(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled([...this.#active]);
  }
}
