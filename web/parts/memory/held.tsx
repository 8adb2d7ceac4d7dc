import { t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Choice } from './rank.ts';

/** That hooks do not give a memory, or give it although it reads as an order; with the action that changes that. */
export function Held(props: { characterId: string; memoryId: string; choice: Choice }) {
  const { choice, ...of } = props;
  const { muted = false, held = false, trusted = false } = choice;
  const shared = useShared();
  const { run, failure, isBusy } = useAction();
  if (!muted && !held && !trusted) return null;
  const choose = (to: { muted?: boolean; trusted?: boolean }) =>
    shared.client.call('muteMemory', { ...of, muted: false, ...to });
  const change = held ? { trusted: true } : {};
  const name = held ? t('Trust it') : muted ? t('Give it again') : t('Hold it back');
  const done = held ? t('Trusted: hooks give it') : muted ? t('Hooks give it again') : t('Hooks hold it back');
  return (
    <span class="held">
      <b>
        {held
          ? t('held back: it reads as an order to the agent')
          : muted
            ? t('never given again')
            : t('trusted, though it reads as an order to the agent')}
      </b>{' '}
      {shared.may('muteMemory', of.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => choose(change),
              done,
              () => choose({ muted, trusted }),
            )
          }
        >
          {name}
        </button>
      )}
      <FailureNote failure={failure} />
    </span>
  );
}
