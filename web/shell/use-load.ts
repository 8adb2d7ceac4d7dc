import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Failure, isAborted } from '../client/client.ts';
import { useShared } from './shared.ts';

export interface Loaded<Value> {
  /** The last that was read; it stays while it is read again. */
  value: Value | undefined;
  failure: Failure | undefined;
  isLoading: boolean;
  /** The value from a change's answer, until it is read again. */
  take(value: Value): void;
  again(): void;
}

/**
 * Reads something when its page appears, when `about` changes and whenever something was changed.
 * @param about what the reading depends on; a new one drops the value of the previous one
 * @param load undefined: there is nothing to read
 */
export function useLoad<Value>(
  about: string,
  load: ((signal: AbortSignal) => Promise<Value>) | undefined,
): Loaded<Value> {
  const { changes } = useShared();
  const [state, setState] = useState<{
    about: string;
    isLoading: boolean;
    value?: Value;
    failure?: Failure | undefined;
  }>();
  const [attempt, setAttempt] = useState(0);
  const of = changes.value;
  const latest = useRef(load);
  latest.current = load;
  const reading = useRef<{ of: number; again?: () => void }>({ of });
  // Before drawing, so that later requests come later.
  useLayoutEffect(() => {
    if (!load) return undefined;
    const controller = new AbortController();
    let [isBusy, isStale] = [false, false];
    const read = () => {
      // Changes in quick succession must not abort each reading before its end.
      isStale = isBusy;
      if (isBusy || !latest.current) return;
      isBusy = true;
      setState((before) => (before?.about === about ? { ...before, isLoading: true } : { about, isLoading: true }));
      const end = (next: { value?: Value; failure: Failure | undefined }) => {
        if (controller.signal.aborted) return;
        isBusy = false;
        setState((before) => ({ ...(before?.about === about && before), about, isLoading: isStale, ...next }));
        if (isStale) read();
      };
      latest.current(controller.signal).then(
        (value) => end({ value, failure: undefined }),
        (error) => {
          if (controller.signal.aborted) return;
          isBusy = false;
          if (isAborted(error)) return;
          if (!(error instanceof Failure)) throw error;
          end({ failure: error });
        },
      );
    };
    reading.current = { of, again: read };
    read();
    return () => {
      reading.current = { of };
      controller.abort();
    };
  }, [about, attempt, load === undefined]);
  useLayoutEffect(() => {
    if (reading.current.of === of) return;
    reading.current.of = of;
    reading.current.again?.();
  }, [of]);
  const current = state?.about === about ? state : undefined;
  return {
    value: current?.value,
    failure: current?.failure,
    isLoading: current?.isLoading ?? load !== undefined,
    take: (value) => setState({ about, value, isLoading: false }),
    again: () => setAttempt((count) => count + 1),
  };
}
