import { useEffect } from 'preact/hooks';
import { lazily } from '../parts/lazily.tsx';
import { useDashboard } from './dashboard.ts';
import { useParts } from './places.ts';

const RememberDialog = lazily(async () => (await import('../parts/memory/remember.tsx')).RememberDialog);
const ForgetDialog = lazily(async () => (await import('../parts/forget/forget-dialog.tsx')).ForgetDialog);

/** The dialog that remembers, on every page. */
export function Remembering() {
  const { remembering } = useDashboard();
  const close = () => {
    remembering.value = undefined;
  };
  useClosing(close);
  return remembering.value ? <RememberDialog {...remembering.value} close={close} /> : null;
}

/** The dialog that forgets, on every page. */
export function Forgetting() {
  const { forgetting } = useDashboard();
  const close = () => {
    forgetting.value = undefined;
  };
  useClosing(close);
  return forgetting.value === undefined ? null : <ForgetDialog about={forgetting.value} close={close} />;
}

/** Closes a dialog when another page is shown. */
function useClosing(close: () => void): void {
  const { page } = useParts();
  useEffect(close, [page]);
}
