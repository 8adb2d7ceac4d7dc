import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { msg, numeral, t, tn } from '../../languages/translate.ts';
import { foldCase } from '../../shell/matches.ts';
import { placeOf } from '../../shell/places.ts';
import { SearchField } from '../filters.tsx';
import { groupedBy } from '../format.ts';
import { Holding } from '../memory/memory-row.tsx';
import type { Explanation } from '../memory/rank.ts';
import { ShortText } from '../memory/said.tsx';
import type { Going } from './about.ts';

/** Where a memory has the name that is to be forgotten, in the order of the groups. */
const places = {
  text: msg('They say it'),
  words: msg('They have all its words'),
  several: msg('They name it among others: tick those that are meant'),
  heading: msg('Only their heading, or the title of their chat, says it'),
  earlier: msg('They no longer say it: only an earlier text or a label does'),
  near: msg('Also near it, without saying it'),
} as const;
type Place = keyof typeof places;

/** Those that are hardly meant by who forgets the name: nobody has ticked them yet. */
export const isUnsure = (one: Going) => !['text', 'words'].includes(placeOfGoing(one));
const placeOfGoing = ({ named = 'text', hasAll }: Going): Place => (hasAll ? 'words' : named);
export const idOf = ({ id }: Going) => id;

/** So many are looked through without a filter. */
const maxUnfiltered = 8;

/**
 * The memories that an erasure is about, by how sure it is that they are meant. All, a group and each have a tick; the
 * arrow keys go from row to row.
 */
export function GoingList(props: {
  memories: readonly Going[];
  /** Absent: none may stay. */
  tick: ((ids: readonly string[], isTicked: boolean) => void) | undefined;
  staying: ReadonlySet<string>;
  /** The names of their characters, where there are several. */
  nameOf: ReadonlyMap<string, string>;
  /** What is looked for, which is marked. */
  names: readonly string[];
  /** Called when a memory is opened. */
  opened: () => void;
}) {
  const { memories, tick, staying, nameOf, names, opened } = props;
  const explanation = useMemo(() => {
    return { terms: names.map((word) => ({ word, found: [word], by: 'word' as const, weight: 1 })) };
  }, [names.join()]);
  const [words, setWords] = useState('');
  const wanted = foldCase(words.trim());
  const shown = useMemo(
    () => (wanted === '' ? memories : memories.filter(({ content }) => foldCase(content).includes(wanted))),
    [memories, wanted],
  );
  const groups = groupedBy(shown, placeOfGoing);
  const isLong = tick !== undefined && memories.length > maxUnfiltered;
  return (
    <>
      {isLong && (
        <div class="facets choosing">
          <Ticks of={shown} staying={staying} tick={tick}>
            {wanted === '' ? t('All') : t('All that are shown')} <span class="number">{numeral(shown.length)}</span>
          </Ticks>
          <SearchField label={t('Filter by words')} placeholder={t('Filter')} value={words} set={setWords} />
          <span class="count" role="status">
            {t('{n} of {total} go', { n: memories.length - staying.size, total: memories.length })}
          </span>
        </div>
      )}
      <div class="going">
        {shown.length === 0 && memories.length > 0 && <p class="muted">{t('None has these words')}</p>}
        {(Object.keys(places) as Place[]).map((place) => {
          const of = groups.find(([name]) => name === place)?.[1];
          if (!of) return null;
          const isGroup = tick && (groups.length > 1 || isUnsure(of[0]!));
          return (
            <section key={place} aria-label={t(places[place])} data-place={place}>
              {isGroup && (
                <Ticks of={of} staying={staying} tick={tick}>
                  <b>
                    {t(places[place])} <span class="number">{numeral(of.length)}</span>
                  </b>
                </Ticks>
              )}
              <Rows of={of} {...{ staying, tick, nameOf, explanation, opened }} />
            </section>
          );
        })}
      </div>
      {staying.size > 0 && <Staying of={memories.filter(({ id }) => staying.has(id))} />}
    </>
  );
}

