import { BlockTracker } from './block-tracker.ts';

/**
 * Cuts a Markdown document where a new block surely begins, so that each stretch parses as it would within the whole,
 * and memory use is low. A block that is still too large is cut between two of its lines.
 */
export interface Chunk {
  source: string;
  /** Read as plain text: deeper nesting, or longer lines, than people write. */
  plain: boolean;
}

/** UTF-16 units. */
const wanted = 16_000;
/** The longest stretch: it is cut at the next line. A line of this length is a stretch of its own. */
const longest = 64_000;
const maxMatterLength = 64_000;

export function* chunks(text: string): Generator<Chunk> {
  let open: string[] = [];
  let size = 0;
  const block = new BlockTracker();
  const take = (): Chunk[] => {
    const plain = block.takeTangle();
    const source = open.join('\n');
    open = [];
    size = 0;
    return source.trim() === '' ? [] : [{ source, plain }];
  };
  for (const line of text.split('\n')) {
    if (line.length >= longest && !block.isVerbatim) {
      yield* take();
      yield { source: line, plain: true };
      continue;
    }
    if (size >= wanted && block.mayBeginAt(line)) yield* take();
    else if (size >= longest && block.mayBeCut(line)) {
      const header = block.isRow(line) ? tableHeader(open) : [];
      yield* take();
      open.push(...header);
    }
    open.push(line);
    size += line.length + 1;
    block.pass(line);
  }
  yield* take();
}

/** The front matter with its fences, empty when there is none. */
export function frontMatterOf(text: string): string {
  return /^(---|\+\+\+)\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/.exec(text.slice(0, maxMatterLength))?.[0] ?? '';
}

/** The reference definitions of the whole document, which every stretch may use. */
export function linkDefinitions(text: string): string {
  const found = text.match(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+\S[^\n]{0,500}$/gm) ?? [];
  return found.filter((one) => !one.trimStart().startsWith('[^')).join('\n');
}

/** The header and delimiter rows, when the open stretch ends in a table. */
function tableHeader(lines: string[]): string[] {
  const at = lines.findLastIndex((line) => /^[\s|:-]*$/.test(line) && line.includes('-') && line.includes('|'));
  return at > 0 ? lines.slice(at - 1, at + 1) : [];
}
