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

/** Some rows of the list, and how many it has in all. */
export interface Block<Row> {
  rows: readonly Row[];
  total: number;
}

interface Props<Row> {
  /** What the list is of: another one begins at the top. */
  about: string;
  /** Raised when what is shown may have changed: it is read again, and stays where it is. */
  version: number;
  /** How many rows are read at once. */
  size: number;
  /** The height of a row before it has been seen (px). */
  estimate: number;
  read: (block: number, signal: AbortSignal) => Promise<Block<Row>>;
  /** @param before the row before it, where it is known */
  draw: (row: Row, index: number, before: Row | undefined) => ComponentChildren;
  /** What stands in the place of rows when there are none. */
  empty: ComponentChildren;
  handle: Ref<ListHandle<Row>>;
  /** Above the rows, inside of what scrolls. */
  children?: ComponentChildren;
  label: string;
}

/**
 * A list of any length: rows are read in blocks and drawn where they are seen. Blocks that were seen keep their height,
 * the others have an estimated one; the browser holds what is read in place when the two differ.
 */
export function VirtualList<Row>({ about, version, size, estimate, read, draw, ...props }: Props<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const kept = useRef(new Kept<Row>());
  const [[first, last], setRange] = useState([0, 0]);
  const [failure, setFailure] = useState<unknown>();
  const [, redraw] = useState(0);
  const [attempt, setAttempt] = useState(0);
  kept.current.begin(about, version);
  const { total, blocks } = kept.current;
  const count = Math.ceil((total ?? 0) / size);
  const heightOf = (block: number) =>
    kept.current.heights.get(block) ?? Math.min(size, (total ?? 0) - block * size) * estimate;
  const heightBefore = (block: number) => {
    let height = 0;
    for (let i = 0; i < block; i++) height += heightOf(i);
    return height;
  };

  const look = () => {
    const element = scroller.current;
    if (!element || !top.current) return;
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

  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
    setRange([0, 0]);
  }, [about]);

  useLayoutEffect(() => {
    const drawn = scroller.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [];
    const observer = new ResizeObserver(() => {
      for (const { dataset, offsetHeight } of drawn) {
        if (dataset.read !== undefined) kept.current.heights.set(Number(dataset.block), offsetHeight);
      }
      look();
    });
    for (const element of drawn) observer.observe(element);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  });

  useEffect(() => {
    const { current } = kept;
    const controller = new AbortController();
    const wanted: number[] = [];
    for (let block = first; block <= Math.max(first, Math.min(last, count - 1)); block++) {
      if (!current.isFresh(block)) wanted.push(block);
    }
    if (wanted.length === 0) return undefined;
    const readAll = async () => {
      for (const block of wanted) {
        const answer = await read(block, controller.signal);
        if (controller.signal.aborted) return;
        current.keep(block, answer);
        setFailure(undefined);
        redraw((drawn) => drawn + 1);
      }
    };
    const isHurried = wanted.some((block) => current.blocks.has(block)) || current.blocks.size === 0;
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
    row: (index) => blocks.get(Math.floor(index / size))?.[index % size],
    find(fits) {
      for (const [block, rows] of blocks) {
        const place = rows.findIndex(fits);
        if (place >= 0) return block * size + place;
      }
      return -1;
    },
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
        <div key={block} data-block={block} data-read="">
          {rows.map((row, i) => {
            const before = i > 0 ? rows[i - 1] : blocks.get(block - 1)?.at(-1);
            return draw(row, block * size + i, before);
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
    <section class="scroll" ref={scroller} onScroll={look} aria-label={props.label} tabIndex={0}>
      {props.children}
      <FailureNote failure={failure} again={() => setAttempt((times) => times + 1)} />
      <div ref={top} />
      <div style={{ height: `${heightBefore(first)}px` }} />
      {total === 0 ? props.empty : drawn}
      <div style={{ height: `${after}px` }} />
    </section>
  );
}

/** What has been read of a list. */
class Kept<Row> {
  readonly blocks = new Map<number, readonly Row[]>();
  readonly heights = new Map<number, number>();
  /** Undefined before the first answer. */
  total: number | undefined;
  #about = '';
  #version = 0;
  readonly #fresh = new Set<number>();

  /** What was read of another list is forgotten; what was read before a change is shown until it has been read again. */
  begin(about: string, version: number): void {
    if (about !== this.#about) {
      this.blocks.clear();
      this.heights.clear();
      this.total = undefined;
    }
    if (about !== this.#about || version !== this.#version) this.#fresh.clear();
    this.#about = about;
    this.#version = version;
  }

  isFresh(block: number): boolean {
    return this.#fresh.has(block);
  }

  keep(block: number, { rows, total }: Block<Row>): void {
    this.total = total;
    this.blocks.set(block, rows);
    this.#fresh.add(block);
  }
}

/** Where rows will be. */
function Gap({ block, height }: { block: number; height: number }) {
  return (
    <div class="gap" data-block={block} style={{ height: `${height}px` }} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
