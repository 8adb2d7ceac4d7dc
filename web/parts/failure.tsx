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
  const { requestId, retryAfter } = failure instanceof Failure ? failure : {};
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
