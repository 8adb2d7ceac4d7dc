/** Who waits, in turn: each owner's own in order, and owners one after the other, however many each of them has. */
export class FairQueue<Item extends { owner: string; weight: number }> {
  /** In the order in which their turn comes. */
  readonly #waiting = new Map<string, Item[]>();

  add(item: Item): void {
    const own = this.#waiting.get(item.owner);
    if (own) own.push(item);
    else this.#waiting.set(item.owner, [item]);
  }

  /** Takes the next of an owner who may have one now. */
  take(may: (owner: string) => boolean): Item | undefined {
    for (const [owner, [first, ...others]] of this.#waiting) {
      if (!may(owner)) continue;
      this.#waiting.delete(owner);
      if (others.length > 0) this.#waiting.set(owner, others);
      return first;
    }
    return undefined;
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

  /** How much those weigh that wait, of one owner or of all. */
  weight(owner?: string): number {
    const counted = owner === undefined ? this.all() : (this.#waiting.get(owner) ?? []);
    return counted.reduce((sum, { weight }) => sum + weight, 0);
  }
}
