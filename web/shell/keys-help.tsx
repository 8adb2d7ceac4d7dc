import { type Message, msg, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';

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
  ['g h  g q  g m  g s  g c', msg('go to Home, Queue, Memories, Search, Characters')],
  ['Ctrl-K', msg('go anywhere, do anything')],
  ['?', msg('this help')],
];

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
      </div>
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Modal>
  );
}
