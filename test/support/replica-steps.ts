import { expect } from 'vitest';
import type { Profile } from '../../src/domain/character.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { contentIdentity } from '../../src/domain/text.ts';
import { addition, id } from './builders.ts';
import { fc } from './law.ts';
import { words } from './random-steps.ts';
import { change, type Side, shownAt } from './replicas.ts';

type FieldStep = { kind: 'tags' | 'aliases' | 'background' | 'category'; side: number; word: string };

/** A change that somebody makes at one of the sides. */
export type ChangeStep =
  | { kind: 'add'; side: number; memory: number; text: string; category: string; salience: number }
  | { kind: 'update'; side: number; memory: number; text: string | undefined; category: string | undefined }
  | { kind: 'drop' | 'restore'; side: number; memory: number }
  | { kind: 'replace'; side: number; memory: number; newer: number }
  | { kind: 'until'; side: number; memory: number; hours: number | null }
  | FieldStep;

export const side = fc.integer({ min: 0, max: 5 });
const memory = fc.integer({ min: 0, max: 3 });
const text = fc
  .tuple(fc.constantFrom(...words.slice(0, 3)), fc.constantFrom(...words.slice(4, 6)))
  .map((all) => all.join(' '));
const category = fc.constantFrom('facts', 'goals', 'general');

export const changeStep: fc.Arbitrary<ChangeStep> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), side, memory, text, category, salience: fc.constantFrom(0.2, 0.5) }),
  fc.record({
    kind: fc.constant('update' as const),
    side,
    memory,
    text: fc.option(text, { nil: undefined }),
    category: fc.option(category, { nil: undefined }),
  }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'restore' as const), side, memory }),
  fc.record({ kind: fc.constant('replace' as const), side, memory, newer: memory }),
  fc.record({ kind: fc.constant('until' as const), side, memory, hours: fc.constantFrom(null, 0, 100) }),
  fc.record({
    kind: fc.constantFrom('tags' as const, 'aliases' as const, 'background' as const, 'category' as const),
    side,
    word: fc.constantFrom(...words.slice(0, 4)),
  }),
);

/** A change of a text as somebody made it, who saw another one before. */
interface Edit {
  memoryId: string;
  seen: string | undefined;
  text: string;
}

/** A memory that somebody replaced by another one. */
interface Replacement {
  older: string;
  newer: string;
}

/** Makes changes, and knows every text and replacement that a store has acknowledged. */
export class Changes {
  readonly #acknowledged = new Set<string>();
  readonly #edits: Edit[] = [];
  readonly #replaced: Replacement[] = [];
  #made = 0;

  async make(at: Side, one: ChangeStep): Promise<void> {
    this.#made += 1;
    if ('word' in one) return changeField(at, one);
    // Every third text is in no other memory.
    const given =
      'text' in one && one.text !== undefined && this.#made % 3 === 0
        ? { ...one, text: `${one.text} ${this.#made}` }
        : one;
    const wanted = await this.#wanted(at, given);
    const seen = wanted.kind === 'update' ? await textOf(at, wanted.memoryId) : undefined;
    const isDone = await change(at, [wanted]);
    if (isDone && wanted.kind === 'update' && wanted.supersedes) {
      for (const older of wanted.supersedes) this.#replaced.push({ older, newer: wanted.memoryId });
    }
    if (!isDone || !('text' in given) || given.text === undefined) return;
    this.#acknowledged.add(contentIdentity(given.text));
    if (wanted.kind === 'update' && given !== one) {
      this.#edits.push({ memoryId: wanted.memoryId, seen, text: given.text });
    }
  }

