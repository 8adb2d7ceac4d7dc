import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { SearchField } from '../parts/filters.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { NameList } from '../parts/things/name-list.tsx';
import { ThingPane } from '../parts/things/thing-pane.tsx';
import { isWhole, useNames } from '../parts/things/use-names.ts';
import { useOpen } from '../parts/use-open.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';

/** A pause in typing, after which names are looked for (ms). */
const restMs = 150;

/** Who and what the memories speak of, those that most is known of first; a pane tells of one of them. */
export default function Things({ character: id, item: named }: PageProps) {
  const dashboard = useDashboard();
  const { character, isAll } = useScope(id);
  const given = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const [text, setText] = useState(given.get('words') ?? '');
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const words = given.get('words') ?? undefined;
  const found = useNames(characterId, words, scope !== undefined);
  useAbout(characterId);
  // Names stay on the page until the next answer. The first ones wait for all memories, so that none changes its place.
  const last = useRef<{ scope: string | undefined; value: NonNullable<typeof found.value> }>();
  const { value } = found;
  if (value && (isWhole(value) || last.current?.scope === scope)) last.current = { scope, value };
  const shown = last.current?.scope === scope ? last.current?.value : undefined;
  const isAwaited = shown === undefined && found.failure === undefined;
  const { names = [], count = 0, people = 0, none = [] } = shown ?? {};
  const { read = 0, total = 0 } = value ?? shown ?? {};
  const { open, isByItself } = useOpen(named, names[0]?.name);
  const addressOf = (name: string | undefined) => placeOf('things', scope, name) + queryOf({ words });
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (words ?? '')) return undefined;
    const timer = setTimeout(
      () => go(placeOf('things', scope) + queryOf({ words: wanted }), { replace: true }),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  // Enter opens the first name that has the letters, also before they are looked for.
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    if (entered === undefined || entered !== words || !value) return;
    const [first] = value.names;
    setEntered(undefined);
    if (first) go(addressOf(first.name));
  }, [entered, words, value]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setEntered(text.trim() || undefined);
  };
  const step = (by: number) => {
    const at = names.findIndex(({ name }) => name === open);
    const next = names[at < 0 ? 0 : at + by];
    if (next) go(addressOf(next.name), { replace: open !== undefined });
  };
  usePageKeys((key) => {
    if (key === 'j') step(1);
    else if (key === 'k') step(-1);
    else if (key === 'Escape') go(addressOf(undefined));
  });
  if (!character && !isAll) return <WithoutCharacter />;
  const mayJoin = dashboard.may('joinNames', characterId);
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('People and things')} tabIndex={0} aria-busy={found.isLoading || isAwaited}>
        <h1 class="page-title">
          {t('People and things')} <small dir="auto">{character?.name ?? t('all characters')}</small>
        </h1>
        <form class="facets" onSubmit={submit}>
          <SearchField
            label={t('Letters of the name')}
            placeholder={t('Find a name')}
            value={text}
            set={(to) => {
              setText(to);
              setEntered(undefined);
            }}
          />
          <span class="count" role="status">
            {!value && !shown
              ? ''
              : read < total
                ? tn(total, '{read} of {n} memory is read', '{read} of {n} memories are read', { read })
                : `${tn(count, '{n} name', '{n} names')} · ${tn(total, '{n} memory', '{n} memories')}`}
          </span>
        </form>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={{ value: shown, isLoading: isAwaited }} />
        {shown && names.length === 0 && read >= total && (
          <div class="empty">
            <h2>{words === undefined ? t('No name is in two memories') : t('No name has these letters')}</h2>
            {words === undefined && (
              <p>{t('People, places and things appear here when several memories name them.')}</p>
            )}
            {words !== undefined && scope !== undefined && (
              <p>
                <Link href={placeOf('search', scope) + queryOf({ q: words })}>
                  {t('Search for “{text}”', { text: words })}
                </Link>
              </p>
            )}
          </div>
        )}
        <NameList
          names={names}
          count={{ person: people, thing: count - people }}
          open={open}
          characterId={characterId}
          addressOf={addressOf}
          mayJoin={mayJoin}
          none={none}
        />
        {names.length < count ? (
          <p class="muted">{t('The first {n}. Find others by their letters.', { n: names.length })}</p>
        ) : (
          words === undefined &&
          shown && <p class="muted">{t('Names that only one memory has are found by their letters.')}</p>
        )}
      </section>
      {open !== undefined && (
        <ThingPane
          key={`${scope} ${open}`}
          name={open}
          characterId={characterId}
          addressOf={addressOf}
          next={() => step(1)}
          show={(name) => go(addressOf(name), { replace: true })}
          close={isByItself ? undefined : () => go(addressOf(undefined))}
          mayJoin={mayJoin}
        />
      )}
    </div>
  );
}
