import { useState } from 'preact/hooks';
import { useShared } from '../shell/shared.ts';
import { focusKeeper } from './focus.ts';

/** An action of a form or a button: whether it runs, and why it failed. */
export function useAction() {
  const shared = useShared();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  return {
    failure,
    isBusy,
    /** Runs it and reloads the page's data. Returns its result, undefined when it failed. */
    async run<Value>(
      work: () => Promise<Value>,
      done?: string,
      undo?: () => Promise<unknown>,
    ): Promise<Value | undefined> {
      const giveFocusBack = focusKeeper();
      setBusy(true);
      setFailure(undefined);
      try {
        const value = await work();
        shared.changed();
        const back =
          undo &&
          (async () => {
            await undo();
            shared.changed();
          });
        if (done !== undefined) shared.toasts.show(done, back);
        return value;
      } catch (error) {
        setFailure(error);
        return undefined;
      } finally {
        setBusy(false);
        giveFocusBack();
      }
    },
  };
}

/** What is sent and not answered yet. */
const underWay = new Set<string>();

/** Sends it, unless the same is under way: a second click, or key, that comes before the answer does nothing. */
export async function once<Value>(what: string, send: () => Promise<Value>): Promise<Value | undefined> {
  if (underWay.has(what)) return undefined;
  underWay.add(what);
  try {
    return await send();
  } finally {
    underWay.delete(what);
  }
}
