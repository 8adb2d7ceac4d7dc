import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { numeral, rich, t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { groupedBy } from '../parts/format.ts';
import { AllOf, KeepAll } from '../parts/queue/all-of.tsx';
import { Behind, KeysOfCard } from '../parts/queue/behind.tsx';
import { Card } from '../parts/queue/card.tsx';
import { pairItems } from '../parts/queue/groups.ts';
import {
  type Item,
  inOrder,
  isAbout,
  type Kind,
  kinds,
  linkItem,
  pairItem,
  questionOf,
  readItems,
} from '../parts/queue/items.ts';
import { PairCard } from '../parts/queue/pair-card.tsx';
import { keyOf, type Pair } from '../parts/queue/pairs.ts';
import type { Settle } from '../parts/queue/use-decision.ts';
import { usePairs } from '../parts/queue/use-pairs.ts';
import { usePlace } from '../parts/queue/use-place.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { State } from '../parts/state.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';
import { isPair } from '../shell/waiting.ts';

/** The buttons of a card that digits press; not those of its forms, nor those that open one, mark a part, or stand beside a field. */
const answerButtons = '.queue-card article:not(:has(.stays)) button:not(.apart, .chip, form button)';

/** The button of a card that opens its form, by a key. */
const formButton = '.queue-card article button.apart';

const isOfPair = (key: string) => key.startsWith('pair ');

/** How many cards behind the present one are named. */
const maxNamed = 20;

/** Everything that waits for a person's decision, one card at a time, over one character or all. */
export default function Queue({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client, later, cards } = dashboard;
  const { character, isAll } = useScope(id);
  const search = new URLSearchParams(useSearch());
  const only = search.get('only') as Kind | null;
  const isKept = search.get('show') === 'kept';
  const isLater = search.get('show') === 'later';
  /** The id of the memory that a link leads to. */
  const about = search.get('about');
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  /** How many requests about each card are under way. */
  const going = useRef(new Map<string, number>());
  const isGoing = (key: string) => (going.current.get(key) ?? 0) > 0;
  /** What was taken back, until it is read again: the next key must not answer another card. */
  const [back, setBack] = useState<readonly Item[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [, go] = useLocation();
  const scope = isAll ? everyone : character?.id;
  const linkTo = (query: Record<string, string | undefined>) => placeOf('queue', scope) + queryOf(query);
  const characterId = character?.id;
  const mayReview = dashboard.may('reviewChange', characterId);
  const found = useLoad(
    `${scope}`,
    scope === undefined ? undefined : (signal) => readItems(client, { characterId, mayReview }, signal),
  );
  const pairs = usePairs(characterId, isKept);
  const isOpen = (one: Item) => !decided.has(one.key) && dashboard.may('reviewChange', one.characterId || undefined);
  const read = [...(found.value ?? []), ...pairItems(pairs.pairs)];
  const unreadBack = back.filter(({ key }) => !read.some((one) => one.key === key));
  const all = inOrder([...read, ...unreadBack]).filter(isOpen);
  // Until all kinds are read, the first card is another one.
  const isRead = found.value !== undefined && (isKept || pairs.isReady || pairs.failure !== undefined);
  const waiting = isRead ? all.filter(({ key }) => later.has(key) === isLater) : [];
  const putOff = all.length - all.filter(({ key }) => !later.has(key)).length;
  const ofView = only === null ? waiting : waiting.filter(({ kind }) => kind === only);
  // Not every doubt has a card: the memory itself is put right by its page.
  useEffect(() => {
    if (about === null || !isRead) return;
    const card = ofView.find((one) => isAbout(one, about));
    if (card) setChosen(card.key);
    else go(placeOf('memories', search.get('of') ?? scope, about), { replace: true });
  }, [about, isRead]);
  const list = `${scope} ${only} ${isLater}`;
  const isWhole = !isKept && found.value !== undefined && pairs.isReady;
  const { shown, at } = usePlace(list, isKept ? [] : ofView, chosen);
  const item = shown[at];
  const unreadOf = (kind: string) =>
    !isLater && (kind === 'pair' || kind === 'contradiction') ? pairs.unread[kind] : 0;
  const unread = only === null ? unreadOf('pair') + unreadOf('contradiction') : unreadOf(only);
  const isNearEnd = !isKept && pairs.hasMore && !pairs.isReading && at + maxNamed >= shown.length;
  useEffect(() => {
    if (isNearEnd && unread > 0) pairs.more();
  }, [isNearEnd, unread > 0, at]);
  const ofKind = shown.filter(({ kind }) => kind === item?.kind);
  // A new answer lacks the decided cards; one that another reading follows may be older than they are. Pairs have their own.
  useEffect(() => {
    if (found.isLoading) return;
    setBack((before) => before.filter((one) => isPair(one) || isGoing(one.key)));
    setDecided((before) => new Set([...before].filter((key) => isOfPair(key) || isGoing(key))));
  }, [found.value, found.isLoading]);
  // Open pairs and kept pairs are separate lists: each is loaded again.
  useEffect(
    () => setDecided((before) => new Set([...before].filter((key) => !isOfPair(key) || isGoing(key)))),
    [isKept],
  );
  const settle =
    (of: Item): Settle =>
    (isDecided, until) => {
      const { key } = of;
      const others = (before: readonly Item[]) => before.filter((one) => one.key !== key);
      setBack((before) => (isDecided ? others(before) : [...others(before), of]));
      // What comes back is what the user looks for.
      if (!isDecided) setChosen(key);
      setDecided((before) => new Set(isDecided ? [...before, key] : [...before].filter((one) => one !== key)));
      const wait = (by: number) => going.current.set(key, (going.current.get(key) ?? 0) + by);
      wait(until ? 1 : 0);
      void until?.catch(() => undefined).then(() => wait(-1));
    };
  /** A pair of which both were kept comes as a card at once. */
  const askAgain =
    (pair: Pair): Settle =>
    (isAsked, until) => {
      const [newer, older] = pair.memories;
      settle(pair.kind === 'outdated' ? linkItem({ newer, older }) : pairItem(pair))(!isAsked, until);
      if (isAsked) go(linkTo({}));
    };
  const putOffItem = () => {
    if (!item) return;
    const { key } = item;
    if (isLater) {
      later.take(key);
      return;
    }
    later.put(key);
    dashboard.toasts.show(t('Put off until tomorrow, in this browser'), async () => later.take(key));
  };
  const keys = all.map(({ key }) => key).join();
  useEffect(() => {
    if (!isWhole) return;
    const ofOthers = isAll ? [] : cards.value?.filter((one) => one.characterId !== characterId);
    // Nothing is known of the others yet: they are counted soon.
    if (ofOthers) cards.value = [...ofOthers, ...all];
    const before = dashboard.pairs.value;
    const now = all.filter(isPair).length + pairs.unread.pair + pairs.unread.contradiction;
    // Those of the character are among those of all, once both are counted.
    const others = Math.max(0, (before.get(undefined) ?? now) - (before.get(characterId) ?? now));
    const ofAll = isAll ? now : others + now;
    dashboard.pairs.value = new Map(before).set(undefined, ofAll).set(characterId, now);
  }, [dashboard, isWhole, keys]);
  usePageKeys((key) => {
    if (key === 'j' || key === 'k') setChosen(shown[at + (key === 'j' ? 1 : -1)]?.key ?? item?.key);
    if (key === 's') putOffItem();
    if (key === 'e') document.querySelector<HTMLElement>(formButton)?.click();
    if (!/^[1-4]$/.test(key)) return;
    document.querySelectorAll<HTMLButtonElement>(answerButtons)[Number(key) - 1]?.click();
  });
  const [answers, setAnswers] = useState(0);
  const [hasForm, setHasForm] = useState(false);
  useLayoutEffect(() => {
    setAnswers(document.querySelectorAll(answerButtons).length);
    setHasForm(document.querySelector(formButton) !== null);
  });
  // The buttons of a decided card take the focus with them.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const [answer] = document.querySelectorAll<HTMLElement>(answerButtons);
    (answer ?? document.querySelector<HTMLElement>('.queue-card article button'))?.focus();
  }, [item?.key]);
  if (scope === undefined) return <WithoutCharacter />;
  const elsewhere = (dashboard.waiting() ?? 0) - (dashboard.waiting(characterId) ?? 0);
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll queue" aria-label={t('Queue')} tabIndex={0} aria-busy={found.isLoading || !isRead}>
        <h1 class="page-title">
          {t('Queue')} <small>{character?.name ?? t('all characters')}</small>
        </h1>
        <div class="facets">
          <Link class="chip" aria-current={only === null && !isKept && !isLater} href={linkTo({})}>
            {t('All')}{' '}
            {isRead && !isLater && !isKept && (
              <small>{numeral(waiting.length + unreadOf('pair') + unreadOf('contradiction'))}</small>
            )}
          </Link>
          {groupedBy(isLater || isKept ? [] : waiting, ({ kind }) => kind).map(([kind, of]) => (
            <Link key={kind} class="chip" aria-current={only === kind} href={linkTo({ only: kind })}>
              {t(kinds[kind as Kind])} <small>{numeral(of.length + unreadOf(kind))}</small>
            </Link>
          ))}
          {(putOff > 0 || isLater) && (
            <Link class="chip" aria-current={isLater} href={linkTo({ show: 'later' })}>
              {rich(t('Later {putOff}'), { putOff: <small>{numeral(putOff)}</small> })}
            </Link>
          )}
          <Link class="chip" aria-current={isKept} href={linkTo({ show: 'kept' })}>
            {t('Both kept')}
          </Link>
        </div>
        <FailureNote failure={found.failure ?? pairs.failure} again={found.again} />
        <Skeleton of={{ value: isRead || undefined, isLoading: found.failure === undefined }} />
        {isKept ? (
          <>
            {pairs.pairs.map((pair) => (
              <PairCard key={keyOf(pair)} item={pairItem(pair)} isKept settle={askAgain(pair)} />
            ))}
            {pairs.pairs.length === 0 && pairs.isReady && (
              <p class="muted">
                {t('Pairs of which somebody kept both are listed here, until one of the texts changes.')}
              </p>
            )}
          </>
        ) : (
          isRead && (
            <div class="deciding">
              {item && (
                <div
                  class="queue-card"
                  data-kind={item.kind}
                  onFocusCapture={() => {
                    hadFocus.current = true;
                  }}
                  onBlurCapture={({ relatedTarget }) => {
                    hadFocus.current = relatedTarget === null;
                  }}
                >
                  <header>
                    <h2>{t(questionOf(item))}</h2>
                    <p class="meta">
                      {isAll && item.characterId !== '' && <b>{dashboard.character(item.characterId)?.name}</b>}
                      <span role="status">{t('{at} of {n}', { at: at + 1, n: shown.length + unread })}</span>
                    </p>
                  </header>
                  <Card key={item.key} item={item} settle={settle(item)} />
                  <p class="meta keys-of-card">
                    <KeysOfCard answers={answers} hasForm={hasForm} />
                    {item.kind === 'edit' && ofKind.length > 1 && <KeepAll characterId={characterId} />}
                    <AllOf key={item.kind} items={ofKind} settle={(of, isDecided) => settle(of)(isDecided)} />
                    <button type="button" class="quiet" onClick={putOffItem}>
                      {isLater ? t('Back into the queue') : t('Later')}
                    </button>
                  </p>
                </div>
              )}
              {isRead && !item && pairs.isReady && (
                <div class="empty">
                  <h2>{isLater ? t('Nothing is put off') : t('Nothing waits for you')}</h2>
                  {!isAll && elsewhere > 0 && (
                    <p>
                      <Link href={placeOf('queue', everyone)}>
                        {t('{elsewhere} more in other characters', { elsewhere })}
                      </Link>
                    </p>
                  )}
                  <p>
                    {t(
                      'Edits by models, proposals of hooks, memories that may be outdated or that you asked to forget, conflicts between machines, questions without an answer, and likely duplicates come here until you decide.',
                    )}
                  </p>
                </div>
              )}
              <Behind
                items={[...shown.slice(at + 1), ...shown.slice(0, at)].slice(0, maxNamed)}
                further={shown.length + unread - 1 - maxNamed}
                isNamed={isAll}
                choose={setChosen}
              />
            </div>
          )
        )}
        {(only === null || only === 'pair' || only === 'contradiction') && !isKept && !isLater && pairs.total > 0 && (
          <p class="muted" role="status">
            {pairs.looked < pairs.total && (
              <State is="waiting">
                {tn(
                  pairs.total,
                  '{looked} of {n} memory is compared with the others; the rest follows by itself.',
                  '{looked} of {n} memories are compared with the others; the rest follows by itself.',
                  { looked: pairs.looked },
                )}
              </State>
            )}
          </p>
        )}
        {isKept && pairs.hasMore && (
          <button type="button" class="more" disabled={pairs.isReading} onClick={pairs.more}>
            {t('Show more')}
          </button>
        )}
      </section>
    </div>
  );
}
