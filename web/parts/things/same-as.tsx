import { useState } from 'preact/hooks';
import { numeral, t } from '../../languages/translate.ts';
import { SearchField } from '../filters.tsx';
import { useNames } from './use-names.ts';

/** Names that are offered for some letters. */
const maxOffered = 8;

/** Chooses the name that another one is the same as, by its letters; Enter takes the first. */
export function SameAs(props: {
  name: string;
  characterId: string | undefined;
  choose: (other: string) => void;
  close: () => void;
}) {
  const { name, characterId, choose, close } = props;
  const [text, setText] = useState('');
  const words = text.trim();
  const found = useNames(characterId, words, words !== '');
  const others =
    words === '' ? [] : (found.value?.names ?? []).filter((one) => one.name !== name && one.memories + one.ended > 0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (others[0]) choose(others[0].name);
  };
  return (
    <form
      class="same-as"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <SearchField
        field={(field) => field?.focus()}
        label={t('Letters of the other name')}
        placeholder={t('Letters of the other name')}
        value={text}
        set={setText}
      />
      <p class="facets" role="status">
        {others.slice(0, maxOffered).map((one) => (
          <button key={one.name} type="button" class="chip" onClick={() => choose(one.name)}>
            <bdi>{one.name}</bdi> <small>{numeral(one.memories)}</small>
          </button>
        ))}
        {words !== '' && !found.isLoading && others.length === 0 && t('No name has these letters')}
      </p>
    </form>
  );
}
