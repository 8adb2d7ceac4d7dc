import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { FailureNote } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { Hit } from '../parts/memory/hit.tsx';
import { MemoryPane } from '../parts/memory/memory-pane.tsx';
import { RememberDialog } from '../parts/memory/remember.tsx';
import { WhyNot } from '../parts/search/why-not.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useAbout } from '../shell/use-about.ts';
import { useLoad } from '../shell/use-load.ts';

/** As many as an agent gets unless it asks for more. */
const firstShown = 10;
const most = 100;

/** What a question finds, why each is where it is, and why another is not higher. */
export default function SearchLab({ character: id, item: open }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const character = useCharacter(id);
  const given = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const [limit, setLimit] = useState(firstShown);
  const [isEditing, setEditing] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const query = given.get('q')?.trim() ?? '';
  const why = given.get('why') ?? undefined;
  const characterId = character?.id;
  const found = useLoad(
    `${characterId} ${limit} ${query}`,
    characterId === undefined || query === ''
      ? undefined
      : async (signal) => {
          const start = performance.now();
          const answer = await client.call('searchMemories', { characterId, query, limit, explain: true }, signal);
          return { ...answer, ms: performance.now() - start };
        },
  );
  // What was found stays on the page until the next question is answered.
  const last = useRef<{ value: NonNullable<typeof found.value>; query: string }>();
  if (found.value) last.current = { value: found.value, query };
  const shown = last.current;
  useAbout(characterId);
  useEffect(() => setEditing(false), [open]);

  const addressOf = (memoryId: string | undefined, more: { why?: string | undefined } = { why }) =>
    placeOf('search', characterId, memoryId) + queryOf({ q: query, ...more });
  const memories = query === '' ? [] : (shown?.value.memories ?? []);
  const step = (by: number) => {
    const at = memories.findIndex((one) => one.id === open);
    const next = memories[at < 0 ? 0 : at + by];
    if (next) go(addressOf(next.id), { replace: open !== undefined });
  };
  usePageKeys((key) => {
    if (key === 'j') step(1);
    else if (key === 'k') step(-1);
    else if (key === 'e' && open !== undefined) setEditing(true);
    else if (key === 'Escape') go(addressOf(undefined));
  });
  if (!character || characterId === undefined) {
    return <WithoutCharacter />;
  }
  const isEmpty = found.value?.memories.length === 0;
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <section
        class="scroll"
        aria-label="Results"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        tabIndex={0}
        aria-busy={found.isLoading && query !== ''}
        data-answered={shown?.query}
      >
        <h1 class="unseen">Search lab: {character.name}</h1>
        {query === '' && (
          <div class="empty">
            <h2>Ask a question</h2>
            <p>In the field above, in plain words of any language. You see what an agent would be given, and why.</p>
          </div>
        )}
        <FailureNote failure={found.failure} again={found.again} />
        {query !== '' && shown && !isEmpty && (
          <div class="facets" role="status">
            <span class="chip">{counted(shown.value.total, 'match', 'matches')}</span>
            <span class="chip number">{shown.value.ms.toFixed(shown.value.ms < 10 ? 1 : 0)} ms</span>
            <span class="count">an agent gets the first {firstShown}</span>
          </div>
        )}
        {isEmpty && (
          <div class="empty">
            <h2>Nothing is known about this</h2>
            <p>An agent that asks this gets nothing.</p>
            {dashboard.may('addMemoryDirect', characterId) && (
              <button type="button" class="main" onClick={() => setWriting(true)}>
                Write the missing memory…
              </button>
            )}
          </div>
        )}
        {memories.map((one, at) => (
          <Hit key={one.id} found={one} rank={at + 1} address={addressOf(one.id)} isOpen={one.id === open} />
        ))}
        {memories.length > 0 && (shown?.value.total ?? 0) > memories.length && limit < most && (
          <button type="button" class="more" onClick={() => setLimit(most)}>
            Show more
          </button>
        )}
        {query !== '' && (
          <WhyNot
            characterId={characterId}
            query={query}
            memoryId={why}
            choose={(memoryId) => go(addressOf(open, { why: memoryId }))}
          />
        )}
      </section>
      {open !== undefined && (
        <MemoryPane
          characterId={characterId}
          memoryId={open}
          isEditing={isEditing}
          edit={setEditing}
          close={() => go(addressOf(undefined))}
        />
      )}
      {isWriting && <RememberDialog character={character} asked={query} close={() => setWriting(false)} />}
    </div>
  );
}
