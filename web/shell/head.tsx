import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { t, tn } from '../languages/translate.ts';
import { useDashboard } from './dashboard.ts';
import { followFocus } from './page-keys.ts';
import { pages } from './pages.ts';
import {
  everyone,
  placeOf,
  queryOf,
  useCharacter,
  useChosen,
  useIsAllChosen,
  useNamedCharacter,
  useParts,
} from './places.ts';

/** A search is sent after so long without a key (ms): not for each letter. */
const restMs = 150;
const lab = 'search';
/** Keys that lead from the field to the results. */
const leaving: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'Escape']);

/** The only search field: its questions open the Search lab. */
export function Head() {
  const dashboard = useDashboard();
  const [, go] = useLocation();
  const search = useSearch();
  const { page, character: id } = useParts();
  const isAll = useIsAllChosen();
  useNamedCharacter();
  const character = useCharacter(id);
  const chosen = useChosen();
  const total = (dashboard.characters.value ?? []).reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  const count = isAll ? total : character?.memoryCount;
  const asked = page === lab ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Back, forward and links change the question from outside. Its own changes also arrive here, maybe after newer
  // typing.
  const sent = useRef<string>();
  /** Whether the present address is of the question that is being typed; Back leads from one question to another. */
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (asked === sent.current) return;
    sent.current = undefined;
    setText(asked);
  }, [asked]);
  const hasLab = pages.some(({ name }) => name === lab);
  const ask = (question: string) => {
    clearTimeout(timer.current);
    sent.current = question;
    // Filters outlive a changed question, and end with an emptied one.
    const isNext = page === lab && question.trim() !== '';
    const filters = isNext ? Object.fromEntries(new URLSearchParams(search)) : {};
    // What was chosen of the question before is not meant for the next one.
    const ofQuestion = { why: undefined, having: undefined, anyTime: undefined, of: undefined };
    const place = placeOf(lab, isAll ? everyone : character?.id) + queryOf({ ...filters, ...ofQuestion, q: question });
    go(place, { replace: page === lab && (isBegun.current || question === asked) });
    isBegun.current = true;
  };
  const typed = (question: string) => {
    setText(question);
    dashboard.isAsked = false;
    clearTimeout(timer.current);
    if (question.trim() === '' && page !== lab) return;
    timer.current = setTimeout(() => ask(question), restMs);
  };
  return (
    <div class="head">
      <search class="find">
        <input
          id="find"
          type="search"
          dir="auto"
          aria-label={t('Search memories, or ask a question')}
          placeholder={
            count === undefined
              ? t('Search')
              : tn(count, 'Search {n} memory, or ask a question', 'Search {n} memories, or ask a question')
          }
          autocomplete="off"
          disabled={!character || !hasLab}
          value={text}
          onFocus={() => {
            isBegun.current = false;
          }}
          onInput={(event) => typed(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing || !leaving.has(event.key)) return;
            // Escape would empty the field and leave the results.
            event.preventDefault();
            if (event.key === 'Escape') return event.currentTarget.blur();
            if (text.trim() === '') return;
            if (event.key === 'Enter') ask(text);
            dashboard.isAsked = true;
            event.currentTarget.blur();
            followFocus();
          }}
        />
        <kbd>/</kbd>
      </search>
      {character && dashboard.may('addMemoryDirect', chosen?.id) && (
        <button
          type="button"
          class="main"
          onClick={() => {
            dashboard.remembering.value = { character: chosen };
          }}
        >
          {t('Remember…')}
        </button>
      )}
    </div>
  );
}
