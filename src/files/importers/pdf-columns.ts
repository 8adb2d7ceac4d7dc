/** A string of a PDF with its place on the page, in reading direction: `from` and `to` along a line, `base` across. */
export interface Fragment {
  text: string;
  from: number;
  to: number;
  /** The baseline: a line further down has less. */
  base: number;
  /** Of the letters. All lengths are in the same unit. */
  size: number;
  /** Its number among the strings of the file. */
  order: number;
  /** The separator between it and the next string in the file. */
  after: '' | ' ' | '\n';
}

/** A strip without text that has text on both of its sides. */
interface Gutter {
  above: Fragment[];
  left: Fragment[];
  right: Fragment[];
  below: Fragment[];
}

/** Part of a line, between two gaps as wide as a gutter. */
interface Segment {
  text: string;
  from: number;
  to: number;
  base: number;
}

/**
 * In letter sizes: the least width of a gutter at its widest place, and the line length that is too long for a column.
 */
const gutterWidth = { most: 0.75, least: 0.25 };
/** Strings nearer than this (in letter sizes) are on one line. */
const sameLine = 0.5;
/** Pages with more strings are read in the order of the file. */
const maxFragments = 6_000;
/** The most strips that are tried on a page, and on each part of it. */
const maxTries = 60;
const maxDepth = 12;

/**
 * The parts of a page in reading order: above columns, the columns, below them (recursive division at strips without
 * text: Breuel, "Two Geometric Algorithms for Layout Analysis", 2002). Within a part, and in tables, the file's order
 * stays.
 */
export function inColumns(fragments: Fragment[]): Fragment[][] {
  return divided(fragments, maxDepth);
}

function divided(fragments: Fragment[], depth: number): Fragment[][] {
  const gutter = depth > 0 && fragments.length <= maxFragments ? findGutter(fragments) : undefined;
  if (gutter === undefined) return fragments.length > 0 ? [fragments] : [];
  const { above, left, right, below } = gutter;
  return [above, left, right, below].flatMap((part) => divided(part, depth - 1));
}

/** The gutter of columns that goes along most lines. */
function findGutter(fragments: readonly Fragment[]): Gutter | undefined {
  const sorted = fragments.toSorted((a, b) => b.base - a.base);
  const size = medianSize(fragments);
  const tried: { from: number; to: number; top: number; bottom: number }[] = [];
  let best: { gutter: Gutter; lines: number } | undefined;
  for (const { from, to, base } of gaps(sorted, size)) {
    const isKnown = tried.some((one) => one.top >= base && one.bottom <= base && from < one.to && to > one.from);
    if (isKnown) continue;
    if (tried.length === maxTries) break;
    const strip = stretch(sorted, { from, to, base }, size);
    tried.push(strip);
    const gutter = cutAt(sorted, strip, size);
    const lines = linesBeside(gutter, size);
    if (lines > (best?.lines ?? 0)) best = { gutter, lines };
  }
  return best?.gutter;
}

export function medianSize(fragments: readonly Fragment[]): number {
  return fragments.map(({ size }) => size).sort((a, b) => a - b)[fragments.length >> 1] ?? 0;
}

/** Gaps within a line's height that are wide enough for a gutter, from the top down. */
function* gaps(sorted: readonly Fragment[], size: number): Generator<{ from: number; to: number; base: number }> {
  let start = 0;
  for (let i = 1; i <= sorted.length; i++) {
    const { base } = sorted[start]!;
    if (i < sorted.length && sorted[i]!.base > base - size) continue;
    let end = Number.NEGATIVE_INFINITY;
    for (const one of sorted.slice(start, i).sort((a, b) => a.from - b.from)) {
      if (Number.isFinite(end) && one.from - end >= gutterWidth.most * size) yield { from: end, to: one.from, base };
      end = Math.max(end, one.to);
    }
    start = i;
  }
}

/** The vertical extent of a gap, until text interrupts it. */
function stretch(sorted: readonly Fragment[], gap: { from: number; to: number; base: number }, size: number) {
  let { from, to } = gap;
  const narrowest = gutterWidth.least * size;
  /** Whether a string leaves the strip open, which it may make narrower. */
  const leaves = (one: Fragment) => {
    if (one.to <= from || one.from >= to) return true;
    if (one.from < from && to - one.to >= narrowest) from = one.to;
    else if (one.to > to && one.from - from >= narrowest) to = one.from;
    else return false;
    return true;
  };
  const at = sorted.findIndex(({ base }) => base <= gap.base);
  let top = Number.POSITIVE_INFINITY;
  for (let i = at - 1; i >= 0 && top === Number.POSITIVE_INFINITY; i--) {
    if (!leaves(sorted[i]!)) top = sorted[i]!.base - sameLine * size;
  }
  let bottom = Number.NEGATIVE_INFINITY;
  for (let i = at; i < sorted.length && bottom === Number.NEGATIVE_INFINITY; i++) {
    if (!leaves(sorted[i]!)) bottom = sorted[i]!.base + sameLine * size;
  }
  return { from, to, top, bottom };
}

