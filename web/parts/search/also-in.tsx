import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { leastHelpful } from './found.ts';

/** How many matches are looked at. */
const looked = 20;

/** Other characters with an answer, when this one has none. */
export function AlsoIn({ characterId, query }: { characterId: string; query: string }) {
  const { client, characters } = useDashboard();
  const isAlone = (characters.value?.length ?? 0) < 2;
  const asked = { everywhere: true, query, limit: looked };
  const found = useLoad(
    `${characterId} ${query} ${isAlone}`,
    isAlone ? undefined : (signal) => client.call('searchSeveral', asked, signal),
  );
  const counts = new Map<string, { name: string; count: number }>();
  for (const { characterId: id, characterName: name, relevance } of found.value?.memories ?? []) {
    if (id !== characterId && relevance >= leastHelpful)
      counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  if (counts.size === 0) return null;
  return (
    <p class="also">
      {t('Also known to')}{' '}
      {[...counts].map(([id, { name, count }], at) => (
        <>
          {at > 0 && t(', ')}
          <Link key={id} href={placeOf('search', id) + queryOf({ q: query })}>
            {name}
          </Link>{' '}
          <span class="number">{count}</span>
        </>
      ))}
    </p>
  );
}
