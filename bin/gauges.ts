import type { Backlog, Gauge, Metrics } from '../src/domain/metrics.ts';
import { hasFeature } from '../src/domain/tier.ts';
import type { Services } from '../src/service/context.ts';
import { capturing } from '../src/service/extraction/capture.ts';
import type { Embeddings } from '../src/service/retrieval/embeddings.ts';
import type { PoolState } from '../src/storage/postgres/fair-driver.ts';
import type { ThreadPool } from './threads/pool.ts';

type Unlabelled = Extract<Gauge, `${string}.waiting` | `${string}.age`>;

/** Connects the gauges of a `serve` with its parts; queues without workers have none. */
export function observeParts(
  metrics: Metrics,
  services: Services,
  threads: ThreadPool | undefined,
  pool: (() => PoolState) | undefined,
): void {
  const { store, now, embeddings, documents, autoCapture } = services;
  const places = ({ taken, places: all }: { taken: number; places: number }) => [
    { value: taken, labels: { state: 'taken' } },
    { value: all - taken, labels: { state: 'free' } },
  ];
  if (threads) {
    metrics.observe('agent_memory.threads.waiting', () => [alone(threads.state.waiting)]);
    metrics.observe('agent_memory.threads.waiting.age', () => [alone(threads.state.oldestMs / 1000)]);
    metrics.observe('agent_memory.threads.places', () => places(threads.state));
  }
  if (pool) {
    metrics.observe('agent_memory.database.waiting', () => [alone(pool().waiting)]);
    metrics.observe('agent_memory.database.waiting.age', () => [alone(pool().oldestMs / 1000)]);
    metrics.observe('agent_memory.database.sessions', () => places(pool()));
  }
  metrics.observe('agent_memory.documents', () => {
    const { reading, waiting } = documents.state;
    return [
      { value: reading, labels: { state: 'reading' } },
      { value: waiting, labels: { state: 'waiting' } },
    ];
  });
  const queue = (waiting: Unlabelled, age: Unlabelled, read: () => Promise<Backlog>) => {
    metrics.observe(waiting, async () => [alone((await read()).waiting)]);
    metrics.observe(age, async () => {
      const { since } = await read();
      return [alone(since === undefined ? 0 : Math.max(0, now() - since) / 1000)];
    });
  };
  if (autoCapture) {
    queue('agent_memory.captures.waiting', 'agent_memory.captures.waiting.age', () =>
      store.captures.backlog(capturing, now()),
    );
  }
  if (embeddings) {
    queue('agent_memory.embeddings.waiting', 'agent_memory.embeddings.waiting.age', () =>
      embeddingBacklog(services, embeddings),
    );
  }
}

/** The waiting memories of all tenants with embeddings. */
async function embeddingBacklog({ store, now }: Services, { embedder }: Embeddings): Promise<Backlog> {
  const tenants = await store.embeddings.waitingTenants(embedder.generation, now());
  const embedded = tenants.filter(({ tier }) => hasFeature(tier, 'aiExtraction'));
  const backlogs = await Promise.all(
    embedded.map(({ tenantId }) => store.embeddings.backlog(embedder.generation, tenantId)),
  );
  const times = backlogs.flatMap(({ since }) => since ?? []);
  return {
    waiting: backlogs.reduce((sum, { waiting }) => sum + waiting, 0),
    since: times.length > 0 ? Math.min(...times) : undefined,
  };
}

function alone(value: number) {
  return { value, labels: {} };
}
