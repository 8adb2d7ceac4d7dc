/** Something that runs once, at the first asking, however often it is asked for; `asked` tells whether it was. */
export function once<Result>(run: () => Result): (() => Result) & { asked(): boolean } {
  let made: { result: Result } | undefined;
  const ask = () => {
    made ??= { result: run() };
    return made.result;
  };
  return Object.assign(ask, { asked: () => made !== undefined });
}
