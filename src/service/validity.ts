/** How long an answer stays right while nothing is written: what computes it tells each time that it depends on. */
export class Validity {
  /** Milliseconds since 1970; the answer is no longer right then. */
  until = Number.POSITIVE_INFINITY;

  /** The answer is another one from this time on (ms), or may be. */
  endsAt(time: number): void {
    this.until = Math.min(this.until, time);
  }
}
