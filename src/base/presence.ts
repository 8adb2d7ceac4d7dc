/** How long an owner counts as at work after it was last seen. */
const presentMs = 10_000;

/** Which owners are at work. */
export class Presence {
  /** When each was last seen, the latest last. */
  readonly #seen = new Map<string, number>();

  /** @param now in milliseconds */
  see(owner: string, now: number): void {
    this.#seen.delete(owner);
    this.#seen.set(owner, now);
    for (const [other, at] of this.#seen) {
      if (now - at < presentMs) break;
      this.#seen.delete(other);
    }
  }

  /** Whether more than one is, as of when one was last seen. */
  get isShared(): boolean {
    return this.#seen.size > 1;
  }
}
