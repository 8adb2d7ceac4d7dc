import type { Output } from '../client/client.ts';
import { rich, t, tn } from '../languages/translate.ts';
import { Time } from './time.tsx';

type Capture = Output<'getSyncStatus'>['capture'];

/** The number of waiting pieces, and why extraction pauses. */
export function WaitingPieces({ capture: { pending, paused } }: { capture: Capture }) {
  if (pending === 0) return null;
  return (
    <p class="muted">
      {tn(
        pending,
        '{n} piece of files waits to be read by the extractor.',
        '{n} pieces of files wait to be read by the extractor.',
      )}{' '}
      {paused !== undefined && t('It pauses: {paused}', { paused })}
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
          {path}: {error} (
          {rich(tn(attempts, '{n} attempt, the next at {time}', '{n} attempts, the next at {time}'), {
            time: <Time at={nextAttemptAt} as="moment" />,
          })}
          )
        </p>
      ))}
    </>
  );
}
