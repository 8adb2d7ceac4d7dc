import { t } from '../languages/translate.ts';
/** Closes the pane beside a list, as Esc does. @param close undefined: it stays open */
export function PaneClose({ close }: { close: (() => void) | undefined }) {
  if (!close) return null;
  return (
    <div class="pane-top">
      <button type="button" class="quiet" aria-label={t('Close')} title={t('Close (Esc)')} onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
