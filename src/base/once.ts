/** Something that runs once, lazily, however often it is asked for; `asked` tells whether it was. */
export function once<Result>(run: () => Result): (() => Result) & { asked(): boolean } {
  let made: { result: Result } | undefined;
  const ask = () => {
    made ??= { result: run() };
    return made.result;
  };
  return Object.assign(ask, { asked: () => made !== undefined });
}

/** As `once`, of what can fail: then it runs again at the next call, and counts as not asked for. */
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
