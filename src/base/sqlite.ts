import Driver from 'better-sqlite3';

/**
 * The driver of SQLite, as `better-sqlite3` documents it. Node 24 and early Node 26 abort when V8 collects an object of
 * an addon that was compiled with later headers of their line (https://github.com/nodejs/node/issues/65446, 65262). On
 * these lines no such object is collected; closing a database frees its statements.
 */
export const Database = isAborting() ? new Proxy(Driver, { construct }) : Driver;
export type Database = Driver.Database;

function isAborting(): boolean {
  const [major, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 24 || (major === 26 && minor < 4);
}

/** The methods of the addon that return its objects. */
const making = ['prepare', 'iterate', 'backup'];
const kept = new Set<object>();
const keptPrototypes = new Set<object>();

function construct(driver: typeof Driver, given: ConstructorParameters<typeof Driver>): Database {
  const database = new driver(...given);
  const parts = Object.getOwnPropertySymbols(database).map((symbol): unknown => Reflect.get(database, symbol));
  for (const native of parts) if (typeof native === 'object' && native !== null) keep(native);
  return database;
}

/** Keeps an object of the addon, and all that the methods of its class will make. */
function keep(native: object): void {
  kept.add(native);
  const prototype: object = Object.getPrototypeOf(native);
  if (keptPrototypes.has(prototype)) return;
  keptPrototypes.add(prototype);
  for (const method of making) {
    const make: unknown = Reflect.get(prototype, method);
    if (typeof make !== 'function') continue;
    const makeAndKeep = function (this: object, ...given: unknown[]): object {
      const made: object = Reflect.apply(make, this, given);
      keep(made);
      return made;
    };
    Reflect.set(prototype, method, makeAndKeep);
  }
}
