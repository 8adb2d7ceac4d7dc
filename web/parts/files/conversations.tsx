import { t } from '../../languages/translate.ts';
import { Check } from '../check.tsx';
import { Time } from '../time.tsx';
import type { Takes, Without } from './given.ts';
import type { Conversation } from './parts-of.ts';
import { Ticks } from './ticks.tsx';

/** The choice of conversations to import, and whether the assistant's answers and passing remarks are imported too. */
export function Conversations(props: {
  all: readonly Conversation[];
  without: Without;
  choose: (without: Without) => void;
  takes: Takes;
  take: (takes: Takes) => void;
}) {
  const { takes, take } = props;
  return (
    <Ticks
      label={t('Conversations')}
      find={t('Find a conversation')}
      all={props.all.map(({ id, title, at, added = 0, passing = 0, examples = [] }) => ({
        id,
        name: title ?? t('without a title'),
        about: at && <Time at={at} as="short" />,
        added,
        examples: examples.map((example) => ({ id: example, text: belowTitle(example, title) })),
        rest: saidInPassing(passing),
      }))}
      without={props.without}
      choose={props.choose}
    >
      <div class="checks">
        <Check
          label={t('Also what you said in passing')}
          about={t('Remarks and requests, role play, and texts that were to be translated, corrected or answered.')}
          checked={takes.passing}
          change={(passing) => take({ ...takes, passing })}
        />
        <Check
          label={t('Also what the assistant answered')}
          about={t('Searches then find its words beside yours.')}
          checked={takes.answers}
          change={(answers) => take({ ...takes, answers })}
        />
      </div>
    </Ticks>
  );
}

/** What is left out as small talk; empty: nothing. */
export function saidInPassing(count: number): string {
  return count > 0 ? t('{n} said in passing', { n: count }) : '';
}

/** The text without the title that stands above it. */
function belowTitle(example: string, title = ''): string {
  const start = `${title} › `;
  return title !== '' && example.startsWith(start) ? example.slice(start.length) : example;
}
