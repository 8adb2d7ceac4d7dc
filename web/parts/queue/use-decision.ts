import { useShared } from '../../shell/shared.ts';
import { staying } from '../staying.ts';

/**
 * Called once a card is decided or comes again. @param until what the service has not answered yet
 */
export type Settle = (isDecided: boolean, until?: Promise<unknown>) => void;

/** Makes a decision: how, what is said of it, and what takes it back. */
export type Decide = (work: () => Promise<unknown>, done?: string, undo?: () => Promise<unknown>) => void;

/** What is sent goes one after the other: the next decision, or the one that is taken back, may be about the same memory. */
let sent: Promise<unknown> = Promise.resolve();
/** What begins the works that are not sent yet. */
const waiting = new Set<() => void>();

/** A page that goes sends at once what still waits. */
addEventListener('pagehide', () => {
  for (const begin of waiting) begin();
});

function send<Value>(work: () => Promise<Value>): Promise<Value> {
  let begun: Promise<Value> | undefined;
  const begin = () => {
    waiting.delete(begin);
    begun ??= work();
    return begun;
  };
  waiting.add(begin);
  const going = staying(sent.then(begin));
  sent = going.catch(() => undefined);
  return going;
}

/** A decided card goes, and one that is taken back comes, before the service has answered; a failure shows what is. */
export function useDecision(settle: Settle): Decide {
  const shared = useShared();
  return (work, done, undo) => {
    const { toasts } = shared;
    let isMade = false;
    const going = send(work).then(
      () => {
        isMade = true;
        shared.changed();
      },
      (error) => {
        toasts.fail(error);
        settle(false);
        shared.changed();
      },
    );
    settle(true, going);
    const takeBack = async () => {
      const back = send(async () => {
        if (isMade) await undo?.();
      });
      settle(false, back);
      try {
        await back;
      } catch (error) {
        settle(true);
        throw error;
      } finally {
        shared.changed();
      }
    };
    if (done === undefined) toasts.underWay = going;
    else toasts.show(done, undo && takeBack);
  };
}
