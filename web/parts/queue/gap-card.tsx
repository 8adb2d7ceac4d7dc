import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import type { Answer, AskedAgain } from '../recalls/again.ts';
import { DismissButton } from '../recalls/dismiss.tsx';
import { outcomeIn, type Recall } from '../recalls/recall.ts';
import { settleGap } from '../recalls/settle.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** A question without a helpful answer: the user answers it with a memory and repeats it. */
export function GapCard({ gap }: { gap: Recall }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [again, setAgain] = useState<AskedAgain>();
  const { characterId, query, client: host, by, at, count = 1 } = gap;
  const character = dashboard.characters.value?.find((one) => one.id === characterId);
  const ask = async (answer?: Answer) => setAgain(await settleGap(dashboard, gap, answer));
  const write = () => {
    const done = (stored: Memory) => void run(() => ask({ memoryId: stored.id, characterId: stored.characterId }));
    dashboard.remembering.value = { character, asked: query, done };
  };
  return (
    <article class="change" data-gap={gap.id}>
      <p class="said short" dir="auto">
        {query}
      </p>
      <div class="meta">
        <span>{host ?? by}</span>
        {again?.isAnswered ? (
          <b class="answered">{again.said}</b>
        ) : (
          <span class="missing">{again ? t('asked again: {said}', { said: again.said }) : outcomeIn(gap)}</span>
        )}
        {count > 1 && <b>{tn(count, 'asked {n} time', 'asked {n} times')}</b>}
        <Time at={at} as="moment" />
      </div>
      <div class="buttons">
        {character && !again?.isAnswered && dashboard.may('addMemoryDirect', characterId) && (
          <button type="button" disabled={isBusy} onClick={write}>
            {t('Write the missing memory…')}
          </button>
        )}
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(() => ask())}>
          {t('Ask again')}
        </button>
        <DismissButton recall={gap} run={run} />
        <FailureNote failure={failure} />
      </div>
    </article>
  );
}
