import { useLocation } from 'wouter-preact';
import { type Message, msg, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { pageAt, pages } from './pages.ts';

const beside = ['memories', 'search', 'things', 'timeline', 'files', 'recalls', 'webhooks'] as const;
const selecting = ['memories', 'search'] as const;

/** The list of keys, each with the pages that have it; default: all. */
const help: readonly (readonly [keys: string, meaning: Message, on?: readonly string[]])[] = [
  ['/', msg('search, or ask a question')],
  ['j  k', msg('the next, the one before'), [...beside, 'queue']],
  ['Enter', msg('open')],
  ['→  ←', msg('to what is open beside the list, and back'), beside],
  ['e', msg('edit'), [...selecting, 'timeline', 'queue']],
  ['#', msg('delete'), selecting],
  ['n', msg('remember something')],
  ['x', msg('select'), selecting],
  ['X', msg('select from the last one to this one'), selecting],
  ['*', msg('select all that match; in Search all that are shown'), selecting],
  ['m', msg('merge the selected ones'), selecting],
  ['u', msg('undo')],
  ['1  2  3  4', msg('in the Queue: answer'), ['queue']],
  ['s', msg('in the Queue: later'), ['queue']],
  ['Esc', msg('close')],
  ['Ctrl-K', msg('go anywhere, do anything')],
  ['?', msg('this help')],
];

/** The keys of pages. */
const going = () =>
  pages.flatMap(({ key, title }) =>
    key === undefined ? [] : [[`g  ${key}`, t('Go to {title}', { title: t(title) })] as const],
  );

/** The keys that work on a page. */
export const keysOn = (page: string) => help.filter(([, , on]) => on?.includes(page) ?? true);

export function KeysHelp({ close }: { close: () => void }) {
  const [address] = useLocation();
  return (
    <Modal label={t('Keys')} close={close}>
      <h2>{t('Keys')}</h2>
      <div class="keys">
        {[...keysOn(pageAt(address).name).map(([keys, meaning]) => [keys, t(meaning)] as const), ...going()].map(
          ([keys, meaning]) => (
            <div key={keys}>
              <span>
                {keys.split('  ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
              <span>{meaning}</span>
            </div>
          ),
        )}
      </div>
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Modal>
  );
}
