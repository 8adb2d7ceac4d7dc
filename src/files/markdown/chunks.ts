import { BlockTracker } from './block-tracker.ts';

/**
 * Cuts a Markdown document where a new block surely begins, so that each stretch parses on its own as it would within
 * the whole. A block that no cut makes small is cut between two of its lines. What would take the parser a time that
 * grows with the square of it is marked plain: a reader gains nothing from Markdown there.
 */
export interface Chunk {
  source: string;
  plain: boolean;
}

const wanted = 4_000;
/** A stretch without a place to cut is cut here at the next line, and at the latest inside a line there. */
const longest = 16_000;
const longestMatter = 64_000;
/** A longer block that may not be cut, such as code, is marked plain. */
const longestParsed = 256_000;

export function* chunks(text: string): Generator<Chunk> {
  const definitions = linkDefinitions(text);
  const matter = /^(---|\+\+\+)\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/.exec(text.slice(0, longestMatter))?.[0] ?? '';
  if (matter !== '') yield { source: matter, plain: false };
  let open: string[] = [];
  let size = 0;
  const block = new BlockTracker();
  const take = (): Chunk[] => {
    const plain = block.takeTangle() || size > longestParsed;
    const source = open.join('\n');
    const made = source.trim() === '' ? [] : [{ source: withDefinitions(source, plain), plain }];
    open = [];
    size = 0;
    return made;
  };
  const withDefinitions = (source: string, plain: boolean) =>
    !plain && definitions !== '' && source.includes(']') ? `${source}\n\n${definitions}` : source;
  for (const line of text.slice(matter.length).split('\n')) {
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

/** Reference definitions of the whole document, given to every stretch that may use one. */
function linkDefinitions(text: string): string {
  const found = text.match(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+\S[^\n]{0,500}$/gm) ?? [];
  const joined = found.filter((one) => !one.trimStart().startsWith('[^')).join('\n');
  return joined.length > 8_000 ? '' : joined;
}

/** The header and delimiter rows, when the open stretch ends in a table. */
function tableHeader(lines: string[]): string[] {
  const at = lines.findLastIndex((line) => /^[\s|:-]*$/.test(line) && line.includes('-') && line.includes('|'));
  return at > 0 ? lines.slice(at - 1, at + 1) : [];
}
