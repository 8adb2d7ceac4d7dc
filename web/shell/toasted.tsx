import { Link } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { useShared } from './shared.ts';

export function Toasted() {
  const { toasts } = useShared();
  const toast = toasts.shown.value;
  return (
    <div
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusCapture={() => toasts.hold(true)}
      onBlurCapture={() => toasts.hold(false)}
    >
      {toast && (
        <div key={toast.id} class="toast">
          <span>{toast.text}</span>
          {toast.link && <Link href={toast.link.href}>{toast.link.label}</Link>}
          {toast.undo && (
            <button type="button" onClick={() => void toasts.undo(toast)}>
              {toast.redone === undefined ? t('Undo') : t('Redo')}
            </button>
          )}
          {toast.isFailure && (
            <button type="button" class="close" aria-label={t('Dismiss')} onClick={() => toasts.dismiss(toast.id)}>
              ×
            </button>
          )}
        </div>
      )}
    </div>
  );
}
