import Driver from 'better-sqlite3';

/**
 * The driver of SQLite, as `better-sqlite3` documents it. From Node 24.19 on, Node 24 aborts when V8 collects an object
 * of an addon that was compiled for it (https://github.com/nodejs/node/issues/65446), so there none is ever collected:
 * closing a database still frees its statements.
 */
const Database = isAborting() ? new Proxy(Driver, { construct }) : Driver;
export default Database;

function isAborting(): boolean {
  const [major, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 24 && minor >= 19;
}

/** What the driver has made: databases, statements and iterators. */
const kept = new Set<object>();
const keptPrototypes = new Set<object>();

function construct(driver: typeof Driver, given: ConstructorParameters<typeof Driver>): Driver.Database {
  const database = new driver(...given);
  for (const symbol of Object.getOwnPropertySymbols(database)) {
    const native: unknown = Reflect.get(database, symbol);
    if (typeof native === 'object' && native !== null) keepMade(native, 'prepare', (made) => keepMade(made, 'iterate'));
  }
  return database;
}

/** Keeps an object of the addon and all that this method of its class makes. */
function keepMade(native: object, method: string, eachMade?: (made: object) => void): void {
  kept.add(native);
  const prototype: object = Object.getPrototypeOf(native);
  const make: unknown = Reflect.get(prototype, method);
  if (keptPrototypes.has(prototype) || typeof make !== 'function') return;
  keptPrototypes.add(prototype);
  const makeAndKeep = function (this: object, ...given: unknown[]): object {
    const made: object = Reflect.apply(make, this, given);
    kept.add(made);
    eachMade?.(made);
    return made;
  };
  Reflect.set(prototype, method, makeAndKeep);
}
