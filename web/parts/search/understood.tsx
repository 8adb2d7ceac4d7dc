import type { Output } from '../../client/client.ts';
import { numeral, t } from '../../languages/translate.ts';
import { Chip } from '../filters.tsx';
import { periodOf } from '../time.tsx';
import type { SearchFilter } from './search-filters.tsx';

/** The most words that are offered. */
const maxWords = 6;

/**
 * What a search has understood: the time of the question, to which it is narrowed until the chip is pressed, and its
 * words with the number of memories that have them, each of which can be required.
 */
export function Understood(props: {
  understood: NonNullable<Output<'searchMemories'>['understood']>;
  filter: SearchFilter;
  set: (filter: SearchFilter) => void;
}) {
  const { understood, filter, set } = props;
  const { time, words } = understood;
  const isRequired = (word: string) => filter.having?.includes(word) ?? false;
  const toggle = (word: string) => {
    const others = (filter.having ?? []).filter((one) => one !== word);
    const having = isRequired(word) ? others : [...others, word];
    set({ ...filter, having: having.length > 0 ? having : undefined });
  };
  const period = time && periodOf(time.since, time.until);
  const isEmpty = time && !time.isApplied && !filter.isOfAnyTime;
  const others = (filter.having ?? []).filter((one) => !words.some(({ word }) => word === one));
  if ((!time || isEmpty) && words.length === 0 && others.length === 0) return null;
  return (
    <fieldset class="facets plain" aria-label={t('What was understood')}>
      {time && !isEmpty && (
        <Chip isOn={time.isApplied} run={() => set({ ...filter, isOfAnyTime: time.isApplied })}>
          {period} {time.isApplied && <span aria-hidden="true">×</span>}
        </Chip>
      )}
      {words.slice(0, maxWords).map(({ word, memories }) => (
        <Chip key={word} isOn={isRequired(word)} run={() => toggle(word)}>
          <bdi>“{word}”</bdi> <span class="number">{numeral(memories)}</span>
        </Chip>
      ))}
      {others.map((word) => (
        <Chip key={word} isOn run={() => toggle(word)}>
          <bdi>“{word}”</bdi>
        </Chip>
      ))}
    </fieldset>
  );
}
