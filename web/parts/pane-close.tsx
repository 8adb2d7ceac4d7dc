import type { Failure } from '../client/client.ts';
import { t } from '../languages/translate.ts';
import { FailureNote } from './failure.tsx';

/** Closes the pane beside a list, as Esc does. @param close undefined: it stays open */
export function PaneClose({ close }: { close: (() => void) | undefined }) {
  if (!close) return null;
  return (
    <>
      <div class="scrim" aria-hidden="true" onClick={close} />
      <div class="pane-top">
        <button type="button" class="quiet" aria-label={t('Close')} title={t('Close (Esc)')} onClick={close}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </>
  );
}

/**
 * In place of what could not be read. What is not there says so, and leads back.
 * @param isGone it was looked for, without a failure
 */
export function PaneFailure(props: {
  failure: Failure | undefined;
  again: () => void;
  close: (() => void) | undefined;
  isGone?: boolean;
}) {
  const { failure, again, close, isGone = failure?.status === 404 } = props;
  if (!isGone) return <FailureNote failure={failure} again={again} />;
  return (
    <>
      <h2>{t('This is no longer there')}</h2>
      <p class="muted">{t('It was deleted or moved since, or its address is not complete.')}</p>
      {close && (
        <div class="buttons">
          <button type="button" onClick={close}>
            {t('Back to the list')}
          </button>
        </div>
      )}
    </>
  );
}
