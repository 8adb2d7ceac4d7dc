import Driver from 'better-sqlite3';

/**
 * The driver of SQLite, as `better-sqlite3` documents it. From Node 24.19 on, Node 24 aborts when V8 collects an object
 * of an addon that was compiled for it (https://github.com/nodejs/node/issues/65446), so there none is ever collected:
 * closing a database still frees its statements.
 */
export const Database = isAborting() ? new Proxy(Driver, { construct }) : Driver;
export type Database = Driver.Database;

function isAborting(): boolean {
  const [major, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 24 && minor >= 19;
}

/** The methods of the addon's classes that make objects of it. */
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
