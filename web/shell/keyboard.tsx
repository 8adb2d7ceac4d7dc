import { useLayoutEffect, useState } from 'preact/hooks';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { isForPage } from './page-keys.ts';
import { Palette } from './palette.tsx';

/** The list of keys. */
const help: readonly (readonly [keys: string, meaning: string])[] = [
  ['/', 'search, or ask a question'],
  ['j  k', 'the next, the one before'],
  ['Enter', 'open'],
  ['e', 'edit'],
  ['#', 'delete'],
  ['x', 'select'],
  ['X', 'select from the last one to this one'],
  ['*', 'select all that match'],
  ['u', 'undo'],
  ['1  2  3', 'in the Queue: the buttons of the card'],
  ['s', 'in the Queue: later'],
  ['Esc', 'close'],
  ['Ctrl-K', 'go anywhere, do anything'],
  ['?', 'this help'],
];

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
        u: () => toasts.undoLast(),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [toasts]);
  const close = () => setOpen(undefined);
  if (open === 'palette') return <Palette close={close} showKeys={() => setOpen('help')} />;
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
