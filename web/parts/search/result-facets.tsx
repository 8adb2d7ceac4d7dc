import { numeral, t } from '../../languages/translate.ts';
import { Chip } from '../filters.tsx';
import type { Facet, FacetName } from './facets.ts';

/** Facets of a search's results: characters, people and things. A chosen one leaves only its memories. */
export function ResultFacets(props: {
  facets: readonly Facet[];
  chosen: Facet | undefined;
  choose: (facet: FacetName | undefined) => void;
}) {
  const { facets, chosen, choose } = props;
  if (facets.length === 0) return null;
  return (
    <fieldset class="chips" aria-label={t('Narrow the results')}>
      {facets.map((facet) => {
        const isOn = facet === chosen;
        return (
          <Chip key={`${facet.kind} ${facet.value}`} isOn={isOn} run={() => choose(isOn ? undefined : facet)}>
            {facet.value} <small>{numeral(facet.memoryIds.size)}</small>
          </Chip>
        );
      })}
    </fieldset>
  );
}
