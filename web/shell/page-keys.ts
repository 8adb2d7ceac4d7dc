import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusContent } from '../parts/focus.ts';

/** The single-letter keys of pages. */
const keys = ['j', 'k', 'e', '#', 'x', 'X', '*', 'm', 's', '1', '2', '3', '4', 'Escape'] as const;
type PageKey = (typeof keys)[number];
const pageKeys: ReadonlySet<string> = new Set(keys);

/** On a row of a list the arrows do the same as these. */
const ofArrows: ReadonlyMap<string, PageKey> = new Map([
  ['ArrowDown', 'j'],
  ['ArrowUp', 'k'],
]);

/**
 * Calls the listener for keys of the page, not in a field or under a dialog. Always calls the listener of the last render,
 * so that a fast second key does not act on old data.
 */
export function usePageKeys(listener: (key: PageKey) => void): void {
  const last = useRef(listener);
  useLayoutEffect(() => {
    last.current = listener;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOnRow = event.target instanceof HTMLElement && event.target.closest(`${openRow}, ${result}`) !== null;
      const key = (isOnRow && ofArrows.get(event.key)) || event.key;
      if (!isForPage(event) || !pageKeys.has(key)) return;
      event.preventDefault();
      last.current(key as PageKey);
      if (key === 'j' || key === 'k') followFocus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const openRow = 'main :is(article, .thing) a[aria-current="true"]';
const result = 'main .hit a';

/** The row of what is open beside a list. */
export const rowOfPane = () => document.querySelector<HTMLElement>(openRow);

/** Focuses the open row, or the first result, once it is drawn, so that the arrows and Tab continue from there; else the page. */
export function followFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = rowOfPane() ?? document.querySelector<HTMLElement>(result);
      if (row) row.focus({ preventScroll: true });
      else if (document.activeElement === document.body) focusContent();
    }),
  );
}

/** Whether a key is for the page, not for a field or a dialog. A menu, whose choices begin with letters, leaves it `/`. */
export function isForPage({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false;
  return !(
    target instanceof HTMLElement &&
    target.closest(
      `input:not([type="checkbox"], [type="file"]), textarea, ${key === '/' ? '' : 'select, '}[contenteditable]`,
    )
  );
}

/** The second click of a double click comes within this time (ms). */
const doubleMs = 300;

/**
 * A held key and the second click of a double click act no more: what they would act on has taken the place of what was
 * meant. Keys that move go on.
 */
export function actOnce(): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target, repeat, ctrlKey, metaKey } = event;
    if (!repeat || !(target instanceof HTMLElement)) return;
    const isWriting = target.matches('textarea, [contenteditable]') && !ctrlKey && !metaKey;
    if (key === 'Enter' ? !isWriting : isForPage(event) && /^[^jk\s]$/u.test(key)) stop(event);
  };
  const onClick = (event: MouseEvent) => {
    const { isTrusted, target, detail, timeStamp } = event;
    if (!isTrusted || !(target instanceof Element && target.closest('button'))) return;
    if (detail > 1 && timeStamp - last < doubleMs) return stop(event);
    last = timeStamp;
  };
  addEventListener('keydown', onKey, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('keydown', onKey, true);
    removeEventListener('click', onClick, true);
  };
}

/** The arrow towards the pane beside the list focuses it; the one back, the list. @returns whether the key was one of them */
export function goBeside({ key, target }: KeyboardEvent): boolean {
  const [there, back] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const pane = document.querySelector<HTMLElement>('main .pane');
  if (!pane || (key !== there && key !== back)) return false;
  const isIn = target instanceof Node && pane.contains(target);
  if (isIn === (key === there)) return false;
  if (isIn) followFocus();
  else {
    pane.tabIndex = -1;
    pane.focus();
  }
  return true;
}
