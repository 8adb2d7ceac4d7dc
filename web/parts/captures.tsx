import type { Output } from '../client/client.ts';
import { counted } from './format.ts';
import { Time } from './time.tsx';

type Capture = Output<'getSyncStatus'>['capture'];

/** The number of waiting pieces, and why extraction pauses. */
export function WaitingPieces({ capture: { pending, paused } }: { capture: Capture }) {
  if (pending === 0) return null;
  return (
    <p class="muted">
      {counted(pending, 'piece of files waits', 'pieces of files wait')} to be read by the extractor.
      {paused !== undefined && <> It pauses: {paused}</>}
    </p>
  );
}

/** Waiting and failed extractions, and the time of the next attempt. */
export function Captures({ capture }: { capture: Capture }) {
  return (
    <>
      <WaitingPieces capture={capture} />
      {capture.failed.map(({ path, error, attempts, nextAttemptAt }) => (
        <p key={path} class="failure">
          {path}: {error} ({counted(attempts, 'attempt')}, the next at <Time at={nextAttemptAt} as="moment" />)
        </p>
      ))}
    </>
  );
}
