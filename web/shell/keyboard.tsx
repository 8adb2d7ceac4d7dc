import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type Message, msg, t } from '../languages/translate.ts';
import { keepPlaceOfTab } from '../parts/focus.ts';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { goBeside, isForPage } from './page-keys.ts';
import { pages } from './pages.ts';
import { Palette } from './palette.tsx';
import { useCharacter, useParts, usePlaces } from './places.ts';

/** The list of keys. */
const help: readonly (readonly [keys: string, meaning: Message])[] = [
  ['/', msg('search, or ask a question')],
  ['j  k', msg('the next, the one before')],
  ['Enter', msg('open')],
  ['→  ←', msg('to what is open beside the list, and back')],
  ['e', msg('edit')],
  ['#', msg('delete')],
  ['n', msg('remember something')],
  ['x', msg('select')],
  ['X', msg('select from the last one to this one')],
  ['*', msg('select all that match')],
  ['m', msg('merge the selected ones')],
  ['u', msg('undo')],
  ['1  2  3', msg('in the Queue: the buttons of the card')],
  ['s', msg('in the Queue: later')],
  ['Esc', msg('close')],
  ['g h  g q  g m  g s  g c', msg('go to Home, Queue, Memories, Search, Characters')],
  ['Ctrl-K', msg('go anywhere, do anything')],
  ['?', msg('this help')],
];

export function Keyboard() {
  const dashboard = useDashboard();
  const [open, setOpen] = useState<'help' | 'palette'>();
  const [, go] = useLocation();
  const addressOf = usePlaces();
  const character = useCharacter(useParts().character);
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
      if (goBeside(event)) return event.preventDefault();
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
        n: () => {
          const mayWrite = character && dashboard.may('addMemoryDirect', character.id);
          if (mayWrite) dashboard.remembering.value = { character };
        },
        u: () => dashboard.toasts.undoLast(),
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
  if (open === 'palette') return <Palette close={close} showKeys={() => setOpen('help')} />;
  if (open !== 'help') return null;
  return (
    <Modal label={t('Keys')} close={close}>
      <h2>{t('Keys')}</h2>
      <div class="keys">
        {help.map(([keys, meaning]) => (
          <>
            <span>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
            <span>{t(meaning)}</span>
          </>
        ))}
      </div>
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Modal>
  );
}