type Tick = (ids: readonly string[], isTicked: boolean) => void;

/** One tick for several memories. */
function Ticks(props: { of: readonly Going[]; staying: ReadonlySet<string>; tick: Tick; children: ComponentChildren }) {
  const { of, staying, tick } = props;
  const left = of.filter(({ id }) => staying.has(id)).length;
  return (
    <label class="ticked">
      <input
        type="checkbox"
        checked={left === 0 && of.length > 0}
        indeterminate={left > 0 && left < of.length}
        disabled={of.length === 0}
        onChange={(event) => tick(of.map(idOf), event.currentTarget.checked)}
      />
      <span>{props.children}</span>
    </label>
  );
}

function Rows(props: {
  of: readonly Going[];
  staying: ReadonlySet<string>;
  tick: Tick | undefined;
  nameOf: ReadonlyMap<string, string>;
  explanation: Explanation;
  opened: () => void;
}) {
  const { of, staying, tick, nameOf, explanation, opened } = props;
  // Tab goes to one row of the list (a roving tabindex), the arrow keys to the others.
  const [stop, setStop] = useState(0);
  const at = Math.min(stop, of.length - 1);
  const go = (event: KeyboardEvent & { currentTarget: HTMLUListElement }) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: of.length - 1 }[event.key];
    const box = to === undefined ? undefined : event.currentTarget.querySelectorAll('input')[to];
    if (to === undefined || !box) return;
    event.preventDefault();
    setStop(to);
    box.focus();
  };
  return (
    <ul class="lines" onKeyDown={go}>
      {of.map((one, i) => (
        <Row
          key={`${one.characterId} ${one.id}`}
          one={one}
          isGoing={!staying.has(one.id)}
          isStop={i === at}
          tick={tick}
          focused={() => setStop(i)}
          explanation={explanation}
          opened={opened}
          of={nameOf.size > 1 ? nameOf.get(one.characterId) : undefined}
        />
      ))}
    </ul>
  );
}

function Row(props: {
  one: Going;
  isGoing: boolean;
  isStop: boolean;
  tick: Tick | undefined;
  focused: () => void;
  explanation: Explanation;
  opened: () => void;
  of: string | undefined;
}) {
  const { one, isGoing, isStop, tick, explanation, of } = props;
  // Drawn again only where it has changed: there may be thousands.
  return useMemo(
    () => (
      <li>
        {tick ? (
          <label class="ticked">
            <input
              type="checkbox"
              checked={isGoing}
              tabIndex={isStop ? 0 : -1}
              onFocus={props.focused}
              onChange={(event) => tick([one.id], event.currentTarget.checked)}
            />
            <span>
              <ShortText content={one.content} explanation={explanation} />
            </span>
          </label>
        ) : (
          <ShortText content={one.content} />
        )}
        <Holding memory={one} />
        {of !== undefined && (
          <span class="muted" dir="auto">
            {of}
          </span>
        )}
        {one.state === 'DELETED' && <span class="muted">{t('deleted')}</span>}
        {one.named === 'several' && one.state === 'ACTIVE' && (
          <Link class="muted" href={placeOf('memories', one.characterId, one.id)} onClick={props.opened}>
            {t('Edit it instead')}
          </Link>
        )}
      </li>
    ),
    [one, isGoing, isStop, of, explanation, tick === undefined],
  );
}

/** Memories of what stays that are shown. */
const maxStaying = 50;

/** What stays, in its own words. */
function Staying({ of }: { of: readonly Going[] }) {
  return (
    <details class="staying">
      <summary>{tn(of.length, '{n} memory stays', '{n} memories stay')}</summary>
      <ul class="list">
        {of.slice(0, maxStaying).map(({ id, content }) => (
          <li key={id}>
            <ShortText content={content} />
          </li>
        ))}
      </ul>
      {of.length > maxStaying && <p class="muted">{tn(of.length - maxStaying, 'and {n} more', 'and {n} more')}</p>}
    </details>
  );
}