function cutAt(
  sorted: readonly Fragment[],
  { from, to, top, bottom }: { from: number; to: number; top: number; bottom: number },
  size: number,
): Gutter {
  const middle = (from + to) / 2;
  const beside = withoutOuterLines(
    sorted.filter(({ base }) => base < top && base > bottom),
    size,
  );
  const [highest, lowest] = [beside[0]?.base ?? bottom, beside.at(-1)?.base ?? bottom];
  const inFileOrder = (keep: (one: Fragment) => boolean) => sorted.filter(keep).sort((a, b) => a.order - b.order);
  const isBeside = ({ base }: Fragment) => base <= highest && base >= lowest;
  return {
    above: inFileOrder(({ base }) => base > highest),
    left: inFileOrder((one) => isBeside(one) && one.to <= middle),
    right: inFileOrder((one) => isBeside(one) && one.to > middle),
    below: inFileOrder(({ base }) => base < lowest),
  };
}

/** Without single separate lines at the top and the foot: titles, running heads, page numbers. */
function withoutOuterLines(sorted: readonly Fragment[], size: number): readonly Fragment[] {
  let [start, end] = [0, sorted.length];
  const standsApart = (a: Fragment | undefined, b: Fragment | undefined) =>
    a !== undefined && b !== undefined && a.base - b.base > 2 * Math.max(size, Math.min(a.size, b.size));
  const next = (i: number, step: number) => {
    const { base } = sorted[i]!;
    let at = i;
    while (at >= start && at < end && Math.abs(sorted[at]!.base - base) <= sameLine * size) at += step;
    return at;
  };
  while (start < end) {
    const second = next(start, 1);
    if (second >= end || !standsApart(sorted[second - 1], sorted[second])) break;
    start = second;
  }
  while (start < end) {
    const second = next(end - 1, -1);
    if (second < start || !standsApart(sorted[second], sorted[second + 1])) break;
    end = second + 1;
  }
  return sorted.slice(start, end);
}

/** The number of parallel lines of two columns; 0 if the sides of the gutter are no columns. */
function linesBeside({ left, right }: Gutter, size: number): number {
  const onLeft = segments(left, size).map((line) => line.at(-1)!);
  const onRight = segments(right, size).map((line) => line[0]!);
  const lines = Math.min(onLeft.length, onRight.length);
  if (lines < 3) return 0;
  const blocks = blocksOf(left, right);
  if (blocks.length <= 4) return lines;
  if (lines < 4 || !isProse(onLeft) || !isProse(onRight)) return 0;
  // In a file that has a table cell by cell, the next cell begins at the height where the last one began.
  const isLineByLine = blocks.length >= 1.2 * lines;
  const besides = blocks.filter(
    ({ side, base }, i) => side === 'right' && i > 0 && Math.abs(blocks[i - 1]!.base - base) <= sameLine * size,
  );
  return isLineByLine || besides.length < 0.3 * blocks.length ? lines : 0;
}

/** A run of one side's text in the file's order, with the height where it begins. */
function blocksOf(left: readonly Fragment[], right: readonly Fragment[]) {
  const blocks: { side: 'left' | 'right'; base: number }[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const isLeft = (left[l]?.order ?? Number.POSITIVE_INFINITY) < (right[r]?.order ?? Number.POSITIVE_INFINITY);
    const side = isLeft ? 'left' : 'right';
    const { base } = isLeft ? left[l++]! : right[r++]!;
    if (blocks.at(-1)?.side !== side) blocks.push({ side, base });
  }
  return blocks;
}

/** The lines of a side, from the top down, each as its segments from left to right. */
function segments(side: readonly Fragment[], size: number): Segment[][] {
  const lines: Fragment[][] = [];
  for (const one of side.toSorted((a, b) => b.base - a.base)) {
    const line = lines.at(-1);
    if (line && line[0]!.base - one.base <= sameLine * size) line.push(one);
    else lines.push([one]);
  }
  return lines.map((line) => {
    const parts: Segment[] = [];
    for (const { text, from, to, base } of line.sort((a, b) => a.from - b.from)) {
      const part = parts.at(-1);
      if (part && from - part.to < gutterWidth.most * size) {
        part.text += text;
        part.to = Math.max(part.to, to);
      } else parts.push({ text, from, to, base });
    }
    return parts;
  });
}

/**
 * Whether lines are running text: of several words, mostly as wide as the column, and often starting within a sentence.
 */
function isProse(lines: readonly Segment[]): boolean {
  const share = (of: (line: Segment) => boolean) => lines.filter(of).length / lines.length;
  const widths = lines.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const width = widths[Math.floor(0.9 * widths.length)]!;
  return (
    share(({ text }) => /\S\s+\S+\s+\S+\s+\S|\p{Lo}{8}/u.test(text)) >= 0.6 &&
    share(({ from, to }) => to - from >= 0.75 * width) >= 0.6 &&
    share(({ text }) => /^[\p{Ll}\p{Lo}]/u.test(text)) >= 0.25
  );
}
