import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../client/client.ts';
import { t } from '../languages/translate.ts';

/** An error where it happened: the service's message, a retry button, and of faults of the service the request's id. */
export function FailureNote({ failure, again }: { failure: unknown; again?: (() => void) | undefined }) {
  if (failure === undefined) return null;
  // A feature that the tier lacks is no error and has no retry.
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
        {retryAfter !== undefined && t('Again in {retryAfter} s.', { retryAfter })}{' '}
        {requestId !== undefined && (status === undefined || status >= 500) && t('Request {requestId}.', { requestId })}
      </span>
      {again && (
        <button type="button" class="quiet" onClick={again}>
          {t('Try again')}
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
      {t('The service got more requests than it answers in a minute.')}{' '}
      {left > 0 ? t('This continues by itself in {left} s.', { left }) : t('This continues by itself now.')}
    </p>
  );
}
