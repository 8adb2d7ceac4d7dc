import { type ComponentChildren, Fragment, type Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../languages/translate.ts';
import { useShared } from '../shell/shared.ts';
import { FailureNote } from './failure.tsx';
import { type Block, type Place, RowCache } from './row-cache.ts';
import { Skeleton } from './skeleton.tsx';

/** The overscan (px), and the debounce of reading while scrolling (ms). */
const overscan = 700;
const restMs = 60;

/** The scroll positions of the last few lists, by list. */
const places = new Map<string, Place>();
const maxPlaces = 20;

export interface ListHandle<Row> {
  /** The loaded rows, by their place in the list. */
  row(index: number): Row | undefined;
  /** The place of the first loaded row that matches. */
  find(fits: (row: Row) => boolean): number;
  /** Brings a row into view. */
  reveal(index: number): void;
}

/** The row that keeps its position (px from the top of the window) during a reload. */
interface Pin {
  id: string;
  index: number;
  at: number;
}

interface Props<Row> {
  /** Identifies the list: another one starts at the top. */
  about: string;
  /** Raised when the rows may have changed: they are reloaded, without scrolling. */
  version: number;
  /** The block size. */
  size: number;
  /** The estimated height of a row (px). */
  estimate: number;
  read: (block: number, signal: AbortSignal) => Promise<Block<Row>>;
  /** The key of a row. */
  identify: (row: Row) => string;
  /** @param before the row before it, where it is known */
  draw: (row: Row, index: number, before: Row | undefined) => ComponentChildren;
  /** Shown when there are no rows. */
  empty: ComponentChildren;
  handle: Ref<ListHandle<Row>>;
  /** Above the rows, inside the scrolling part. */
  children?: ComponentChildren;
  label: string;
}

/**
 * A virtual list: rows are read in blocks, and only visible ones are rendered. Rendered blocks keep their measured height,
 * others have an estimated one. Scroll anchoring keeps the visible rows in place when rows above them change.
 */
export function VirtualList<Row>({ about, version, size, estimate, identify, read, draw, ...props }: Props<Row>) {
  const { lastBy } = useShared();
  const scroller = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const key = `${props.label} ${about}`;
  const [cache] = useState(() => new RowCache<Row>(places.get(key)));
  const loaded = useRef(cache);
  const [[first, last], setRange] = useState([0, 0]);
  const [failure, setFailure] = useState<unknown>();
  const [, redraw] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [above, setAbove] = useState(0);
  const pin = useRef<Pin>();
  loaded.current.begin(about, version, lastBy === 'others');
  const { total, blocks } = loaded.current;
  const count = Math.ceil((total ?? 0) / size);
  const heightOf = (block: number) =>
    loaded.current.heights.get(block) ?? Math.min(size, (total ?? 0) - block * size) * estimate;
  const heightBefore = (block: number) => {
    let height = 0;
    for (let i = 0; i < block; i++) height += heightOf(i);
    return height;
  };

  const look = () => {
    const element = scroller.current;
    if (!element || !top.current) return;
    if (element.scrollTop < 1) setAbove(0);
    const from = element.getBoundingClientRect().top - top.current.getBoundingClientRect().top - overscan;
    const to = from + element.clientHeight + 2 * overscan;
    let [a, b, start] = [0, 0, 0];
    for (let block = 0; block < count; block++) {
      const end = start + heightOf(block);
      if (end < from) a = Math.min(block + 1, count - 1);
      if (start <= to) b = block;
      start = end;
    }
    setRange((before) => (before[0] === a && before[1] === b ? before : [a, Math.max(a, b)]));
  };

  const onScroll = () => {
    scrolled.current = scroller.current?.scrollTop ?? 0;
    look();
  };

  // Restores the scroll position of a list; a new list starts at the top.
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, isFirst.current ? (places.get(key)?.top ?? 0) : 0);
    isFirst.current = false;
    setRange([0, 0]);
    setAbove(0);
    look();
    return () => {
      const top = scrolled.current;
      places.delete(key);
      if (top > 0) places.set(key, { top, total: cache.total, heights: new Map(cache.heights) });
      if (places.size > maxPlaces) places.delete([...places.keys()][0] as string);
    };
  }, [about]);
  const scrolled = useRef(0);

  const placeOf = (id: string) => loaded.current.find(size, (row) => identify(row) === id);
  /** The first visible row. */
  const pinOf = (): Pin | undefined => {
    const edge = scroller.current?.getBoundingClientRect().top ?? 0;
    for (const element of scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
      const { top: at } = element.getBoundingClientRect();
      const index = Number(element.dataset.index);
      const row = loaded.current.row(size, index);
      if (at >= edge && row !== undefined) return { id: identify(row), index, at };
    }
    return undefined;
  };
  useLayoutEffect(() => {
    const { current: pinned } = pin;
    if (!pinned || !scroller.current) return;
    const index = placeOf(pinned.id);
    const element = scroller.current.querySelector(`[data-index="${index}"]`);
    if (index >= 0 && !element) {
      // After a large insertion: render first, then restore the position.
      const block = Math.floor(index / size);
      scroller.current.scrollTo(0, heightBefore(block));
      setRange([block, block]);
      return;
    }
    pin.current = undefined;
    if (!element) return;
    scroller.current.scrollTop += element.getBoundingClientRect().top - pinned.at;
    setAbove((before) => Math.max(0, before + index - pinned.index));
  });

  useLayoutEffect(() => {
    const drawn = scroller.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [];
    const observer = new ResizeObserver(() => {
      for (const { dataset, offsetHeight } of drawn) {
        if (dataset.read !== undefined) loaded.current.heights.set(Number(dataset.block), offsetHeight);
      }
      look();
    });
    for (const element of drawn) observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  });

  useEffect(() => {
    const { current } = loaded;
    const controller = new AbortController();
    const wanted: number[] = [];
    for (let block = first; block <= Math.max(first, Math.min(last, count - 1)); block++) {
      if (!current.isFresh(block)) wanted.push(block);
    }
    if (wanted.length === 0) return undefined;
    const isAgain = wanted.some((block) => current.blocks.has(block));
    const readAll = async () => {
      const answers: [number, Block<Row>][] = [];
      for (const block of wanted) {
        answers.push([block, await read(block, controller.signal)]);
        if (controller.signal.aborted) return;
        // Reloaded rows replace the old ones together.
        if (isAgain && answers.length < wanted.length) continue;
        const pinned = isAgain && current.isHeld ? pinOf() : undefined;
        if (pinned) {
          const moved = Math.floor((pinned.index + answers.at(-1)![1].total - (current.total ?? 0)) / size);
          if (moved > block) {
            wanted.push(moved);
            continue;
          }
        }
        pin.current = pinned;
        for (const [at, answer] of answers.splice(0)) current.keep(at, answer);
        setFailure(undefined);
        redraw((drawn) => drawn + 1);
      }
      current.isHeld = true;
    };
    const isHurried = isAgain || current.blocks.size === 0;
    const timer = setTimeout(
      () => readAll().catch((error) => !controller.signal.aborted && setFailure(error)),
      isHurried ? 0 : restMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [about, version, count, first, last, attempt]);

  useImperativeHandle(props.handle, () => ({
    row: (index) => loaded.current.row(size, index),
    find: (fits) => loaded.current.find(size, fits),
    reveal(index) {
      const shown = scroller.current?.querySelector(`[data-index="${index}"]`);
      if (shown) shown.scrollIntoView({ block: 'nearest' });
      else scroller.current?.scrollTo(0, heightBefore(Math.floor(index / size)) + (index % size) * estimate);
    },
  }));

  const drawn: ComponentChildren[] = [];
  for (let block = first; block <= Math.min(last, count - 1); block++) {
    const rows = blocks.get(block);
    drawn.push(
      rows ? (
        <div key={block} class="rows" data-block={block} data-read="">
          {rows.map((row, i) => {
            const before = i > 0 ? rows[i - 1] : blocks.get(block - 1)?.at(-1);
            return <Fragment key={identify(row)}>{draw(row, block * size + i, before)}</Fragment>;
          })}
        </div>
      ) : (
        <Gap key={block} block={block} height={heightOf(block)} />
      ),
    );
  }
  const after = heightBefore(count) - heightBefore(Math.min(last + 1, count));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section class="scroll" ref={scroller} onScroll={onScroll} aria-label={props.label} tabIndex={0}>
      <div class="above" role="status">
        {above > 0 && (
          <button type="button" class="main" onClick={() => scroller.current?.scrollTo(0, 0)}>
            {t('{above} new', { above })}
          </button>
        )}
      </div>
      {props.children}
      <FailureNote failure={failure} again={() => setAttempt((times) => times + 1)} />
      <div ref={top} />
      <div style={{ height: `${heightBefore(first)}px` }} />
      <Skeleton of={{ value: total, isLoading: failure === undefined }} />
      {total === 0 ? props.empty : drawn}
      <div style={{ height: `${after}px` }} />
    </section>
  );
}

/** Placeholders of rows. */
function Gap({ block, height }: { block: number; height: number }) {
  return <div class="gap" data-block={block} style={{ height: `${height}px` }} aria-hidden="true" />;
}

/**
 * Goes from the open row to the one `by` places on, or to the first. False: none is loaded.
 * @param go opens a row
 */
export function step<Row>(
  list: ListHandle<Row> | null,
  isOpen: (row: Row) => boolean,
  by: number,
  go: (row: Row) => void,
): boolean {
  const at = list?.find(isOpen) ?? -1;
  const index = at < 0 ? 0 : Math.max(0, at + by);
  const row = list?.row(index);
  if (!list || !row) return false;
  go(row);
  list.reveal(index);
  return true;
}
