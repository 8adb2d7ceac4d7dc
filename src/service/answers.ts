import { Lru } from '../base/lru.ts';
import type { AnswerCache, Context } from './context.ts';
import { Validity } from './validity.ts';

type Output = Record<string, unknown>;

/** All kept answers together, in UTF-16 units, about as their JSON. */
const maxKept = 8_000_000;

interface Answer {
  output: Promise<Output>;
  /** Of the store before the answer was computed. */
  stamp: string;
  validity: Validity;
  size: number;
}

/**
 * A cache of answers. One is given again to an equal call of the same caller, while it is computed and afterwards, until
 * anything of the tenant is written, in any process, or time makes it another one.
 */
export class Answers implements AnswerCache {
  readonly #answers = new Lru<string, Answer>(maxKept, ({ size }) => size);

  async of(context: Context, call: readonly unknown[], run: (context: Context) => Promise<Output>): Promise<Output> {
    const stamp = await context.store.changes.stamp(context.principal);
    if (stamp === undefined) return run(context);
    const key = keyOf(context, call);
    const known = this.#answers.get(key);
    if (known?.stamp === stamp && context.now() < known.validity.until) {
      // It may have failed for a reason of its caller alone, who has gone.
      const output = await known.output.catch(() => undefined);
      if (output) return output;
    }
    const validity = new Validity();
    const output = run(Object.assign({}, context, { validity }));
    const answer: Answer = { output, stamp, validity, size: 0 };
    this.#answers.set(key, answer);
    let isOver = true;
    try {
      answer.size = sizeOf(await output);
      isOver = validity.until <= context.now();
      return await output;
    } finally {
      // Another write may have led to another answer meanwhile.
      if (this.#answers.get(key) === answer) {
        if (isOver) this.#answers.delete(key);
        else this.#answers.remeasure(key);
      }
    }
  }
}

/** The size of a value with its names. JSON of a large answer takes ten times as long. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return sizeOfOther;
  let size = 0;
  for (const name in value) size += name.length + sizeOf(value[name as keyof typeof value]);
  return size;
}

/** Of numbers and the like. */
const sizeOfOther = 4;

/** All that an answer depends on beside the store and the time. */
function keyOf({ principal, isModel, forPerson, reach, embeddings, now }: Context, call: readonly unknown[]): string {
  const { tenantId, memberId, name, role, tier, via, only, scopes } = principal;
  const caller = [tenantId, memberId, name, role, tier, via, only, scopes, isModel, forPerson, reach];
  const meaning = [embeddings?.embedder.generation, embeddings?.answers(now())];
  return JSON.stringify([caller, meaning, call]);
}
