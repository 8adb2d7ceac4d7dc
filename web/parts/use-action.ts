import { useState } from 'preact/hooks';
import { useDashboard } from '../shell/dashboard.ts';

/** Something that a form or a button does: whether it is under way, and why it failed. */
export function useAction() {
  const dashboard = useDashboard();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  return {
    failure,
    isBusy,
    /** Does it and reads again what is shown. Answers what it came to, undefined when it failed. */
    async run<Value>(
      work: () => Promise<Value>,
      done?: string,
      undo?: () => Promise<unknown>,
    ): Promise<Value | undefined> {
      setBusy(true);
      setFailure(undefined);
      try {
        const value = await work();
        dashboard.changed();
        const back =
          undo &&
          (async () => {
            await undo();
            dashboard.changed();
          });
        if (done !== undefined) dashboard.toasts.show(done, back);
        return value;
      } catch (error) {
        setFailure(error);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
