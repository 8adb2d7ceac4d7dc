/** Something that runs once, however often it is asked for; `asked` tells whether it was. */
export function once<Result>(run: () => Promise<Result>): (() => Promise<Result>) & { asked(): boolean } {
  let running: Promise<Result> | undefined;
  const ask = () => {
    running ??= run();
    return running;
  };
  return Object.assign(ask, { asked: () => running !== undefined });
}
