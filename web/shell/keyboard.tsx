import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { keepPlaceOfTab } from '../parts/focus.ts';
import { lazily } from '../parts/lazily.tsx';
import { useDashboard } from './dashboard.ts';
import { actOnce, goBeside, isForPage } from './page-keys.ts';
import { pages } from './pages.ts';
import { useChosen, usePlaces } from './places.ts';
import { undoLast } from './undo.ts';

const Palette = lazily(async () => (await import('./palette.tsx')).Palette);
const KeysHelp = lazily(async () => (await import('./keys-help.tsx')).KeysHelp);

export function Keyboard() {
  const dashboard = useDashboard();
  const [open, setOpen] = useState<'help' | 'palette'>();
  const [, go] = useLocation();
  const addressOf = usePlaces();
  const chosen = useChosen();
  /** Whether the key before was `g`: the next one names a page. */
  const isGoing = useRef(false);
  /** What is typed for the palette while it is loaded. */
  const typed = useRef('');
  useLayoutEffect(actOnce, []);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (open !== 'help' && document.querySelector('dialog[open]:not(.palette)')) return;
        typed.current = '';
        setOpen((before) => (before === 'palette' ? undefined : 'palette'));
        return;
      }
      if (open === 'palette' && !document.querySelector('dialog.palette')) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.key === 'Escape') setOpen(undefined);
        else if (event.key === 'Enter') typed.current += '\n';
        else if (event.key.length === 1) typed.current += event.key;
        return;
      }
      if (!isForPage(event)) return;
      if (goBeside(event)) return event.preventDefault();
      const page = isGoing.current && pages.find(({ key }) => key === event.key);
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
        n: () => {
          const mayWrite = dashboard.may('addMemoryDirect', chosen?.id);
          if (mayWrite) dashboard.remembering.value = { character: chosen };
        },
        u: () => undoLast(dashboard),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    // Before the keys of pages: the second of two letters is not theirs.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
  useLayoutEffect(keepPlaceOfTab, []);
  const close = () => setOpen(undefined);
  if (open === 'palette') return <Palette first={() => typed.current} close={close} showKeys={() => setOpen('help')} />;
  return open === 'help' ? <KeysHelp close={close} /> : null;
}
