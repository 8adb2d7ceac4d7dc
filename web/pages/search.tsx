import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Choice } from '../parts/filters.tsx';
import { ForgetAbout } from '../parts/forget/forget-about.tsx';
import { lazily } from '../parts/lazily.tsx';
import { noSelection, picked, type Selected, type Selection } from '../parts/memories/selection.ts';
import { SelectionBar } from '../parts/memories/selection-bar.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { OpenMemory } from '../parts/memory/open-memory.tsx';
import { explanationOf, leastHelpful } from '../parts/memory/rank.ts';
import { most } from '../parts/pages-of.ts';
import { shownWeak, timeIn } from '../parts/search/answer.ts';
import { AtRest } from '../parts/search/at-rest.tsx';
import { isAnswer } from '../parts/search/beside.ts';
import { type FacetName, facetsOf, isTopic } from '../parts/search/facets.ts';
import { isListed, type SearchFilter } from '../parts/search/filter.ts';
import { ResultFacets } from '../parts/search/result-facets.tsx';
import { firstShown, HowMany, newestFirst, ResultList, StillRead } from '../parts/search/result-list.tsx';
import { fieldsOf, SearchFilters, searchFilterOf } from '../parts/search/search-filters.tsx';
import { Understood } from '../parts/search/understood.tsx';
import { useLimit, useResults } from '../parts/search/use-results.ts';
import { MissingInAll, WhyNot } from '../parts/search/why-not.tsx';
import { ShowMore } from '../parts/show-more.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useOpen } from '../parts/use-open.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { followFocus, usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

const WhyNothing = lazily(async () => (await import('../parts/recalls/why-nothing.tsx')).WhyNothing);

/** The most that are listed of all. */
const maxListed = 2_000;

/** A search's results, the parts of each rank, and why another memory is not higher. */
export default function SearchLab({ character: id, item: named }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const given = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const [order, setOrder] = useState<'newest'>();
  /** The id of the memory that is edited. */
  const [editing, setEditing] = useState<string>();
  const [isUnfolded, setUnfolded] = useState(false);
  const [selection, setSelection] = useState<Selection>(noSelection);
  const [facet, setFacet] = useState<FacetName>();
  const query = given.get('q')?.trim() ?? '';
  const why = given.get('why') ?? undefined;
  const filter = searchFilterOf(given);
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const isWhole = isListed(filter);
  // The newest ones are rarely the best ones, and a facet is of all that is found.
  const least = isWhole ? (order ? maxListed : most) : order || facet ? most : firstShown;
  const [limit, setLimit] = useLimit(`${scope} ${query} ${filter.having ?? ''}`, least);
  const { found, shown, isOld, ofOtherTimes, beside, isLooking } = useResults({
    ...{ query, limit, filter, scope, characterId },
    name: (dashboard.characters.value?.length ?? 0) > 1 ? character?.name : undefined,
  });

  /** Among all, the address also says whose the memory is. */
  const addressOf = (memory: Pick<Memory, 'id' | 'characterId'> | undefined) =>
    placeOf('search', scope, memory?.id) +
    queryOf({ q: query, ...fieldsOf(filter), why, of: isAll ? memory?.characterId : undefined });
  const narrow = (next: SearchFilter) => go(placeOf('search', scope) + queryOf({ q: query, ...fieldsOf(next) }));
  // After the first answer, which must not wait for it.
  const known = useLoad(
    `${scope}`,
    shown &&
      (async (signal) => {
        const { byCategory, byClient } = await client.call('getStatistics', { characterId }, signal);
        const hosts = byClient.filter(({ stored }) => stored > 0).map((one) => one.client);
        return { categories: byCategory.map(({ category }) => category), hosts };
      }),
  );
  const ofTime = query === '' || facet ? [] : (shown?.value.ofTime ?? []);
  const all =
    query === '' ? [] : (shown?.value.memories ?? []).filter(({ id }) => !ofTime.some((one) => one.id === id));
  const facets = useMemo(() => {
    const narrowed = all.filter(({ relevance }) => relevance >= leastHelpful);
    const named = narrowed.map((one) =>
      one.characterName === undefined
        ? one
        : { ...one, characterName: dashboard.nameOf({ id: one.characterId, name: one.characterName }) },
    );
    return facetsOf(named, query, facet);
  }, [shown, query, facet]);
  const chosen = facet && facets.find(({ kind, value }) => kind === facet.kind && value === facet.value);
  const memories = chosen ? all.filter((one) => chosen.memoryIds.has(one.id)) : all;
  const helpful = memories.filter(({ relevance }) => relevance >= leastHelpful).length;
  const answers = memories.filter(isAnswer);
  const helping = answers.map(explanationOf).filter(({ held, muted }) => !held && !muted).length;
  // Where nothing helps an agent, the likeliest ones may still help a person.
  const sortable = isWhole ? memories.length : helpful;
  const sorted = order ? sortable : helpful;
  const ordered = order ? newestFirst(memories, sorted) : memories;
  const own = isUnfolded || isWhole ? ordered : ordered.slice(0, helpful || shownWeak);
  const isFolded = own.length < memories.length;
  const isMore = limit < (isWhole ? maxListed : most) && all.length < (shown?.value.total ?? 0);
  const drawn = [...ofTime, ...own, ...(beside?.memories ?? [])];
  const { open, isByItself } = useOpen(named, drawn[0]?.id);
  useAbout(characterId);
  useEffect(() => {
    setSelection(noSelection);
    setFacet(undefined);
    setUnfolded(false);
  }, [scope, query]);
  const rows = drawn.map((one): Selected => ({ ...one, state: 'ACTIVE' }));
  const selected = rows.filter(({ id: one }) => selection.named.has(one));
  const selectAll = () => setSelection({ isAll: false, named: new Map(rows.map((row) => [row.id, row])) });
  const select = (index: number, isRange: boolean) => setSelection(picked(selection, rows, index, isRange));
  /** The open row, else the one with the focus; -1: none. */
  const marked = () => {
    const at = drawn.findIndex((one) => one.id === open);
    const hits = [...document.querySelectorAll('main .hit')];
    return at >= 0 ? at : hits.findIndex((row) => row.contains(document.activeElement));
  };
  const step = (by: number) => {
    const next = drawn[Math.max(0, Math.min(marked() + by, drawn.length - 1))];
    if (next) go(addressOf(next), { replace: named !== undefined });
  };
  const remove = (memory: Selected) => {
    step(drawn.at(-1)?.id === memory.id ? -1 : 1);
    void new Edits(dashboard).remove(memory).catch((error) => dashboard.toasts.fail(error));
  };
  useEffect(() => {
    if (dashboard.isAsked && shown) followFocus();
  }, [shown?.query]);
  /** The row that keys act on, which is opened by them. */
  const acting = () => {
    const at = marked();
    const row = drawn[at];
    if (row && row.id !== open) go(addressOf(row));
    return at;
  };
  usePageKeys((key) => {
    if (key === 'j') step(1);
    else if (key === 'k') step(-1);
    else if (key === 'e') setEditing(drawn[acting()]?.id);
    else if (key === '*') selectAll();
    else if (key === '#' && selected.length === 0) {
      const row = rows.find(({ id: one }) => one === open);
      if (row && dashboard.may('updateMemory', row.characterId)) remove(row);
    } else if (key === 'x' || key === 'X') select(acting(), key === 'X');
    else if (key === 'Escape' && named === undefined) setSelection(noSelection);
    else if (key === 'Escape') go(addressOf(undefined));
  });
  if (!character && !isAll) return <WithoutCharacter />;
  const listOf = (shown: typeof drawn, ranked: typeof drawn) => (
    <ResultList
      shown={shown}
      ranked={ranked}
      helpful={shown === own ? sorted : shown === ofTime ? 0 : shown.length}
      isByTime={shown === own && order !== undefined}
      addressOf={addressOf}
      open={open}
      isSelected={(one) => selection.named.has(one)}
      select={(one, isRange) => select(drawn.indexOf(one), isRange)}
    />
  );
  const isEmpty = found.value?.memories.length === 0 && !beside && !isLooking;
  const isUnanswered = query !== '' && shown?.query === query && helpful === 0;
  // A memory that was deleted, or no longer fits, stays open.
  const ofOpen = characterId ?? drawn.find((one) => one.id === open)?.characterId ?? given.get('of') ?? undefined;
  const isPaneShown = open !== undefined && ofOpen !== undefined;
  return (
    <div class={isPaneShown ? 'body two' : 'body'}>
      <section
        class={isOld ? 'scroll old' : 'scroll'}
        aria-label={t('Results')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        tabIndex={0}
        aria-busy={found.isLoading && query !== ''}
        data-answered={shown?.query}
      >
        <h1 class="page-title">
          {t('Search')} <small>{character?.name ?? t('all characters')}</small>
        </h1>
        {query === '' && (
          <AtRest characterId={characterId} addressOf={(q) => placeOf('search', scope) + queryOf({ q })} />
        )}
        {query !== '' && (
          <div class="narrowing">
            <SearchFilters
              filter={filter}
              known={known.value}
              time={timeIn(shown?.value.understood, filter)}
              set={narrow}
            />
            {shown && (
              <>
                {memories.length > 0 && (
                  <HowMany
                    helping={helping}
                    held={answers.length - helping}
                    ms={shown.value.ms}
                    listed={shown.isListed ? shown.value.total : undefined}
                    isCut={limit === firstShown}
                  />
                )}
                <div class="facets">
                  {shown.value.understood && (
                    <Understood words={shown.value.understood.words} filter={filter} set={narrow} />
                  )}
                  {memories.length > 0 && <ResultFacets facets={facets} chosen={chosen} choose={setFacet} />}
                </div>
                {sortable > 1 && (
                  <Choice
                    label={t('Sort')}
                    value={order}
                    any={t('best first')}
                    choices={[['newest', t('newest first')]]}
                    choose={setOrder}
                  />
                )}
              </>
            )}
          </div>
        )}
        {query !== '' && <StillRead />}
        <FailureNote failure={found.failure} again={found.again} />
        {query !== '' && !shown && <Skeleton of={found} />}
        {isEmpty && (
          <div class="empty">
            <h2>{t('Nothing is known about this')}</h2>
            {characterId === undefined && <MissingInAll query={query} isEmpty />}
          </div>
        )}
        {selected.length > 0 && (
          <SelectionBar
            characterId={characterId}
            selection={{ isAll: false, named: new Map(selected.map((row) => [row.id, row])) }}
            total={rows.length}
            isOfShown
            states={['ACTIVE']}
            isOffered={selected.every((row) => dashboard.may('updateMemory', row.characterId))}
            read={async () => selected}
            selectAll={selectAll}
            done={() => setSelection(noSelection)}
            show={(into) => go(addressOf(into))}
          />
        )}
        {ofTime.length > 0 && listOf(ofTime, ofTime)}
        {ofOtherTimes !== undefined && query !== '' && <h2 class="elsewhere">{ofOtherTimes}</h2>}
        {listOf(own, memories)}
        {isFolded && (
          <button type="button" class="more" onClick={() => setUnfolded(true)}>
            {tn(memories.length - own.length, 'Show {n} weak match', 'Show {n} weak matches')}
          </button>
        )}
        {beside && (
          <section aria-label={beside.title}>
            <h2 class="elsewhere">{beside.title}</h2>
            {listOf(beside.memories, beside.memories)}
          </section>
        )}
        {isUnanswered && characterId === undefined && !isEmpty && <MissingInAll query={query} />}
        {isUnanswered && characterId !== undefined && !isWhole && !beside && !isLooking && (
          <WhyNothing of={{ characterId, query }} />
        )}
        {!isFolded && memories.length > 0 && isMore && (
          <ShowMore
            key={all.length}
            more={() => setLimit(isWhole ? all.length + most : most)}
            isByScrolling={isWhole}
          />
        )}
        {shown?.query === query && memories.length > 0 && isTopic(query, shown.value.understood?.words ?? []) && (
          <ForgetAbout words={query} characterId={characterId} />
        )}
        {query !== '' && shown && characterId !== undefined && (
          <WhyNot
            characterId={characterId}
            query={query}
            memoryId={why}
            results={shown?.query === query ? all : []}
            choose={(memoryId) =>
              go(placeOf('search', scope, named) + queryOf({ q: query, ...fieldsOf(filter), why: memoryId }))
            }
          />
        )}
      </section>
      {isPaneShown && (
        <OpenMemory
          characterId={ofOpen}
          memoryId={open}
          isEditing={editing === open}
          edit={(isOn) => setEditing(isOn ? open : undefined)}
          close={isByItself ? undefined : () => go(addressOf(undefined))}
        />
      )}
    </div>
  );
}
