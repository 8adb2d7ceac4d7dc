import { beginningOf } from '../base/graphemes.ts';
import { withTexts } from '../base/invisible.ts';
import { badCursor } from '../domain/page.ts';
import { codePoints, moreOf } from '../domain/text.ts';
import { estimateTokens } from '../text/tokens.ts';

/** The most tokens of a tool's answer, both of its forms together: hosts refuse answers above 25,000. */
const maxTokens = 20_000;
const charactersOfToken = 4;
/** What a result holds besides its two forms. */
const envelope = 500;
/** The most of an answer, in characters of its JSON, four to a token. */
const maxSize = maxTokens * charactersOfToken - envelope;
/** Left for what surrounds a list or a document in its answer. */
const margin = maxSize / 20;
/** A list is rather shortened than its texts cut below this: a page of 100 memories fits as a whole. */
const shortestInList = 100;
const shortestText = 64;

/** The most signs of JSON for one sign of a text, as \u0000. */
const maxEscaped = 6;

/**
 * The size of an answer: as sent, and by what a host shows its model, which is one of the forms. Of an answer that
 * certainly fits only an upper bound: a sign is at most a token.
 */
export function answerSize(answer: { structured: object; texts: readonly string[] }): number {
  const structured = JSON.stringify(answer.structured);
  const text = answer.texts.join('');
  const most = Math.max(
    structured.length + maxEscaped * text.length + envelope,
    charactersOfToken * Math.max(structured.length, text.length),
  );
  if (most <= maxSize) return most;
  const sent = JSON.stringify(answer);
  if (sent.length > maxSize) return sent.length;
  const shown = Math.max(estimateTokens(structured), estimateTokens(text));
  return Math.max(sent.length, shown * charactersOfToken);
}

/** The size of an item in an answer, which holds it as structured content and inside a text. */
function sizeOf<Item>(item: Item, shown: (item: Item) => string): number {
  const json = JSON.stringify(item);
  return Math.max(json.length + JSON.stringify(shown(item)).length, estimateTokens(json) * charactersOfToken);
}

/** The size of a document in an answer, and the most that fits. */
export function documentSize(document: string): number {
  return Math.max(2 * JSON.stringify(document).length, charactersOfToken * estimateTokens(document));
}
export const maxDocument = maxSize - margin;

/**
 * An answer that fits: its longest texts are cut so far, then its lists. A cut text says how much it lacks and that
 * `source` has it; `next` says what the lists lack.
 * @param render the whole answer of an output
 */
export function fitted<Output extends object, Answer>(
  output: Output,
  render: (output: Output) => { answer: Answer; size: number },
  source: string,
): Answer {
  const whole = render(output);
  if (whole.size <= maxSize) return whole.answer;
  const fits = (part: Output) => render(part).size <= maxSize;
  const withTextsOf = (length: number) => withTexts(output, (text) => cut(text, length, source));
  const length = largest(shortestText, maxSize, (most) => fits(withTextsOf(most)));
  const short = withTextsOf(length);
  if (fits(short)) return render(short).answer;
  const withListsOf = (count: number) => withFirst(short, count);
  return render(withListsOf(largest(0, maxSize, (most) => fits(withListsOf(most))))).answer;
}

/** The largest number below `most` that is found to fit, by binary search; `least` where none does. */
function largest(least: number, most: number, fits: (number: number) => boolean): number {
  let [low, high] = [least, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The first items of each list of an output. */
function withFirst<Output extends object>(output: Output, count: number): Output {
  const lists = Object.entries(output).filter(([, list]) => Array.isArray(list) && list.length > count);
  const parts = lists.map(([name, list]) => [name, list.slice(0, count)]);
  const said = lists.map(([name, list]) => `${name}: the first ${count} of ${list.length}`).join('; ');
  return {
    ...output,
    ...Object.fromEntries(parts),
    truncated: true,
    next: `${said}. Ask for less at a time, or by REST.`,
  };
}

function cut(text: string, length: number, source: string): string {
  if (text.length <= length) return text;
  const kept = beginningOf(text, Math.max(0, length - moreOf(text.length, source).length));
  return kept + moreOf(codePoints(text.slice(kept.length)), source);
}

/**
 * The maximum size of the list in one answer for programs, in bytes. Hosts close the connection at a message above 10 MiB;
 * a whole answer stays below 4 MB.
 */
const maxListBytes = 3_500_000;

/** The most bytes that a character of JSON takes when it is sent twice, once inside a string. */
const bytesOfCharacter = 13;

/** A text's bytes inside a JSON string, less its quotes. */
export function sentBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** How the items of a list are counted. */
interface Counted<Item> {
  /** The answer is for a model. */
  isModel?: true | undefined;
  /** No text of an item is cut. */
  isWhole?: true;
  /** An item in the answer's text; default: its JSON. */
  shown?: ((item: Item) => string) | undefined;
}

/**
 * How many of the first items fit into one answer, at least one. They are counted as sent: as structured content and
 * again inside a text; for a model with their texts cut.
 */
export function fitting<Item>(
  items: readonly Item[],
  { isModel, isWhole, shown = JSON.stringify }: Counted<Item>,
): number {
  let left = isModel ? maxSize - margin : maxListBytes;
  if (JSON.stringify(items).length * bytesOfCharacter < left) return items.length;
  const weigh = (item: Item) => {
    if (!isModel) return Buffer.byteLength(JSON.stringify(item)) + sentBytes(JSON.stringify(item));
    return sizeOf(isWhole ? item : withTexts(item, (text) => text.slice(0, shortestInList)), shown);
  };
  for (const [i, item] of items.entries()) {
    left -= weigh(item);
    if (left < 0 && i > 0) return i;
  }
  return items.length;
}

/** A place in a list, as numbers, for a caller to hand back. */
export function cursorOf(place: readonly number[]): string {
  return Buffer.from(place.join('.')).toString('base64url');
}

/** The numbers of a cursor (cursor pagination). InvalidInput for a cursor that no page returned. */
export function placeOf(cursor: string, ...lengths: number[]): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  if (lengths.includes(parts.length) && parts.every((part) => Number.isSafeInteger(part) && part >= 0)) return parts;
  throw badCursor();
}
