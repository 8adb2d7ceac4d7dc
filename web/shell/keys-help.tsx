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
  ['*', msg('select all that match')],
  ['m', msg('merge the selected ones')],
  ['u', msg('undo')],
  ['1  2  3', msg('in the Queue: answer')],
  ['s', msg('in the Queue: later')],
  ['Esc', msg('close')],
  ['Ctrl-K', msg('go anywhere, do anything')],
  ['?', msg('this help')],
];

/** Pages with a key. */
const going = pages.filter(({ key }) => key !== undefined);

export function KeysHelp({ close }: { close: () => void }) {
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
        {going.map(({ key, title }) => (
          <>
            <span>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </span>
            <span>{t('Go to {title}', { title: t(title) })}</span>
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
