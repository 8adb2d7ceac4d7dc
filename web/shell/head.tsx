import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { counted } from '../parts/format.ts';
import { RememberDialog } from '../parts/memory/remember.tsx';
import { useDashboard } from './dashboard.ts';
import { pages } from './pages.ts';
import { everyone, placeOf, queryOf, useCharacter, useParts, useScope } from './places.ts';

/** The throttle of searches while typing (ms); the first is sent at once. */
const restMs = 25;
const lab = 'search';

/** The only search field: its questions open the Search lab. */
export function Head() {
  const dashboard = useDashboard();
  const [, go] = useLocation();
  const search = useSearch();
  const { page, character: id } = useParts();
  const { isAll } = useScope();
  const character = useCharacter(id);
  const total = (dashboard.characters.value ?? []).reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  const count = isAll ? total : character?.memoryCount;
  const asked = page === lab ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const [isRemembering, setRemembering] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Back, forward and links change the question from outside. Its own changes also arrive here, maybe after newer
  // typing.
  const sent = useRef<string>();
  useLayoutEffect(() => {
    if (asked === sent.current) return;
    sent.current = undefined;
    setText(asked);
  }, [asked]);
  const hasLab = pages.some(({ name }) => name === lab);
  const asks = useRef(Number.NEGATIVE_INFINITY);
  const ask = (question: string) => {
    asks.current = performance.now();
    sent.current = question;
    const place = placeOf(lab, isAll ? everyone : character?.id) + queryOf({ q: question });
    go(place, { replace: page === lab });
  };
  const typed = (question: string) => {
    setText(question);
    clearTimeout(timer.current);
    if (question.trim() === '' && page !== lab) return;
    const wait = asks.current + restMs - performance.now();
    if (wait <= 0) ask(question);
    else timer.current = setTimeout(() => ask(question), wait);
  };
  return (
    <div class="head">
      <search class="find">
        <input
          id="find"
          type="search"
          aria-label="Search memories, or ask a question"
          placeholder={
            count === undefined ? 'Search' : `Search ${counted(count, 'memory', 'memories')}, or ask a question`
          }
          autocomplete="off"
          disabled={!character || !hasLab}
          value={text}
          onInput={(event) => typed(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <kbd>/</kbd>
      </search>
      {character && dashboard.may('addMemoryDirect', character.id) && (
        <button type="button" class="main" onClick={() => setRemembering(true)}>
          Remember…
        </button>
      )}
      {isRemembering && character && <RememberDialog character={character} close={() => setRemembering(false)} />}
    </div>
  );
}
