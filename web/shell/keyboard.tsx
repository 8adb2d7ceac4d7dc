import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { isForPage } from './page-keys.ts';
import { pages } from './pages.ts';
import { Palette } from './palette.tsx';
import { usePlaces } from './places.ts';

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
  ['g h  g q  g m  g s  g c', 'go to Home, Queue, Memories, Search, Characters'],
  ['Ctrl-K', 'go anywhere, do anything'],
  ['?', 'this help'],
];

export function Keyboard() {
  const { toasts } = useDashboard();
  const [open, setOpen] = useState<'help' | 'palette'>();
  const [, go] = useLocation();
  const addressOf = usePlaces();
  /** Whether the key before was `g`: the next one names a page by its first letter. */
  const isGoing = useRef(false);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen((before) => (before === 'palette' ? undefined : 'palette'));
        return;
      }
      if (!isForPage(event)) return;
      const page = isGoing.current && pages.find(({ name, under }) => !under && name.startsWith(event.key));
      isGoing.current = event.key === 'g';
      if (page) {
        event.preventDefault();
        event.stopImmediatePropagation();
        go(addressOf(page));
        return;
      }
      const actions: Record<string, () => void> = {
        '/': () => document.getElementById('find')?.focus(),
        '?': () => setOpen('help'),
        u: () => toasts.undoLast(),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    // Before the keys of pages: the second of two letters is not theirs.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
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
