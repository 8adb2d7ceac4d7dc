import { type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { shortText } from '../memory/marking.ts';
import { type Answer, Answering, type Given, movesTo } from './answering.ts';
import { type OfTwo, twoOf } from './items.ts';
import type { Decide } from './use-decision.ts';

/** The answers about two memories, or several, the same on each card, in the order of their keys. */
const answers: readonly { answer: Answer; label: Message; ofSeveral: Message }[] = [
  { answer: 'newer', label: msg('Keep the newer'), ofSeveral: msg('Keep the newer') },
  { answer: 'both', label: msg('Keep both'), ofSeveral: msg('Keep all {n}') },
  { answer: 'none', label: msg('Keep neither'), ofSeveral: msg('Keep none') },
  { answer: 'older', label: msg('Keep the older'), ofSeveral: msg('Keep the older ones') },
];

/** The buttons of the answers about the memories of a card. @param props.given what the user says of the older ones */
export function Answers(props: { item: OfTwo; given?: Pick<Given, 'remains' | 'holding'>; run: Decide }) {
  const { item, given, run } = props;
  const dashboard = useDashboard();
  const [newer, older] = twoOf(item);
  const count = item.kind === 'changed' ? item.links.length : 1;
  const name = dashboard.character(movesTo(dashboard, item) ?? '')?.name;
  const said = (answer: Answer): string => {
    if (answer === 'both') return count > 1 ? t('All of them are kept') : t('Both are kept');
    if (answer === 'none') return count > 1 ? t('All of them have ended') : t('Both have ended');
    const content = shortText((answer === 'newer' ? newer : older).content, 60);
    return answer === 'newer' && name !== undefined
      ? t('Kept and moved to {name}: “{content}”', { name, content })
      : t('Kept “{content}”', { content });
  };
  return (
    <>
      {answers.map(({ answer, label, ofSeveral }, place) => {
        const answering = new Answering(dashboard, item);
        return (
          <button
            key={answer}
            type="button"
            class={place > 0 ? 'quiet' : undefined}
            onClick={() =>
              run(
                () => answering.give(answer, given),
                said(answer),
                () => answering.takeBack(),
              )
            }
          >
            {count > 1 ? t(ofSeveral, { n: count + 1 }) : t(label)}
          </button>
        );
      })}
    </>
  );
}
