import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type Message, msg, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { type Command, commandsFor, commandsOf, offeredFirst } from './commands.ts';
import { useDashboard } from './dashboard.ts';
import { memoriesFor, namesFor } from './found-commands.ts';
import { Icon } from './icon.tsx';
import { ListBox } from './list-box.tsx';
import { byLetters, foldCase, found } from './matches.ts';
import { offeredBy } from './offers.ts';
import { pageAt } from './pages.ts';
import { PinDialog } from './pinned.tsx';
import { useChosen, useScope } from './places.ts';
import { useLoad } from './use-load.ts';

const kindNames: Record<Command['kind'], Message> = {
  page: msg('page'),
  character: msg('character'),
  memory: msg('memory'),
  action: msg('action'),
  view: msg('view'),
  thing: msg('person or thing'),
};

/** How many pages, characters and actions are shown, and the debounce of searches (ms). */
const maxShown = 9;
const restMs = 120;

/** The command palette: finds pages, characters, memories and actions by typing. @param first what is typed already, also Enter as a line break */
export function Palette({ first, close, showKeys }: { first: () => string; close: () => void; showKeys: () => void }) {
  const dashboard = useDashboard();
  const { toasts } = dashboard;
  const [address, navigate] = useLocation();
  const scope = useScope();
  const chosen = useChosen();
  const [given] = useState(first);
  const [offeredAtFirst] = useState(dashboard.offered.value);
  const [text, setText] = useState(given.split('\n')[0]!);
  const [isPinning, setPinning] = useState(false);
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const remember = (said: string) => {
    dashboard.remembering.value = { character: chosen, text: said };
  };
  const mayRemember = dashboard.may('addMemoryDirect', chosen?.id);
  const earlier = useLoad('last change', async () =>
    toasts.last === undefined ? (await import('../parts/home/undo-earlier.ts')).findEarlier(dashboard) : undefined,
  );
  const last = toasts.last ?? earlier.value?.what;
  const wanted = foldCase(text.trim());
  const doing = {
    go: navigate,
    typed: wanted,
    last,
    remember: mayRemember ? remember : undefined,
    pin: () => setPinning(true),
    showKeys,
  };
  const memories = useLoad(`${query} ${scope.character?.id}`, (signal) =>
    memoriesFor(query, dashboard, scope, navigate, signal),
  );
  const names = useLoad(`${query} ${scope.character?.id}`, (signal) =>
    namesFor(query, dashboard, scope, navigate, signal),
  );
  const page = pageAt(address).name;
  const commands = commandsOf(dashboard, scope, page, doing);
  const named = query === text ? (names.value ?? []) : [];
  const typed = commandsFor(text, dashboard, scope, doing);
  // What is offered later must not move a row under the pointer, so it waits until something is typed.
  const offers = wanted === '' ? offeredAtFirst : dashboard.offered.value;
  const offered = offeredBy(
    offers.map(({ current: one }) => one),
    wanted,
  );
  const known: Command[] =
    wanted === ''
      ? [...offered, ...offeredFirst(commands, dashboard.visited, page)]
      : found<Command>([...offered, ...typed.filter(({ isMeant }) => isMeant), ...commands], wanted).slice(0, maxShown);
  const shown = [
    ...known,
    ...named,
    ...(query === text ? byLetters(memories.value ?? [], wanted, known.length + named.length > 0) : []),
    ...typed.filter(({ isMeant }) => !isMeant),
  ];
  const run = (command: Command | undefined) => {
    if (!command?.stays) close();
    command?.run();
  };
  useEffect(() => {
    if (given.includes('\n')) run(shown[0]);
  }, []);
  if (isPinning) return <PinDialog close={close} />;
  return (
    <Modal label={t('Go to, or do')} class="palette" close={close}>
      <ListBox
        id="palette"
        label={t('Go to, or do')}
        placeholder={t('A page, a character, a memory, or something to do')}
        text={text}
        type={setText}
        rowsLabel={t('What there is')}
        rows={shown}
        classOf={({ kind, of }) => (kind === 'memory' ? `of-memory ${of ? 'past' : ''}` : undefined)}
        draw={(command) => (
          <>
            <Icon of={command.icon} />
            <b dir="auto">{command.label}</b>
            <span class="muted">{command.of ?? t(kindNames[command.kind])}</span>
            {command.key !== undefined && <kbd>{command.key}</kbd>}
          </>
        )}
        run={run}
      />
    </Modal>
  );
}
