import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../client/client.ts';

/** What went wrong, where it happened: the service's own words, the request's id and a way to try again. */
export function FailureNote({ failure, again }: { failure: unknown; again?: (() => void) | undefined }) {
  if (failure === undefined) return null;
  // That a tier lacks something is no fault: there is nothing to try again.
  if (failure instanceof Failure && failure.type === 'FeatureNotAvailable') {
    return (
      <p class="notice" role="alert">
        {failure.message}
      </p>
    );
  }
  const { requestId, retryAfter, status } = failure instanceof Failure ? failure : {};
  if (status === 429 && retryAfter !== undefined && again) {
    return <Waiting key={requestId} seconds={retryAfter} again={again} />;
  }
  return (
    <div class="failure" role="alert">
      <p>{failure instanceof Error ? failure.message : String(failure)}</p>
      <span class="muted">
        {retryAfter !== undefined && <>Again in {retryAfter} s. </>}
        {requestId !== undefined && <>Request {requestId}. </>}
      </span>
      {again && (
        <button type="button" class="quiet" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Rate limited: retried automatically when the limit allows. */
function Waiting({ seconds, again }: { seconds: number; again: () => void }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setTimeout(() => (left > 0 ? setLeft(left - 1) : again()), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <p class="notice" role="status">
      More was asked of the service than it answers in a minute. This goes on by itself
      {left > 0 ? ` in ${left} s.` : ' now.'}
    </p>
  );
}
