import { t } from '../../languages/translate.ts';
import { Check } from '../check.tsx';
import { Time } from '../time.tsx';
import type { Given, Report } from './given.ts';
import { Ticks } from './ticks.tsx';

type Conversation = NonNullable<Report['conversations']>[number];

/** The conversations of all documents, each once, the latest first. */
export function conversationsOf(given: readonly Given[]): Conversation[] {
  const all = new Map<string, Conversation>();
  for (const one of given.flatMap(({ report }) => report?.conversations ?? [])) {
    const before = all.get(one.id);
    const sum = before && { added: (before.added ?? 0) + (one.added ?? 0), examples: before.examples };
    all.set(one.id, { ...one, ...sum });
  }
  return [...all.values()].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
}

/** The choice of conversations to import, and whether the assistant's answers are imported too. */
export function Conversations(props: {
  all: readonly Conversation[];
  others: ReadonlySet<string>;
  choose: (others: ReadonlySet<string>) => void;
  answers: boolean;
  take: (answers: boolean) => void;
}) {
  return (
    <Ticks
      label={t('Conversations')}
      find={t('Find a conversation')}
      all={props.all.map(({ id, title, at, added = 0, examples = [] }) => ({
        id,
        name: title ?? t('without a title'),
        about: at && <Time at={at} as="short" />,
        added,
        examples: examples.map((example) => belowTitle(example, title)),
      }))}
      others={props.others}
      choose={props.choose}
    >
      <div class="checks">
        <Check
          label={t('Also what the assistant answered')}
          about={t('Searches then find its words beside yours.')}
          checked={props.answers}
          change={props.take}
        />
      </div>
    </Ticks>
  );
}

/** The text without the title that stands above it. */
function belowTitle(example: string, title = ''): string {
  const start = `${title} › `;
  return title !== '' && example.startsWith(start) ? example.slice(start.length) : example;
}
