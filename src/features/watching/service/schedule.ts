/** A file below a watched path. */
export interface Task {
  watched: string;
  file: string;
}

interface State {
  task: Task;
  timer: NodeJS.Timeout | undefined;
  /** When the first event of a burst came (ms). */
  since: number;
  /** Whether the timer waits for a time that events must not bring forward. */
  deferred: boolean;
  running: boolean;
  /** Touched while running. */
  again: boolean;
}

/** How long to wait for a file to rest. */
export interface Timing {
  /** Quiet time after which a file counts as written (ms). */
  quietMs: number;
  /** A file that keeps changing is taken this long after the first event (ms). */
  longestWaitMs: number;
}

const defaultTiming: Timing = { quietMs: 200, longestWaitMs: 2_000 };
const parallel = 4;

/**
 * Debounces events of files: calls `run` for a file once its events have settled, never twice at a time for the same file, for a few files at a
 * time. An event during a run leads to another run, so the last state is always seen.
 */
export class Schedule {
  readonly #run: (task: Task) => Promise<number | undefined>;
  readonly #failed: (task: Task, error: unknown) => void;
  readonly #timing: Timing;
  readonly #states = new Map<string, State>();
  readonly #due: State[] = [];
  #running = 0;
  #closed = false;
  #waiting: (() => void)[] = [];

  constructor(
    run: (task: Task) => Promise<number | undefined>,
    failed: (task: Task, error: unknown) => void,
    timing = defaultTiming,
  ) {
    this.#run = run;
    this.#failed = failed;
    this.#timing = timing;
  }

  touch(task: Task): void {
    if (this.#closed) return;
    const id = `${task.watched}\0${task.file}`;
    const now = performance.now();
    const state = this.#states.get(id) ?? {
      task,
      timer: undefined,
      since: now,
      deferred: false,
      running: false,
      again: false,
    };
    this.#states.set(id, state);
    if (state.running) state.again = true;
    if (state.running || state.deferred || this.#due.includes(state)) return;
    if (state.timer === undefined) state.since = now;
    const { quietMs, longestWaitMs } = this.#timing;
    this.#after(state, Math.min(quietMs, Math.max(0, state.since + longestWaitMs - now)));
  }

  forget(test: (task: Task) => boolean): void {
    for (const [id, state] of this.#states) {
      if (!test(state.task)) continue;
      clearTimeout(state.timer);
      this.#states.delete(id);
    }
    this.#wake();
  }

  /** Resolves when nothing runs and only postponed files wait. */
  async idle(): Promise<void> {
    while ([...this.#states.values()].some((state) => !state.deferred)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const state of this.#states.values()) clearTimeout(state.timer);
    this.#due.length = 0;
    while (this.#running > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#states.clear();
  }

  #after(state: State, delay: number): void {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      state.timer = undefined;
      state.deferred = false;
      this.#due.push(state);
      this.#next();
    }, delay);
  }

  #next(): void {
    if (this.#running >= parallel) return;
    const state = this.#due.shift();
    if (state) void this.#take(state).then(() => this.#next());
  }

  async #take(state: State): Promise<void> {
    const id = `${state.task.watched}\0${state.task.file}`;
    if (this.#closed || this.#states.get(id) !== state) return;
    this.#running++;
    state.running = true;
    state.again = false;
    let retry: number | undefined;
    try {
      retry = await this.#run(state.task);
    } catch (error) {
      this.#failed(state.task, error);
    }
    this.#running--;
    state.running = false;
    if (!this.#closed && this.#states.get(id) === state) this.#settle(id, state, retry);
    this.#wake();
  }

  #settle(id: string, state: State, retry: number | undefined): void {
    if (retry !== undefined) {
      state.deferred = true;
      this.#after(state, retry);
    } else if (state.again) this.#after(state, this.#timing.quietMs);
    else this.#states.delete(id);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
