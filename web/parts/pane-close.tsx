import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Failure } from '../client/client.ts';
import { t } from '../languages/translate.ts';
import { rowOfPane } from '../shell/page-keys.ts';
import { FailureNote } from './failure.tsx';
import { focusContent } from './focus.ts';

/** Closes the pane beside a list, as Esc does, and gives its focus to the row. @param close undefined: it stays open */
export function PaneClose({ close }: { close: (() => void) | undefined }) {
  const top = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    row.current = rowOfPane() ?? row.current;
  });
  useLayoutEffect(
    () => () => {
      if (!top.current?.closest('.pane')?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        if (row.current?.isConnected) row.current.focus({ preventScroll: true });
        else focusContent();
      });
    },
    [],
  );
  if (!close) return null;
  return (
    <>
      <div class="scrim" aria-hidden="true" onClick={close} />
      <div class="pane-top" ref={top}>
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
