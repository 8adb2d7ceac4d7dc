import type { Output } from '../client/client.ts';
import { counted } from './format.ts';
import { Time } from './time.tsx';

type Capture = Output<'getSyncStatus'>['capture'];

/** How many pieces wait for extraction, and why it pauses. */
export function WaitingPieces({ capture: { pending, paused } }: { capture: Capture }) {
  if (pending === 0) return null;
  return (
    <p class="muted">
      {counted(pending, 'piece of files waits', 'pieces of files wait')} to be read by the extractor.
      {paused !== undefined && <> It pauses: {paused}</>}
    </p>
  );
}

/** What waits for extraction, what failed, and when it is tried again. */
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
