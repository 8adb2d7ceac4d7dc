import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FailureNote } from './failure.tsx';

/** How far beyond what is seen rows are drawn (px), and how long scrolling rests before they are read (ms). */
const overscan = 700;
const restMs = 60;

export interface ListHandle<Row> {
  /** Rows that have been read, by their place in the list. */
  row(index: number): Row | undefined;
  /** The place of the first row that fits, among those that have been read. */
  find(fits: (row: Row) => boolean): number;
  /** Brings a row into view. */
  reveal(index: number): void;
}

interface Props<Row> {
  /** What the list is of: another one begins at the top. */
  about: string;
  /** Raised when what is shown may have changed: it is read again, and stays where it is. */
  version: number;
  total: number;
  /** How many rows are read at once. */
  size: number;
  /** The height of a row before it has been seen (px). */
  estimate: number;
  read: (block: number, signal: AbortSignal) => Promise<readonly Row[]>;
  /** @param before the row before it, where it is known */
  draw: (row: Row, index: number, before: Row | undefined) => ComponentChildren;
  handle?: Ref<ListHandle<Row>> | undefined;
  /** Above the rows, inside of what scrolls. */
  children?: ComponentChildren;
  label: string;
}

/**
 * A list of any length: rows are read in blocks and drawn where they are seen. Blocks that were seen keep their height,
 * the others have an estimated one; the browser holds what is read in place when the two differ.
 */
export function VirtualList<Row>(props: Props<Row>) {
  const { about, version, total, size, estimate, read, draw, children, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const blocks = useRef(new Map<number, readonly Row[]>());
  const heights = useRef(new Map<number, number>());
  const [[first, last], setRange] = useState([0, 0]);
  const [failure, setFailure] = useState<unknown>();
  const nobody = useRef<ListHandle<Row>>(null);
  const [, redraw] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const count = Math.ceil(total / size);
  const heightOf = (block: number) => heights.current.get(block) ?? Math.min(size, total - block * size) * estimate;
  const startOf = (block: number) => {
    let height = 0;
    for (let i = 0; i < block; i++) height += heightOf(i);
    return height;
  };

  const look = () => {
    const element = scroller.current;
    if (!element || count === 0) return;
    const from = element.scrollTop - (top.current?.offsetTop ?? 0) - overscan;
    const to = from + element.clientHeight + 2 * overscan;
    let start = 0;
    let [a, b] = [count - 1, 0];
    for (let block = 0; block < count; block++) {
      const end = start + heightOf(block);
      if (end >= from && start <= to) {
        a = Math.min(a, block);
        b = block;
      }
      start = end;
    }
    setRange((before) => (before[0] === a && before[1] === b ? before : [a, Math.max(a, b)]));
  };

  useLayoutEffect(() => {
    blocks.current.clear();
    heights.current.clear();
    scroller.current?.scrollTo(0, 0);
    setRange([0, 0]);
  }, [about]);

  // What was read before is out of date, and shown until it has been read again.
  const stale = useRef(new Set<number>());
  useLayoutEffect(() => {
    stale.current = new Set(blocks.current.keys());
  }, [version, total]);

  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(() => {
      for (const element of scroller.current?.querySelectorAll<HTMLElement>('[data-block]') ?? []) {
        if (element.dataset.read !== undefined)
          heights.current.set(Number(element.dataset.block), element.offsetHeight);
      }
      look();
    });
    for (const element of scroller.current?.querySelectorAll('[data-block]') ?? []) observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  });

  useEffect(() => {
    const controller = new AbortController();
    const wanted: number[] = [];
    for (let block = first; block <= Math.min(last, count - 1); block++) {
      if (!blocks.current.has(block) || stale.current.has(block)) wanted.push(block);
    }
    if (wanted.length === 0) return undefined;
    const start = async () => {
      for (const block of wanted) {
        const rows = await read(block, controller.signal);
        if (controller.signal.aborted) return;
        blocks.current.set(block, rows);
        stale.current.delete(block);
        redraw((drawn) => drawn + 1);
      }
    };
    const timer = setTimeout(
      () =>
        start().then(
          () => setFailure(undefined),
          (error) => !controller.signal.aborted && setFailure(error),
        ),
      blocks.current.size === 0 || stale.current.size > 0 ? 0 : restMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [about, version, total, first, last, attempt]);

  useImperativeHandle(props.handle ?? nobody, () => ({
    row: (index) => blocks.current.get(Math.floor(index / size))?.[index % size],
    find(fits) {
      for (const [block, rows] of blocks.current) {
        const place = rows.findIndex(fits);
        if (place >= 0) return block * size + place;
      }
      return -1;
    },
    reveal(index) {
      const shown = scroller.current?.querySelector(`[data-index="${index}"]`);
      if (shown) shown.scrollIntoView({ block: 'nearest' });
      else scroller.current?.scrollTo(0, startOf(Math.floor(index / size)) + (index % size) * estimate);
    },
  }));

  const drawn: ComponentChildren[] = [];
  for (let block = first; block <= Math.min(last, count - 1); block++) {
    const rows = blocks.current.get(block);
    drawn.push(
      rows ? (
        <div key={block} data-block={block} data-read="">
          {rows.map((row, i) => {
            const before = i > 0 ? rows[i - 1] : blocks.current.get(block - 1)?.at(-1);
            return draw(row, block * size + i, before);
          })}
        </div>
      ) : (
        <Gap key={block} block={block} height={heightOf(block)} rows={Math.min(size, total - block * size)} />
      ),
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section class="scroll" ref={scroller} onScroll={look} aria-label={label} tabIndex={0}>
      {children}
      <FailureNote failure={failure} again={() => setAttempt((times) => times + 1)} />
      <div ref={top} style={{ height: `${startOf(first)}px` }} />
      {drawn}
      <div style={{ height: `${Math.max(0, startOf(count) - startOf(Math.min(last + 1, count)))}px` }} />
    </section>
  );
}

/** Where rows will be. */
function Gap({ block, height, rows }: { block: number; height: number; rows: number }) {
  return (
    <div class="gap" data-block={block} style={{ height: `${height}px` }} aria-hidden="true">
      {Array.from({ length: Math.min(rows, 12) }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  );
}
