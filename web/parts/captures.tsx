import type { Output } from '../client/client.ts';
import { counted } from './format.ts';
import { Time } from './time.tsx';

/** What waits for extraction, what failed, and when it is tried again. */
export function Captures({ capture }: { capture: Output<'getSyncStatus'>['capture'] }) {
  const { pending, paused, failed } = capture;
  return (
    <>
      {pending > 0 && (
        <p class="muted">
          {counted(pending, 'piece of files waits', 'pieces of files wait')} to be read by the extractor.
          {paused !== undefined && <> It pauses: {paused}</>}
        </p>
      )}
      {failed.map(({ path, error, attempts, nextAttemptAt }) => (
        <p key={path} class="failure">
          {path}: {error} ({counted(attempts, 'attempt')}, the next at <Time at={nextAttemptAt} as="moment" />)
        </p>
      ))}
    </>
  );
}
