/** How many owners' last turns are remembered. */
const maxRemembered = 1_000;

/**
 * A fair queue (round robin over owners): next is the owner whose last turn is the longest ago, however many entries
 * the owner has. Entries of one owner stay in order.
 */
export class FairQueue<Item extends { owner: string; weight: number }> {
  /** In the order in which they began to wait. */
  readonly #waiting = new Map<string, Item[]>();
  /** The number of each owner's last turn, the latest at the end; owners without one come first. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  add(item: Item): void {
    const own = this.#waiting.get(item.owner);
    if (own) own.push(item);
    else this.#waiting.set(item.owner, [item]);
  }

  /** Takes the next item of an owner who may have one now. */
  take(may: (owner: string) => boolean): Item | undefined {
    let next: string | undefined;
    for (const owner of this.#waiting.keys()) {
      if ((next === undefined || this.#lastTurn(owner) < this.#lastTurn(next)) && may(owner)) next = owner;
    }
    if (next === undefined) return undefined;
    this.#remember(next);
    const own = this.#waiting.get(next) ?? [];
    const item = own.shift();
    if (own.length === 0) this.#waiting.delete(next);
    return item;
  }

  /** Takes one out; false when it does not wait. */
  remove(item: Item): boolean {
    const own = this.#waiting.get(item.owner) ?? [];
    const others = own.filter((one) => one !== item);
    if (others.length > 0) this.#waiting.set(item.owner, others);
    else this.#waiting.delete(item.owner);
    return others.length < own.length;
  }

  all(): Item[] {
    return [...this.#waiting.values()].flat();
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Whether anything of this owner waits. */
  has(owner: string): boolean {
    return this.#waiting.has(owner);
  }

  /** The weight of waiting entries, of one owner or of all. */
  weight(owner?: string): number {
    const counted = owner === undefined ? this.all() : (this.#waiting.get(owner) ?? []);
    return counted.reduce((sum, { weight }) => sum + weight, 0);
  }

  #lastTurn(owner: string): number {
    return this.#turns.get(owner) ?? 0;
  }

  #remember(owner: string): void {
    this.#turn += 1;
    this.#turns.delete(owner);
    this.#turns.set(owner, this.#turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > maxRemembered && oldest !== undefined) this.#turns.delete(oldest);
  }
}