  /** The edits that replaced a text that their author had not seen, and that are not shown as conflicts. */
  async hiddenAt({ store, principal, characterId }: Side): Promise<Edit[]> {
    const shown = await store.changes.list(principal, { characterId, toReview: true, limit: 10_000 });
    const conflicts = new Set(shown.filter((one) => one.isConflict).map((one) => `${one.memoryId} ${one.content}`));
    const hidden: Edit[] = [];
    for (const edit of this.#edits) {
      const history = (await store.memories.history(principal, characterId, edit.memoryId)).toSorted(
        (a, b) => a.revision - b.revision,
      );
      const i = history.findIndex(({ content }) => content === edit.text);
      const replaced = history[i - 1]?.content;
      const isBehind = i > 0 && replaced !== edit.seen;
      if (isBehind && !conflicts.has(`${edit.memoryId} ${edit.text}`)) hidden.push(edit);
    }
    return hidden;
  }

  /** The texts that are in no history of a side. */
  async lostAt(at: Side): Promise<string[]> {
    const { memories } = await shownAt(at);
    const kept = new Set(memories.flatMap(({ history }) => history.map(({ content }) => contentIdentity(content))));
    return [...this.#acknowledged].filter((one) => !kept.has(one));
  }

  /** The replacements that are in no history of a side. */
  async unreplacedAt(at: Side): Promise<Replacement[]> {
    const { memories } = await shownAt(at);
    const led = new Map(memories.map(({ memory: { id: from }, leadsTo }) => [from, leadsTo ?? from]));
    const kept = new Set(
      memories.flatMap(({ memory, history }) =>
        history.map(({ supersededBy: by = '' }) => `${led.get(memory.id)} ${led.get(by)}`),
      ),
    );
    return this.#replaced.filter(({ older, newer }) => !kept.has(`${led.get(older)} ${led.get(newer)}`));
  }

  async #wanted(at: Side, one: Exclude<ChangeStep, FieldStep>): Promise<MemoryChange> {
    if (one.kind === 'add') {
      return addition(100 * this.#made + one.memory, one.text, { category: one.category, salience: one.salience });
    }
    const memoryId = await anyOf(at, one.memory);
    if (one.kind === 'replace') {
      return { kind: 'update', memoryId: await anyOf(at, one.newer), fields: {}, supersedes: [memoryId] };
    }
    if (one.kind === 'until') {
      const validUntil = one.hours === null ? null : at.clock.now + one.hours * 3_600_000;
      return { kind: 'update', memoryId, fields: { validUntil } };
    }
    if (one.kind === 'update')
      return { kind: 'update', memoryId, fields: { content: one.text, category: one.category } };
    return { kind: one.kind === 'drop' ? 'delete' : 'restore', memoryId };
  }
}

async function textOf({ store, principal, characterId }: Side, memoryId: string): Promise<string | undefined> {
  return (await store.memories.get(principal, characterId, memoryId).catch(() => undefined))?.content;
}

/** A field of the character; what is refused is no change. */
async function changeField({ store, principal, characterId, clock }: Side, { kind, word }: FieldStep) {
  clock.now += 1_000;
  const fields = (profile: Profile) => ({
    tags: { tags: [word] },
    aliases: { aliases: [{ alias: word }] },
    background: { profile: { ...profile, background: word } },
  });
  const changed =
    kind === 'category'
      ? store.categories.add(principal, characterId, newCategory(word), clock.now)
      : store.characters.change(principal, characterId, ({ profile }) => fields(profile)[kind], clock.now);
  await changed.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });
}

const newCategory = (name: string) => ({
  ...{ name, description: `What is said of ${name}`, importance: 'NORMAL' as const },
  ...{ hints: [], isDefault: false },
});

/** The id of some memory of a side. */
async function anyOf({ store, principal, characterId }: Side, n: number): Promise<string> {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 1_000 });
  const ids = memories.map((one) => one.id).toSorted();
  return ids[n % Math.max(1, ids.length)] ?? id(1);
}

export async function expectEqual(server: Side, replicas: readonly Side[]): Promise<void> {
  const expected = await shownAt(server);
  for (const replica of replicas) expect(await shownAt(replica)).toStrictEqual(expected);
}
