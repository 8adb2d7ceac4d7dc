import { type Message, msg, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { pages } from './pages.ts';

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
  ['*', msg('select all that match; in Search all that are shown')],
  ['m', msg('merge the selected ones')],
  ['u', msg('undo')],
  ['1  2  3  4', msg('in the Queue: answer')],
  ['s', msg('in the Queue: later')],
  ['Esc', msg('close')],
  ['Ctrl-K', msg('go anywhere, do anything')],
  ['?', msg('this help')],
];

/** The keys of pages. */
const going = () =>
  pages.flatMap(({ key, title }) =>
    key === undefined ? [] : [[`g  ${key}`, t('Go to {title}', { title: t(title) })] as const],
  );

export function KeysHelp({ close }: { close: () => void }) {
  return (
    <Modal label={t('Keys')} close={close}>
      <h2>{t('Keys')}</h2>
      <div class="keys">
        {[...help.map(([keys, meaning]) => [keys, t(meaning)] as const), ...going()].map(([keys, meaning]) => (
          <div key={keys}>
            <span>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
            <span>{meaning}</span>
          </div>
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
