import { useAction } from '../use-action.ts';

/** Called when the decision on a card was made, or taken back. */
export type Settle = (isSettled: boolean) => void;

/** As `useAction`. A decided card goes at once: the next key must not decide it again while the Queue is read anew. */
export function useDecision(settle: Settle): ReturnType<typeof useAction> {
  const action = useAction();
  return {
    ...action,
    run: (work, done, undo) =>
      action.run(
        async () => {
          const value = await work();
          settle(true);
          return value;
        },
        done,
        undo &&
          (async () => {
            await undo();
            settle(false);
          }),
      ),
  };
}
