/** Runs a function once, lazily; `asked` is whether it ran. */
export function once<Result>(run: () => Result): (() => Result) & { asked(): boolean } {
  let made: { result: Result } | undefined;
  const ask = () => {
    made ??= { result: run() };
    return made.result;
  };
  return Object.assign(ask, { asked: () => made !== undefined });
}

/** As `once`, for a function that may fail: then it runs again at the next call, and `asked` is false. */
export function onceDone<Result>(run: () => Promise<Result>): (() => Promise<Result>) & { asked(): boolean } {
  let doing: Promise<Result> | undefined;
  const ask = () => {
    doing ??= run().catch((error: unknown) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
  return Object.assign(ask, { asked: () => doing !== undefined });
}

/** Runs a function once at a time: a call meanwhile gets the result of the running one. */
export function oneAtATime<Given extends unknown[], Result>(
  run: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let running: Promise<Result> | undefined;
  return (...given) => {
    running ??= run(...given).finally(() => {
      running = undefined;
    });
    return running;
  };
}
