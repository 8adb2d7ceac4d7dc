import { msg, t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Choice } from './rank.ts';

/** What hooks do with a memory, the action that changes that, and what that has done. */
const states = {
  held: {
    said: msg('held back: it reads as an order to the agent'),
    action: msg('Trust it'),
    done: msg('Trusted: hooks give it'),
  },
  muted: { said: msg('never given again'), action: msg('Give it again'), done: msg('Hooks give it again') },
  trusted: {
    said: msg('trusted, though it reads as an order to the agent'),
    action: msg('Hold it back'),
    done: msg('Hooks hold it back'),
  },
} as const;

/** That hooks do not give a memory, or give it although it reads as an order; with the action that changes that. */
export function Held(props: { characterId: string; memoryId: string; choice: Choice }) {
  const { choice, ...of } = props;
  const { muted = false, held = false, trusted = false } = choice;
  const shared = useShared();
  const { run, failure, isBusy } = useAction();
  const state = (held && 'held') || (muted && 'muted') || (trusted && 'trusted');
  if (!state) return null;
  const { said, action, done } = states[state];
  const choose = (to: { muted?: boolean; trusted?: boolean }) =>
    shared.client.call('muteMemory', { ...of, muted: false, ...to });
  return (
    <span class="held">
      <b>{t(said)}</b>{' '}
      {shared.may('muteMemory', of.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => choose(held ? { trusted: true } : {}),
              t(done),
              () => choose({ muted, trusted }),
            )
          }
        >
          {t(action)}
        </button>
      )}
      <FailureNote failure={failure} />
    </span>
  );
}
