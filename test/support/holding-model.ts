import type { NewMemory } from '../../src/domain/memory.ts';

// What holds, by the rules alone: the simple model beside which stores are tried.

/** A memory as the model sees it. */
interface Fact {
  id: string;
  text: string;
  isActive: boolean;
  occurredAt: number;
  changedAt: number;
  until: number | null;
  by: string | null;
}

class Refusal extends Error {}

/** What holds, by the rules alone. */
export class Model {
  #facts = new Map<string, Fact>();
  /** What each step found and left of the facts that it touched. */
  readonly #done: Map<string, { before: Fact | undefined; after: Fact }>[] = [];
  #now = 0;

  /** Applies a step, all or nothing. @returns whether it is refused */
  take(now: number, apply: () => void): boolean {
    this.#now = now;
    const before = structuredClone(this.#facts);
    try {
      apply();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#facts = before;
      this.#done.push(new Map());
      return true;
    }
    const touched = new Map<string, { before: Fact | undefined; after: Fact }>();
    for (const [key, fact] of this.#facts) {
      const old = before.get(key);
      if (JSON.stringify(old) !== JSON.stringify(fact)) touched.set(key, { before: old, after: structuredClone(fact) });
    }
    this.#done.push(touched);
    return false;
  }

  pass(now: number): void {
    this.#now = now;
  }

  say(given: NewMemory): void {
    const { content, occurredAt = this.#now, validUntil, supersedes = [] } = given;
    for (const one of supersedes) this.#active(one);
    const twin = [...this.#facts.values()].find((fact) => fact.isActive && fact.text === content);
    if (twin) this.#sayAgain(twin, occurredAt, validUntil);
    const fact = twin ?? {
      ...{ id: given.id, text: content, isActive: true, occurredAt, changedAt: this.#now },
      ...{ until: validUntil ?? null, by: null },
    };
    this.#facts.set(fact.id, fact);
    for (const one of supersedes) this.#replace(one, fact);
  }

  /** A text that is said after its end holds again, and the last that replaced it ends. */
  #sayAgain(fact: Fact, occurredAt: number, validUntil: number | null | undefined): void {
    const end = this.#endOf(fact);
    if (end === undefined || occurredAt < end) {
      this.#set(fact, { until: validUntil ?? fact.until });
      return;
    }
    const last = this.#after(fact).at(-1);
    this.#set(fact, { until: validUntil ?? null, by: null });
    if (last) this.#replace(last.id, fact);
  }

  replace(one: string, replaced: readonly string[]): void {
    const fact = this.#active(one);
    const later = this.#after(fact).map((next) => next.id);
    for (const other of replaced) {
      const older = this.#active(other);
      if (older === fact || later.includes(other)) throw new Refusal();
    }
    for (const other of replaced) this.#replace(other, fact);
  }

  until(one: string, until: number | null): void {
    this.#set(this.#active(one), { until });
  }

  setActive(one: string, isActive: boolean): void {
    const fact = this.#facts.get(one);
    if (!fact || (!isActive && !fact.isActive)) throw new Refusal();
    const isTaken = [...this.#facts.values()].some((other) => other.isActive && other.text === fact.text);
    if (isActive && isTaken && !fact.isActive) throw new Refusal();
    this.#set(fact, { isActive });
    if (isActive) this.#breakCircle(fact);
  }

  /** Gives what a step touched its state of before, unless it was changed since; existing memories first. */
  undo(step: number): void {
    const touched = [...(this.#done[step] ?? [])].filter(
      ([key, { after }]) => JSON.stringify(this.#facts.get(key)) === JSON.stringify(after),
    );
    for (const [, { before, after }] of touched.toSorted(([, a], [, b]) => +b.after.isActive - +a.after.isActive)) {
      const fact = this.#facts.get(after.id) as Fact;
      try {
        if (!before) this.#set(fact, { isActive: false });
        else {
          if (before.isActive && !fact.isActive) this.setActive(fact.id, true);
          this.#set(fact, { until: before.until });
          this.#link(fact, before.by);
          if (!before.isActive) this.#set(fact, { isActive: false });
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }

  /** The texts that hold. */
  holding(): string[] {
    const holding = [...this.#facts.values()].filter((fact) => fact.isActive && this.#endOf(fact) === undefined);
    return holding.map((fact) => fact.text).toSorted();
  }

  #active(one: string): Fact {
    const fact = this.#facts.get(one);
    if (!fact?.isActive) throw new Refusal();
    return fact;
  }

  #set(fact: Fact, values: Partial<Fact>): void {
    const before = JSON.stringify(fact);
    Object.assign(fact, values);
    if (JSON.stringify(fact) !== before) fact.changedAt = this.#now;
  }

  #replace(one: string, by: Fact): void {
    const fact = this.#facts.get(one) as Fact;
    if (fact !== by) this.#link(fact, by.id);
  }

  #link(fact: Fact, by: string | null): void {
    this.#set(fact, { by });
    this.#breakCircle(fact);
  }

  /** No circle: of its memories the last active one before `fact` holds again. */
  #breakCircle(fact: Fact): void {
    const way: Fact[] = [];
    for (let next = this.#next(fact); next && !way.includes(next); next = this.#next(next)) {
      const last = next === fact && way.findLast((one) => one.isActive);
      if (last) {
        this.#set(last, { by: null });
        return;
      }
      way.push(next);
    }
  }

  #next({ by }: Fact): Fact | undefined {
    return by === null ? undefined : this.#facts.get(by);
  }

  /** The active memories that have replaced one, in order. */
  #after(fact: Fact): Fact[] {
    const next = this.#next(fact);
    return next?.isActive ? [next, ...this.#after(next)] : [];
  }

  #endOf(fact: Fact): number | undefined {
    const next = this.#next(fact);
    const newer = next?.isActive ? next : undefined;
    const replaced = newer && (newer.occurredAt < fact.occurredAt ? fact.changedAt : newer.occurredAt);
    const end = Math.min(fact.until ?? Infinity, replaced ?? Infinity);
    return end <= this.#now ? end : newer && this.#now;
  }
}
