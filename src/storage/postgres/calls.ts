type Method = (...given: unknown[]) => unknown;

/** The calls of a store that are under way. */
export class Calls {
  readonly #active = new Set<Promise<unknown>>();

  /** The parts of a store, whose calls are taken note of. */
  watched<Parts extends object>(parts: Parts): Parts {
    const watched = Object.entries(parts).map(([name, part]) => [name, this.#part(part as Record<string, Method>)]);
    return Object.fromEntries(watched) as Parts;
  }

  #part(part: Record<string, Method>): Record<string, Method> {
    const methods = Object.entries(part).map(([name, run]): [string, Method] => [
      name,
      (...given) => this.#run(run, given),
    ]);
    return Object.fromEntries(methods);
  }

  #run(method: Method, given: unknown[]): unknown {
    const result = method(...given);
    if (!(result instanceof Promise)) return result;
    this.#active.add(result);
    const forget = () => this.#active.delete(result);
    result.then(forget, forget);
    return result;
  }

  /** When none is under way. */
  async done(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled([...this.#active]);
  }
}
