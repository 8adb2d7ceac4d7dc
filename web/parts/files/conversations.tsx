import { useState } from 'preact/hooks';
import { listed, t, tn } from '../../languages/translate.ts';
import { Check } from '../check.tsx';
import { SearchField } from '../filters.tsx';
import { Time } from '../time.tsx';
import type { Given, Report } from './given.ts';

type Conversation = NonNullable<Report['conversations']>[number];

/** The conversations of all documents, each once, the latest first. */
export function conversationsOf(given: readonly Given[]): Conversation[] {
  const all = new Map<string, Conversation>();
  for (const one of given.flatMap(({ report }) => report?.conversations ?? [])) {
    const before = all.get(one.id);
    const sum = before && { said: before.said + one.said, answers: before.answers + one.answers };
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
  const { all, others, choose } = props;
  const [letters, setLetters] = useState('');
  const sought = letters.trim().toLocaleLowerCase();
  const shown = all.filter(({ title = '' }) => title.toLocaleLowerCase().includes(sought));
  const isWanted = ({ id }: Conversation) => !others.has(id);
  const toggle = (id: string) => {
    const next = new Set(others);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <fieldset class="conversations">
      <legend>{t('Conversations')}</legend>
      <div class="checks">
        <Check
          label={t('Also what the assistant answered')}
          about={t('Searches then find its words beside yours.')}
          checked={props.answers}
          change={props.take}
        />
      </div>
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          disabled={shown.every(isWanted)}
          onClick={() => choose(new Set([...others].filter((id) => !shown.some((one) => one.id === id))))}
        >
          {t('Select all')}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={!shown.some(isWanted)}
          onClick={() => choose(new Set([...others, ...shown.map(({ id }) => id)]))}
        >
          {t('Select none')}
        </button>
        <SearchField
          label={t('Find a conversation')}
          placeholder={t('Find a conversation')}
          value={letters}
          set={setLetters}
        />
      </div>
      <ul aria-label={t('Conversations')}>
        {shown.map(({ id, title, at, said, answers }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={!others.has(id)} onChange={() => toggle(id)} />
              <span dir="auto">{title ?? t('without a title')}</span>
              <small>
                {at !== undefined && (
                  <>
                    <Time at={at} as="short" />
                    {t(', ')}
                  </>
                )}
                {listed([
                  tn(said, '{n} text of yours', '{n} texts of yours'),
                  answers > 0 && tn(answers, '{n} answer', '{n} answers'),
                ])}
              </small>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
