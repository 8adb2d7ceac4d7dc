/** Calls `done` once `run` has returned or thrown, or the promise that it returned is settled. */
export function whenSettled<Result>(run: () => Result, done: (error?: unknown) => void): Result {
  let result: Result;
  try {
    result = run();
  } catch (error) {
    done(error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    done();
    return result;
  }
  return result.then(
    (answer) => {
      done();
      return answer;
    },
    (error: unknown) => {
      done(error);
      throw error;
    },
  ) as Result;
}
