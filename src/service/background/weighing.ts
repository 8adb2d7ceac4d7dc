import type { Principal } from '../../domain/principal.ts';
import type { RecalledMemory, UsedRecall } from '../../domain/stores/recalls.ts';
import type { MachineStore } from '../../domain/stores/store.ts';
import type { Services } from '../context.ts';
import type { BackgroundJob } from './background.ts';

/** Uses that are weighed at once, the latest first. */
const maxWeighed = 500;

/**
 * Once in each process: takes back uses that an earlier rule noted, where today's finds nothing of the memory in the words
 * of the answer. What has lost its text stays.
 */
export class Weighing implements BackgroundJob {
  readonly #context: Pick<Services, 'log'> & { store: MachineStore; principal: Principal };
  #weighed: Promise<void> = Promise.resolve();

  constructor(context: Pick<Services, 'log'> & { store: MachineStore; principal: Principal }) {
    this.#context = context;
  }

  start(): void {
    this.#weighed = this.#weigh().catch((error: unknown) =>
      this.#context.log('warn', 'uses of memories cannot be weighed', { error }),
    );
  }

  stop(): Promise<void> {
    return this.#weighed;
  }

  async #weigh(): Promise<void> {
    const { store, principal } = this.#context;
    const recalls = await store.recalls.list(principal, { kind: 'hook', used: true, limit: maxWeighed });
    const noted = recalls.map((recall) => ({
      recall,
      all: [...recall.results, ...(recall.known ?? [])].filter(isNoted),
    }));
    const ids = [...new Set(noted.flatMap(({ all }) => all.map(({ memoryId }) => memoryId)))];
    if (ids.length === 0) return;
    const [{ repeats }, { histories, textGiven }] = await Promise.all([
      import('../../search/repeated.ts'),
      import('../given.ts'),
    ]);
    const memories = new Map((await store.memories.byIds(principal, ids)).map((one) => [one.id, one]));
    const textsOf = histories(this.#context);
    const takenBack: UsedRecall[] = [];
    for (const { recall, all } of noted) {
      const memoryIds: string[] = [];
      for (const one of all) {
        const text = await textGiven(textsOf, recall, one, memories.get(one.memoryId));
        if (text !== undefined && !repeats(one.usedIn ?? '', recall.query)(text)) memoryIds.push(one.memoryId);
      }
      if (memoryIds.length > 0) takenBack.push({ no: recall.no, memoryIds, isTakenBack: true });
    }
    if (takenBack.length > 0) await store.recalls.use(principal, takenBack);
  }
}

const isNoted = ({ usedIn }: RecalledMemory) => usedIn !== undefined;
