import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { Palette } from './palette.tsx';

/** What can be done by keys. */
const help: readonly (readonly [keys: string, meaning: string])[] = [
  ['/', 'search, or ask a question'],
  ['j  k', 'the next, the one before'],
  ['Enter', 'open'],
  ['e', 'edit'],
  ['#', 'delete'],
  ['x', 'choose, for changing many at once'],
  ['u', 'undo'],
  ['Esc', 'close'],
  ['Ctrl-K', 'go anywhere'],
  ['?', 'this help'],
];

/** Keys of single letters, which pages listen to. */
export type PageKey = 'j' | 'k' | 'e' | '#' | 'x' | 'Escape';
const pageKeys = new Set<string>(['j', 'k', 'e', '#', 'x', 'Escape'] satisfies PageKey[]);

/**
 * Calls the listener for keys that are meant for the page: not in a field, not behind a dialog. It is always that of the
 * last drawing: a key that follows at once must not mean what was shown before.
 */
export function usePageKeys(listener: (key: PageKey) => void): void {
  const last = useRef(listener);
  useLayoutEffect(() => {
    last.current = listener;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event) || !pageKeys.has(event.key)) return;
      event.preventDefault();
      last.current(event.key as PageKey);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function isForPage({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false;
  return !(target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'));
}

export function Keyboard() {
  const { toasts } = useDashboard();
  const [open, setOpen] = useState<'help' | 'palette'>();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen((before) => (before === 'palette' ? undefined : 'palette'));
        return;
      }
      if (!isForPage(event)) return;
      const actions: Record<string, () => void> = {
        '/': () => document.getElementById('find')?.focus(),
        '?': () => setOpen('help'),
        u: () => void toasts.undoLast(),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [toasts]);
  const close = () => setOpen(undefined);
  if (open === 'palette') return <Palette close={close} />;
  if (open !== 'help') return null;
  return (
    <Modal label="Keys" close={close}>
      <h2>Keys</h2>
      <div class="keys">
        {help.map(([keys, meaning]) => (
          <>
            <span>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
            <span>{meaning}</span>
          </>
        ))}
      </div>
      <div class="buttons">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Modal>
  );
}
