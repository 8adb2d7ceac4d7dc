import { useLayoutEffect, useState } from 'preact/hooks';
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
  const [state, setState] = useState<{ about: string; value?: Value; failure?: Failure; isLoading: boolean }>();
  const [attempt, setAttempt] = useState(0);
  const of = changes.value;
  // Before drawing, so that later requests come later.
  useLayoutEffect(() => {
    if (!load) return undefined;
    const controller = new AbortController();
    setState((before) => (before?.about === about ? { ...before, isLoading: true } : { about, isLoading: true }));
    load(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ about, value, isLoading: false }),
      (error) => {
        if (isAborted(error) || controller.signal.aborted) return;
        if (!(error instanceof Failure)) throw error;
        setState((before) => ({ ...(before?.about === about && before), about, failure: error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [about, attempt, of, load === undefined]);
  const current = state?.about === about ? state : undefined;
  return {
    value: current?.value,
    failure: current?.failure,
    isLoading: current?.isLoading ?? load !== undefined,
    take: (value) => setState({ about, value, isLoading: false }),
    again: () => setAttempt((count) => count + 1),
  };
}
