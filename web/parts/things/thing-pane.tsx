import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { listed, numeral, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { ForgetAbout } from '../forget/forget-about.tsx';
import { isOfDocument } from '../memory/marking.ts';
import { Holding } from '../memory/memory-row.tsx';
import { chatsApart } from '../memory/origin.ts';
import { ShortText } from '../memory/said.tsx';
import { most, pagesOf } from '../pages-of.ts';
import { PaneClose } from '../pane-close.tsx';
import { ChangedCard } from '../queue/changed-card.tsx';
import { linkItems } from '../queue/items.ts';
import { ShowMore } from '../show-more.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Time } from '../time.tsx';
import { Joins, Offers } from './joins.tsx';
import { Months } from './months.tsx';
import { isWhole, useUntilRead } from './use-names.ts';

const size = 20;

type Described = Output<'describeName'>;

/** How often and when it is named. */
function factsOf({ memories, ended, passing, first, last }: Described) {
  return [
    tn(memories, '{n} memory', '{n} memories'),
    ended > 0 && tn(ended, '{n} ended', '{n} ended'),
    passing > 0 && tn(passing, '{n} only in passing', '{n} only in passing'),
    first && rich(t('first {day}'), { day: <Time at={first} as="short" /> }),
    last && rich(t('last {day}'), { day: <Time at={last} as="short" /> }),
  ].filter(Boolean);
}

/** One person or thing: its description, current facts, doubts, the names beside it, and all of its memories. */
export function ThingPane(props: {
  name: string;
  characterId: string | undefined;
  addressOf: (name: string) => string;
  /** Undefined: it can't be closed. */
  close: (() => void) | undefined;
  /** Opens another one. */
  show: (name: string) => void;
  /** Opens the one after it. */
  next: () => void;
  mayJoin: boolean;
}) {
  const { name, characterId, addressOf } = props;
  const { client } = useDashboard();
  const [limit, setLimit] = useState(size);
  const found = useLoad(`${characterId} ${name} ${limit}`, async (signal): Promise<Described> => {
    const asked = { characterId, name, limit: Math.min(limit, most) };
    const ask = (page: number) => client.call('describeName', { ...asked, page }, signal);
    const pages = await pagesOf(limit, ask, ({ about }) => about);
    return { ...pages[0], about: pages.flatMap(({ about }) => about) };
  });
  useUntilRead(found);
  // It stays while more of its memories are read.
  const last = useRef<Described>();
  if (found.value && isWhole(found.value)) last.current = found.value;
  const one = last.current;
  const isMissing = one !== undefined && isNowhere(one);
  const written = [...new Set([...(one?.spellings ?? []), ...(one?.joined ?? [])])].filter(
    (name) => name !== one?.name,
  );
  // The only memory is a row too: the list has what the count says.
  const holding = one?.holding.filter(({ id }, _, all) => all.length === 1 || id !== one.what?.id) ?? [];
  const known = new Set([one?.what?.id, ...holding.map(({ id }) => id)]);
  const asked = new Set(one?.doubted.flatMap(({ older, newer }) => [older.id, newer.id]));
  // What is asked about stands below.
  const held = holding.filter(({ id, earlier, doubt }) => !earlier && !(doubt !== undefined && asked.has(id)));
  // What has ended stands below too, where it still says who somebody is.
  const rest = one?.about.filter(({ id, ended }) => !known.has(id) || (id === one.what?.id && ended)) ?? [];
  const changed = [
    ...holding.filter(({ id, earlier }) => earlier && !asked.has(id)),
    ...rest.filter(({ ended }) => ended),
  ];
  const others = rest.filter(({ id, ended }) => !ended && !asked.has(id));
  const [told, ofChats] = chatsApart(held);
  const lines = (some: readonly Memory[]) =>
    some.map((memory) => <Line key={memory.id} memory={memory} isOfSeveral={(one?.characterIds.length ?? 0) > 1} />);
  return (
    <aside class="pane named" aria-label={t('Person or thing')} aria-busy={found.isLoading}>
      <PaneClose close={props.close} />
      <h2>
        <bdi>{one?.name ?? name}</bdi>
      </h2>
      <FailureNote failure={found.failure} again={found.again} />
      <Skeleton of={{ value: one, isLoading: found.failure === undefined }} />
      {one && isMissing && (
        <>
          <p>{t('No memory names {name}.', { name: one.name })}</p>
          <p>
            <Link href={placeOf('search', characterId ?? everyone) + queryOf({ q: one.name })}>
              {t('Search for “{text}”', { text: one.name })}
            </Link>
          </p>
        </>
      )}
      {one && !isMissing && (
        <>
          {one.what && (
            <Link class="what" href={placeOf('memories', one.what.characterId, one.what.id)}>
              <ShortText content={one.what.content} />
            </Link>
          )}
          <p class="muted">
            {factsOf(one).map((fact, place) => (
              <span key={`${place}`}>
                {place > 0 && ' · '}
                {fact}
              </span>
            ))}
          </p>
          {written.length > 0 && <p class="muted">{t('Also written {names}', { names: listed(written) })}</p>}
          {props.mayJoin && <Offers one={one} characterId={characterId} />}
          {held.length > 0 && (
            <section aria-label={t('What holds now')}>
              <h3>{t('What holds now')}</h3>
              <ul class="lines">{lines(told)}</ul>
              {ofChats.length > 0 && (
                <details class="further">
                  <summary>{tn(ofChats.length, '{n} said in chats', '{n} said in chats')}</summary>
                  <ul class="lines">{lines(ofChats)}</ul>
                </details>
              )}
            </section>
          )}
          {one.doubted.length > 0 && (
            <section aria-label={t('What may be outdated')}>
              <h3>{t('What may be outdated')}</h3>
              {linkItems(one.doubted).map((item) => (
                <ChangedCard key={item.key} item={item} settle={() => undefined} />
              ))}
            </section>
          )}
          {one.renamed.length + changed.length > 0 && (
            <section aria-label={t('Earlier')}>
              <h3>{t('Earlier')}</h3>
              <ul class="lines">
                {one.renamed.map(({ earlier, name, memoryId, at }) => (
                  <li key={memoryId}>
                    <span>{t('{earlier} is called {name} now', { earlier, name })}</span>
                    <span class="muted">
                      <Time at={at} as="short" />
                    </span>
                  </li>
                ))}
                {lines(changed)}
              </ul>
            </section>
          )}
          {one.with.length > 0 && (
            <section aria-label={t('Named with')}>
              <h3>{t('Named with')}</h3>
              <p class="facets">
                {one.with.map((beside) => (
                  <Link key={beside.name} class="chip" href={addressOf(beside.name)}>
                    <bdi>{beside.name}</bdi> <small>{numeral(beside.memories)}</small>
                  </Link>
                ))}
              </p>
            </section>
          )}
          <Months months={one.months} />
          <section aria-label={t('More about it')}>
            {others.length > 0 && (
              <>
                <h3>{t('More about it')}</h3>
                <ul class="lines">{lines(others)}</ul>
              </>
            )}
            {one.about.length >= limit && one.about.length < one.memories + one.ended && (
              <ShowMore
                key={limit}
                more={() => setLimit(limit < most ? most : limit + most)}
                isByScrolling={limit >= most}
              />
            )}
            <Link href={placeOf('search', characterId ?? everyone) + queryOf({ q: one.name })}>
              {t('Search for it')}
            </Link>
            <ForgetAbout words={one.name} characterId={characterId} />
            {props.mayJoin && <Joins one={one} characterId={characterId} show={props.show} next={props.next} />}
          </section>
        </>
      )}
    </aside>
  );
}

type Memory = Described['about'][number] & Pick<Described['holding'][number], 'earlier'>;

/** All memories are read, and none names it. */
const isNowhere = ({ memories, ended, passing, read, total }: Described) =>
  memories + ended + passing === 0 && read >= total;

function Line({ memory, isOfSeveral }: { memory: Memory; isOfSeveral: boolean }) {
  const dashboard = useDashboard();
  return (
    <li>
      <Link href={placeOf('memories', memory.characterId, memory.id)}>
        <ShortText content={memory.content} part={memory.said} isPiece={isOfDocument(memory)} />
      </Link>
      <Holding memory={memory} />
      <span class="muted">
        {isOfSeveral && `${dashboard.character(memory.characterId)?.name ?? ''}${t(', ')}`}
        <Time at={memory.occurredAt ?? memory.createdAt} as="short" />
      </span>
    </li>
  );
}
