import { useShared } from '../../shell/shared.ts';

/** Called when the decision on a card is on its way, when it was made, and when it was taken back or failed. */
export type Settle = (to: 'going' | boolean) => void;

/** Makes a decision: how, what is said of it, and what takes it back. */
export type Decide = (work: () => Promise<unknown>, done?: string, undo?: () => Promise<unknown>) => void;

/** What is sent goes one after the other: the next decision, or the one that is taken back, may be about the same memory. */
let sent: Promise<unknown> = Promise.resolve();

function send<Value>(work: () => Promise<Value>): Promise<Value> {
  const going = sent.then(work);
  sent = going.catch(() => undefined);
  return going;
}

/** A decided card goes at once, before the service has answered; it comes again where that fails. */
export function useDecision(settle: Settle): Decide {
  const shared = useShared();
  return (work, done, undo) => {
    const { toasts } = shared;
    let isMade = false;
    const end = (isSettled: boolean) => {
      isMade = isSettled;
      settle(isSettled);
      shared.changed();
    };
    settle('going');
    const going = send(work).then(
      () => end(true),
      (error) => {
        toasts.fail(error);
        end(false);
      },
    );
    const takeBack = async () => {
      if (!isMade) return;
      await undo?.();
      end(false);
    };
    if (done === undefined) toasts.underWay = going;
    else toasts.show(done, undo && (() => send(takeBack)));
  };
}
