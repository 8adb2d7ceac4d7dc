/** The metrics of `serve`. A label is one of a few known words or a code, never an id, a name or a content. */
interface Metric {
  /** A histogram's values are times; its count is the number of measurements. */
  kind: 'counter' | 'histogram' | 'gauge';
  /** The unit in UCUM notation: seconds, bytes, or the counted thing. */
  unit: 's' | 'By' | `{${string}}`;
  labels: readonly string[];
  help: string;
  /** Every node reports the same value, which is read from the store. */
  ofStore?: true;
}

/** Every metric. The dashboard and the documentation are generated from this list. */
export const metrics = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['method', 'route', 'status'],
    help: 'Requests over HTTP, from their head to the head of the answer',
  },
  'agent_memory.operation.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['operation', 'outcome'],
    help: 'Operations over REST and MCP; the outcome is ok, asked (the user is asked first) or the type of the error',
  },
  'agent_memory.rate_limit.refusals': {
    kind: 'counter',
    unit: '{request}',
    labels: ['bucket', 'tier'],
    help: 'Requests refused by a rate limit',
  },
  'agent_memory.search.stage.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['stage'],
    help: 'Stages of a search: embed (the query, by the provider), read, meaning, rank, fetch',
  },
  'agent_memory.search.index.reads': {
    kind: 'counter',
    unit: '{read}',
    labels: ['result'],
    help: 'Searches by whether the index of the character was cached (hit) or had to be read (miss)',
  },
  'agent_memory.store.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['unit'],
    help: 'Units of the store, such as memories.write; waiting for other writers included',
  },
  'agent_memory.provider.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['call', 'outcome'],
    help: 'Calls of the AI provider, extract or embed; the outcome is ok or failed',
  },
  'agent_memory.provider.tokens': {
    kind: 'counter',
    unit: '{token}',
    labels: ['call', 'direction'],
    help: 'Tokens that the provider counted, input or output',
  },
  'agent_memory.threads.waiting': {
    kind: 'gauge',
    unit: '{call}',
    labels: [],
    help: 'Calls that wait for a place in a thread: searches, exports, texts read by rules',
  },
  'agent_memory.threads.waiting.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    help: 'How long the one has waited that waits longest',
  },
  'agent_memory.threads.places': {
    kind: 'gauge',
    unit: '{call}',
    labels: ['state'],
    help: 'Places in the threads, taken or free',
  },
  'agent_memory.database.sessions': {
    kind: 'gauge',
    unit: '{session}',
    labels: ['state'],
    help: 'Sessions that this process may have with its PostgreSQL database, taken or free; its threads have their own',
  },
  'agent_memory.database.waiting': {
    kind: 'gauge',
    unit: '{call}',
    labels: [],
    help: 'Reads and writes that wait for a session of the database, or for their tenant’s turn',
  },
  'agent_memory.database.waiting.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    help: 'How long the one has waited that waits longest',
  },
  'agent_memory.documents': {
    kind: 'gauge',
    unit: '{document}',
    labels: ['state'],
    help: 'Documents that are being read in a thread (reading) or wait for it (waiting)',
  },
  'agent_memory.captures.waiting': {
    kind: 'gauge',
    unit: '{piece}',
    labels: [],
    help: 'Pieces of files that wait for extraction',
    ofStore: true,
  },
  'agent_memory.captures.waiting.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    help: 'Age of the waiting piece of a file that has waited longest',
    ofStore: true,
  },
  'agent_memory.embeddings.waiting': {
    kind: 'gauge',
    unit: '{memory}',
    labels: [],
    help: 'Memories that wait for an embedding',
    ofStore: true,
  },
  'agent_memory.embeddings.waiting.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    help: 'How long ago the memory was written that waits longest',
    ofStore: true,
  },
  'nodejs.eventloop.delay': {
    kind: 'gauge',
    unit: 's',
    labels: ['quantile'],
    help: 'How late the event loop of the main thread was since the last reading: p50, p99 or max',
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    labels: ['part'],
    help: 'Memory of the process: rss (all of it), heap (used, main thread), external (buffers)',
  },
} as const satisfies Record<string, Metric>;

type Declared = typeof metrics;
export type MetricName = keyof Declared;
type OfKind<Kind> = {
  [Name in MetricName]: Declared[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type Measured = OfKind<'counter' | 'histogram'>;
export type Gauge = OfKind<'gauge'>;
export type Labels<Name extends MetricName> = {
  readonly [Label in Declared[Name]['labels'][number]]: string | number;
};

/** One value of a gauge. */
export interface Reading<Name extends Gauge> {
  value: number;
  labels: Labels<Name>;
}

/** Records measurements. */
export interface Metrics {
  /** Adds to a counter, or puts a value into a histogram. */
  measure<Name extends Measured>(name: Name, value: number, labels: Labels<Name>): void;
  /** Registers `read`, which is called at every scrape. If it fails, the gauge has no value in that scrape. */
  observe<Name extends Gauge>(name: Name, read: () => Reading<Name>[] | Promise<Reading<Name>[]>): void;
}

/** Runs a function and measures its time, also when it fails. */
export async function timed<Name extends Measured, Result>(
  taken: Metrics | undefined,
  name: Name,
  labels: Labels<Name>,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  const start = performance.now();
  try {
    return await run();
  } finally {
    taken?.measure(name, (performance.now() - start) / 1000, labels);
  }
}

/** The waiting items of a queue of the store. */
export interface Backlog {
  waiting: number;
  /** Start of the oldest wait (ms since the epoch); absent when nothing waits. */
  since?: number | undefined;
}
