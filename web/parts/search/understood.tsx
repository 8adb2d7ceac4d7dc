import type { Output } from '../../client/client.ts';
import { numeral, t } from '../../languages/translate.ts';
import { Chip } from '../filters.tsx';
import type { SearchFilter } from './filter.ts';

/** The most words that are offered. */
const maxWords = 6;

/** The words of a question with the number of memories that have them, each of which can be required. */
export function Understood(props: {
  words: NonNullable<Output<'searchMemories'>['understood']>['words'];
  filter: SearchFilter;
  set: (filter: SearchFilter) => void;
}) {
  const { filter, set } = props;
  const words = props.words.filter(({ memories }) => memories > 0);
  const isRequired = (word: string) => filter.having?.includes(word) ?? false;
  const toggle = (word: string) => {
    const others = (filter.having ?? []).filter((one) => one !== word);
    const having = isRequired(word) ? others : [...others, word];
    set({ ...filter, having: having.length > 0 ? having : undefined });
  };
  const others = (filter.having ?? []).filter((one) => !words.some(({ word }) => word === one));
  if (words.length === 0 && others.length === 0) return null;
  return (
    <fieldset class="chips" aria-label={t('What was understood')}>
      {words.slice(0, maxWords).map(({ word, memories }) => (
        <Chip key={word} isOn={isRequired(word)} run={() => toggle(word)}>
          <bdi>“{word}”</bdi> <small>{numeral(memories)}</small>
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
