import { dayIn, instantOf } from '../dates.ts';
import { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { turnPieces } from './chat-turns.ts';
import type { ChatTurn } from './messages.ts';
import { type Fields, isFields, textIn, unpacked } from './values.ts';

/** What stands before a prompt in an activity, by the account's language. */
const prompted =
  /^(?:Prompted|You said|Asked|Eingegebener Prompt|Prompt saisi|Requête|Prompt introducido|Prompt inserito|Prompt inserido|Ingevoerde prompt|送信したメッセージ|プロンプト|提示词|提示詞|프롬프트|Промт|Запрос)\s?[:：]?\s{1,3}/iu;
/** What is no prompt: a use of a feature, feedback, a canvas. */
const otherActivity = 'activities without a prompt';

/**
 * Google's "My Activity" of Gemini (Takeout, JSON): each prompt with its answer in HTML. Of prompts with answers what
 * all begin with is no word of the user. Undefined for another list.
 */
export function geminiPieces(list: readonly unknown[], leftOut: LeftOut): Piece[] | undefined {
  if (list.length === 0 || !list.every(isActivity)) return undefined;
  const activities = list as readonly Fields[];
  const answered = activities.filter(({ safeHtmlItem }) => Array.isArray(safeHtmlItem));
  const start = sharedStart(answered.map((one) => textIn(one, 'title')));
  // The newest stands first.
  return activities.toReversed().flatMap((one) => {
    const turns = turnsOf(one, start);
    if (turns.length === 0) leftOut.add(otherActivity);
    return turnPieces(turns, leftOut, undefined, conversationOf(one));
  });
}

function isActivity(one: unknown): boolean {
  if (!isFields(one) || typeof one.title !== 'string' || typeof one.time !== 'string') return false;
  const products = Array.isArray(one.products) ? one.products : [];
  return [one.header, ...products].some((name) => typeof name === 'string' && /gemini|bard/i.test(name));
}

function turnsOf(one: Fields, start: string): ChatTurn[] {
  const occurredAt = instantOf(one.time);
  const title = textIn(one, 'title');
  const turn = (speaker: string, text: string): ChatTurn[] => (text === '' ? [] : [{ speaker, text, occurredAt }]);
  const details = (Array.isArray(one.details) ? one.details : []).filter(isFields);
  const told = details.flatMap((detail) =>
    /^(?:request|response)$/i.test(textIn(detail, 'name')) ? turn(textIn(detail, 'name'), textIn(detail, 'value')) : [],
  );
  if (told.length > 0) return told;
  const exchanged = (Array.isArray(one.userInteractions) ? one.userInteractions : [])
    .map((each) => (isFields(each) && isFields(each.userInteraction) ? each.userInteraction : {}))
    .flatMap(({ request, response }) => [
      ...turn('request', textWithin(request)),
      ...turn('response', textWithin(response)),
    ]);
  if (exchanged.length > 0) return exchanged;
  const answer = (Array.isArray(one.safeHtmlItem) ? one.safeHtmlItem : [])
    .filter(isFields)
    .map((part) => htmlText(textIn(part, 'html', 'htmlValue')))
    .filter((text) => text !== '')
    .join('\n\n');
  const said = /^Gemini said:\s+/.exec(title)?.[0];
  if (said !== undefined) return turn('assistant', title.slice(said.length));
  const before = prompted.exec(title)?.[0] ?? (title.startsWith(start) ? start : '');
  if (before === '' && answer === '') return [];
  return [...turn('user', title.slice(before.length).trim()), ...turn('assistant', answer)];
}

/** The names under which a request or response has its words; how it nests them is not documented. */
const wordNames = new Set([
  'text',
  'prompt',
  'query',
  'content',
  'value',
  'message',
  'html',
  'parts',
  'request',
  'response',
]);
const maxNesting = 12;

/** The words of a request or response, which is JSON as a text (https://portable-ai-memory.org/providers/google). */
function textWithin(value: unknown, depth = 0): string {
  if (depth > maxNesting) return '';
  const inner = unpacked(value);
  if (typeof inner === 'string') return htmlText(inner);
  if (typeof inner !== 'object' || inner === null) return '';
  const parts = Array.isArray(inner)
    ? inner
    : Object.entries(inner).flatMap(([name, one]) => (wordNames.has(name) ? [one] : []));
  return parts
    .map((one) => textWithin(one, depth + 1))
    .filter((text) => text !== '')
    .join('\n');
}

/** The first words that all of at least three titles have, up to a space. */
function sharedStart(titles: readonly string[]): string {
  const [first = '', ...rest] = titles;
  if (rest.length < 2) return '';
  let length = Math.min(first.length, 60);
  for (const title of rest) while (!title.startsWith(first.slice(0, length))) length--;
  return first.slice(0, first.slice(0, length).lastIndexOf(' ') + 1);
}

/** The conversation's address, in the activity or its details. */
function conversationOf(one: Fields): string {
  const details = (Array.isArray(one.details) ? one.details : []).filter(isFields);
  const addresses = [textIn(one, 'titleUrl'), ...details.map((detail) => textIn(detail, 'url', 'name'))];
  return addresses.map((url) => /\/app\/(?:c\/)?([\w-]{6,})/.exec(url)?.[1]).find((id) => id !== undefined) ?? '';
}

const cell = '<div class="content-cell';

/** The same activities as a page (`MyActivity.html`); undefined for another page. */
export function geminiPagePieces(html: string): { pieces: Piece[]; leftOut: ReturnType<LeftOut['list']> } | undefined {
  const [head = '', ...cards] = html.split('<div class="outer-cell');
  if (cards.length === 0 || !/My Activity|content-cell/.test(head + (cards[0] ?? ''))) return undefined;
  if (!cards.every((card) => /gemini|bard/i.test(card.slice(0, card.indexOf(cell))))) return undefined;
  const leftOut = new LeftOut();
  const pieces = cards.toReversed().flatMap((card) => {
    const from = card.indexOf(cell);
    const start = card.indexOf('>', from) + 1;
    const end = card.indexOf(cell, start);
    const lines = card.slice(start, end < 0 ? undefined : end).split(/<br\s?\/?>/i);
    const at = lines.findIndex(
      (line) => line.length < 100 && /\d{1,2}[:.]\d{2}/.test(line) && timeOf(line) !== undefined,
    );
    const title = htmlText(lines.slice(0, Math.max(0, at)).join('<br>'));
    const before = prompted.exec(title)?.[0];
    if (at < 0 || before === undefined) {
      leftOut.add(otherActivity);
      return [];
    }
    const occurredAt = timeOf(lines[at] ?? '');
    const answer = htmlText(lines.slice(at + 1).join('<br>'));
    const turns = [
      { speaker: 'user', text: title.slice(before.length), occurredAt },
      { speaker: 'assistant', text: answer, occurredAt },
    ];
    return turnPieces(turns, leftOut);
  });
  return { pieces, leftOut: leftOut.list() };
}

/** `Mar 2, 2026, 9:15:00 AM GMT+01:00`; of other languages the day. */
function timeOf(line: string): string | undefined {
  const text = htmlText(line).replace(/\s+/gu, ' ').trim();
  const exact = /^[\x20-\x7e]+$/.test(text) ? new Date(text) : undefined;
  return exact && !Number.isNaN(exact.getTime()) ? exact.toISOString() : dayIn(text);
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', emsp: ' ' }));

/** Tags that end a line. */
const blocks = new Set('p div br ul ol li h1 h2 h3 h4 h5 h6 pre table tr blockquote hr'.split(' '));

/** The text of the few tags that an answer has; Google escapes only what HTML must. */
function htmlText(html: string): string {
  return html
    .replace(/<([^<>]*)>/g, (whole, inside: string) => {
      const [, end, name = ''] = /^(\/?)([a-z\d]{1,20})/i.exec(inside) ?? [];
      if (name === '') return whole;
      if (name.toLowerCase() === 'li' && end === '') return '\n- ';
      return blocks.has(name.toLowerCase()) ? '\n' : '';
    })
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name = '') => {
      if (!decimal && !hex) return entities.get(name.toLowerCase()) ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
