import { ServiceError } from '../../../domain/errors.ts';
import type { Author, ChangeOutcome, MemoryChange } from '../../../domain/memory.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { wantedBy } from './memory-set.ts';
import { MemoryUnit } from './memory-unit.ts';

/** The most changes that one unit makes for several callers. */
const maxTogether = 64;

interface Writing {
  place: Place;
  changes: readonly MemoryChange[];
  by: Author;
  analyses: Analyses;
  resolve(outcomes: ChangeOutcome[]): void;
  reject(error: unknown): void;
}

/**
 * Group commit: waiting writes of one caller to one character share a transaction, in order. If it is refused, each is
 * retried alone.
 */
export class WriteQueue {
  readonly #engine: Engine;
  /** The waiting writes, by the character whose unit runs. */
  readonly #waiting = new Map<number, Writing[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Errors as MemoryStore.write. */
  async write(
    place: Place,
    characterId: string,
    changes: readonly MemoryChange[],
    by: Author,
  ): Promise<ChangeOutcome[]> {
    const analyses = await Analyses.of(changedTexts(changes));
    return new Promise((resolve, reject) => {
      const writing = { place, changes, by, analyses, resolve, reject };
      const waiting = this.#waiting.get(place.characterNo);
      if (waiting) waiting.push(writing);
      else void this.#work(characterId, writing);
    });
  }

  async #work(characterId: string, first: Writing): Promise<void> {
    const waiting: Writing[] = [];
    const { characterNo } = first.place;
    this.#waiting.set(characterNo, waiting);
    for (let group = [first]; group.length > 0; group = nextOf(waiting)) await this.#serve(characterId, group);
    this.#waiting.delete(characterNo);
  }

  /** Answers each of a group. */
  async #serve(characterId: string, group: readonly Writing[]): Promise<void> {
    try {
      const outcomes = await this.#unit(characterId, group);
      group.forEach(({ resolve }, i) => {
        resolve(outcomes[i]!);
      });
    } catch (error) {
      const isAway = error instanceof ServiceError && error.type === 'ServiceUnavailable';
      if (group.length === 1 || isAway) for (const { reject } of group) reject(error);
      else for (const one of group) await this.#serve(characterId, [one]);
    }
  }

  #unit(characterId: string, group: readonly Writing[]): Promise<ChangeOutcome[][]> {
    const engine = this.#engine;
    const [{ by, place }] = group as [Writing];
    const analyses = new Analyses(group.map((one) => one.analyses));
    const wanted = wantedBy(group.flatMap(({ changes }) => changes));
    return engine.db.write(place.tenantNo, async (q) => {
      const unit = await MemoryUnit.begin({ engine, q, place, characterId, by, analyses, wanted });
      const outcomes: ChangeOutcome[][] = [];
      for (const one of group) {
        unit.by = one.by;
        outcomes.push(one.changes.map((change) => unit.apply(change)));
        // Each call has an audit context of its own.
        await unit.writeAudit({}, one.place.scope);
      }
      await unit.flush();
      return outcomes;
    });
  }
}

/** Dequeues the writes that can share a unit: at least one unless the queue is empty. */
function nextOf(waiting: Writing[]): Writing[] {
  const caller = waiting[0]?.place.scope;
  let changes = 0;
  const others = waiting.findIndex(({ place: { scope }, ...one }) => {
    changes += one.changes.length;
    return changes > maxTogether || scope.memberId !== caller?.memberId || scope.role !== caller.role;
  });
  return waiting.splice(0, others === -1 ? waiting.length : Math.max(1, others));
}
