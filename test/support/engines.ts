import { join } from 'node:path';
import { describe, expect, onTestFinished, TestRunner, test } from 'vitest';
import type { MachineStore, Store } from '../../src/domain/stores/store.ts';
import type { Source, Target } from '../../src/storage/move/side.ts';
import { sqliteSource } from '../../src/storage/sqlite/move/source.ts';
import { sqliteTarget } from '../../src/storage/sqlite/move/target.ts';
import { fewPartitions } from './partitioned.ts';
import { embeddedPlace } from './pglite.ts';
import { serverPlace, type TestServer, testServer } from './postgres-server.ts';
import { onMachine, openStore, temporaryFolder } from './stores.ts';

/** One empty place for a store. Each opening is like another process on it; all are closed after the test. */
export interface Place {
  open(): Promise<Store>;
  /** The sides of a move from this store and to it. Others must not write meanwhile. */
  source(): Promise<Source>;
  target(): Promise<Target>;
}

export interface EngineUnderTest {
  name: string;
  /** Its stores are files of a machine. */
  isOnMachine?: true;
  /** Only the first test of each contract runs on it: it is slow to start, or another engine differs from it in little. */
  isSampled?: boolean;
  /** Parts of the store that it can't show on this machine, and why. */
  without?: Partial<Record<keyof Store, string>>;
  /** A new place, removed after the test. */
  place(): Promise<Place>;
}

const onServer = ({ url, hasVectors }: TestServer): EngineUnderTest => ({
  name: 'PostgreSQL',
  ...(hasVectors ? {} : { without: { embeddings: 'the server has no pgvector' } }),
  place: () => serverPlace(url),
});

/** The same with every table of characters divided into hash partitions. */
const onPartitions = (server: TestServer): EngineUnderTest => ({
  ...onServer(server),
  name: 'PostgreSQL, partitioned',
  isSampled: true,
  place: () => serverPlace(server.url, { schema: fewPartitions }),
});

/** TEST_ENGINE=PostgreSQL: the server of TEST_DATABASE_URL takes the place of the embedded PostgreSQL. */
const server = process.env.TEST_ENGINE === 'PostgreSQL' ? testServer : undefined;

/** The engines that must pass the contract tests; SQLite first. */
export const engines: readonly EngineUnderTest[] = [
  {
    name: 'sqlite',
    isOnMachine: true,
    place: async () => {
      const path = join(temporaryFolder(), 'memory.db');
      return {
        open: async () => openStore(path),
        source: () => sqliteSource(path),
        target: async () => sqliteTarget(path),
      };
    },
  },
  ...(server === undefined
    ? [{ name: 'PGlite', ...(process.env.TEST_ENGINE !== 'PGlite' && { isSampled: true }), place: embeddedPlace }]
    : [onServer(server), onPartitions(server)]),
];

/** The start of a contract test: an open store, and a way to open it again like another process. */
export interface Opened<S extends Store = Store> {
  store: S;
  reopen(): Promise<S>;
}

type StoreWith<Part> = Part extends keyof Store ? Store : MachineStore;

/**
 * The contract of one part of Store, for every engine, or of a MachineStore, for those that are one. Calls are counted: a method of the part that no test of the
 * contract gets an answer from fails it, so that a method cannot be added without being tested.
 */
export function contract<Part extends keyof MachineStore>(
  part: Part,
  tests: (open: () => Promise<Opened<StoreWith<Part>>>) => void,
): void {
  const isOfMachine = ['hooks', 'hostExtractions', 'backups', 'watches', 'projects', 'replicas'].includes(part);
  // A run with a server is of the server's engines alone.
  const having = engines.filter(({ isOnMachine = false }) =>
    isOfMachine ? isOnMachine : server === undefined || !isOnMachine,
  );
  describe.each(having)(`${part} ($name)`, (engine) => {
    const reason = engine.without?.[part as keyof Store];
    if (reason !== undefined) return test.skip(`${reason}: skipped`);
    const answered = new Set<string>();
    const declared = new Set<string>();
    tests(async () => {
      const place = await engine.place();
      const open = async () => {
        const opened = await place.open();
        const store = (isOfMachine ? onMachine(opened) : opened) as StoreWith<Part>;
        onTestFinished(() => store.close());
        for (const method of methodsOf(store, part)) declared.add(method);
        return listened(store, part, (method) => answered.add(method));
      };
      return { store: await open(), reopen: open };
    });
    if (engine.isSampled) {
      TestRunner.getCurrentSuite().tasks.splice(1);
      return;
    }

    test('no method is left untested', () => {
      expect(declared.size).toBeGreaterThan(0);
      expect([...declared].filter((method) => !answered.has(method))).toStrictEqual([]);
    });
  });
}

const partOf = (store: object, part: string) => (store as Record<string, object>)[part]!;

function methodsOf(store: object, part: string): string[] {
  const value = partOf(store, part);
  return typeof value === 'function' ? [part] : Object.keys(value);
}

/** The store itself, which records the methods of a part that answered without an error. */
function listened<S extends object>(store: S, part: string, answered: (method: string) => void): S {
  type Method = (...given: unknown[]) => Promise<unknown>;
  const heard =
    (method: string, run: Method): Method =>
    async (...given) => {
      const answer = await run(...given);
      answered(method);
      return answer;
    };
  const value = partOf(store, part);
  if (typeof value === 'function') return { ...store, [part]: heard(part, value as Method) };
  const methods = (Object.entries(value) as [string, Method][]).map(([name, run]) => [
    name,
    heard(name, run.bind(value)),
  ]);
  return { ...store, [part]: Object.fromEntries(methods) };
}
