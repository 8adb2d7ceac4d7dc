import { type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { useAction } from '../use-action.ts';
import { type Answer, Answering } from './answering.ts';
import type { OfTwo } from './items.ts';

/** The answers about two memories, the same on each card, in the order of their keys. */
const answers: readonly { answer: Answer; label: Message; done: Message }[] = [
  { answer: 'newer', label: msg('Keep the newer'), done: msg('The newer one is kept') },
  { answer: 'both', label: msg('Keep both'), done: msg('Both are kept') },
  { answer: 'none', label: msg('Keep neither'), done: msg('Both have ended') },
  { answer: 'older', label: msg('Keep the older'), done: msg('The older one is kept') },
];

/** The buttons of the answers about two memories. @param remains what of the older one stays; empty: nothing */
export function Answers(props: {
  item: OfTwo;
  remains?: string | undefined;
  run: ReturnType<typeof useAction>['run'];
  isBusy: boolean;
  /** Those of a row in a list: few, and no digit presses them. */
  isRow?: boolean;
}) {
  const { item, remains, run, isBusy, isRow = false } = props;
  const dashboard = useDashboard();
  return (
    <>
      {answers
        .filter(({ answer }) => !isRow || answer === 'newer' || answer === 'both')
        .map(({ answer, label, done }, place) => {
          const answering = new Answering(dashboard, item);
          return (
            <button
              key={answer}
              type="button"
              class={isRow ? 'quiet apart' : place > 0 ? 'quiet' : undefined}
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => answering.give(answer, { remains }),
                  t(done),
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
