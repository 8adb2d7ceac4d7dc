import { type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { shortText } from '../memory/marking.ts';
import { type Answer, Answering, movesTo } from './answering.ts';
import { type OfTwo, twoOf } from './items.ts';
import type { Decide } from './use-decision.ts';

/** The answers about two memories, the same on each card, in the order of their keys. */
const answers: readonly { answer: Answer; label: Message }[] = [
  { answer: 'newer', label: msg('Keep the newer') },
  { answer: 'both', label: msg('Keep both') },
  { answer: 'none', label: msg('Keep neither') },
  { answer: 'older', label: msg('Keep the older') },
];

/** The buttons of the answers about two memories. @param props.remains what the user says that stays of the older one; empty: nothing */
export function Answers(props: { item: OfTwo; remains?: string | undefined; run: Decide }) {
  const { item, remains, run } = props;
  const dashboard = useDashboard();
  const [newer, older] = twoOf(item);
  const name = dashboard.character(movesTo(dashboard, item) ?? '')?.name;
  const said = (answer: Answer): string => {
    if (answer === 'both') return t('Both are kept');
    if (answer === 'none') return t('Both have ended');
    const content = shortText((answer === 'newer' ? newer : older).content, 60);
    return answer === 'newer' && name !== undefined
      ? t('Kept and moved to {name}: “{content}”', { name, content })
      : t('Kept “{content}”', { content });
  };
  return (
    <>
      {answers.map(({ answer, label }, place) => {
        const answering = new Answering(dashboard, item);
        return (
          <button
            key={answer}
            type="button"
            class={place > 0 ? 'quiet' : undefined}
            onClick={() =>
              run(
                () => answering.give(answer, { remains }),
                said(answer),
                () => answering.takeBack(),
              )
            }
          >
            {t(label)}
          </button>
        );
      })}
    </>
  );
}
