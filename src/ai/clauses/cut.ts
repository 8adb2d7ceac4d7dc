import { markCode } from '../../text/code.ts';
import { asking, endsInQuestion } from '../../text/questions.ts';
import { splitSentences } from '../../text/sentences.ts';
import { words } from '../../text/words.ts';
import { type Block, splitBlocks } from '../rules/blocks.ts';
import { beforeRequest, beforeStatement, runOnRequest } from './joints.ts';

/** A part of a sentence that states, asks or orders one thing, with its position in the text. */
export interface Clause {
  text: string;
  /** With the marks and conjunctions around it: the joined clauses of a sentence are the sentence. */
  raw: string;
  /** Number of its sentence in the turn. */
  sentence: number;
  /** Its place among the clauses of its sentence, and how many these are. */
  part: number;
  parts: number;
  /** Its place among the clauses of the turn, and how many these are. */
  at: number;
  of: number;
  isQuestion: boolean;
  isItem: boolean;
  /** It announces the next clause: "The rules:". */
  isLeadIn: boolean;
  /** The line before the list that it is an item of ended in a colon. */
  isListed: boolean;
  turn: TurnShape;
}

/** The form of the whole turn. */
export interface TurnShape {
  isLong: boolean;
  /** It has headings or many bullets. */
  isDocument: boolean;
  /** It has code, logs or quotations, or is all headings. */
  isPasted: boolean;
}

const longTurn = 1_200;
const manyItems = 6;
const manyPasted = 4;
/** A clause of fewer words is incomplete. */
const fewestWords = 3;
/** Chinese and Japanese sentences beyond this length are cut at commas, into parts of at least `shortestPart`. */
const longUnspaced = 80;
const shortestPart = 12;
/** The same of the statement before a question, and of that question. */
const shortestStatement = 5;
const shortestQuestion = 3;

/** The clauses of a user's text, without code, logs, tables, headings and quotations. Linear in the text. */
export function cutClauses(said: string): Clause[] {
  const lines = said.replace(/\r\n?|\u2028|\u2029/gu, '\n').split('\n');
  const code = markCode(lines);
  const isQuoted = lines.map((line, i) => code[i] === true || isForeign(line));
  const blocks = splitBlocks(lines.map((text, i) => ({ text, isCode: isQuoted[i] === true }))).filter(isProse);
  const turn = shapeOf(said, lines, isQuoted);
  const clauses: Clause[] = [];
  let sentence = 0;
  for (const { kind, text, intro } of blocks) {
    for (const whole of splitSentences(text, true)) {
      const parts = partsOf(whole.trim())
        .map((raw) => ({ raw, text: trimmed(raw) }))
        .filter((one) => /\p{L}{2}|\p{Lo}/u.test(one.text));
      for (const [part, { raw, text: clause }] of parts.entries()) {
        clauses.push({
          text: clause,
          raw,
          sentence,
          part,
          parts: parts.length,
          at: clauses.length,
          of: 0,
          isQuestion: endsInQuestion(raw),
          isItem: kind === 'item',
          isLeadIn: /[:：]\s*$/u.test(raw),
          isListed: intro?.explains === true,
          turn,
        });
      }
      sentence++;
    }
  }
  for (const clause of clauses) clause.of = clauses.length;
  return clauses;
}

function isProse({ kind }: Block): boolean {
  return kind === 'paragraph' || kind === 'item';
}

/** Besides the certain marks of `markCode`: quotations, and lines that are mostly signs. */
function isForeign(line: string): boolean {
  if (
    /^\s*[>|]|^\s*(?:hint|fatal|error|warning|info|node|npm|remote|git): |^\S{1,60}@\S{1,60} .{0,80}[%$#](?: |$)/iu.test(
      line,
    )
  )
    return true;
  return line.length > 12 && countSigns(line) > 0.16 * line.length;
}

const signs = new Set('{}()[]<>=;|\\/_$#@*+~^');

/** How many signs of code, markup and tables a text has. */
export function countSigns(text: string): number {
  let count = 0;
  for (const sign of text) if (signs.has(sign)) count++;
  return count;
}

function shapeOf(said: string, lines: readonly string[], isQuoted: readonly boolean[]): TurnShape {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  const headings = count(/^\s*(?:#{1,5}\s|\*\*[^*]{1,200}\*\*:?\s*$)/u);
  const items = count(/^\s*(?:[-*•]|\d{1,3}[.)])\s/u);
  return {
    isLong: said.length > longTurn,
    isDocument: headings >= 2 || items >= manyItems,
    isPasted: isQuoted.filter(Boolean).length >= manyPasted || headings >= 3,
  };
}

/** Cuts a sentence where a request begins, and where another statement begins. */
function partsOf(sentence: string): string[] {
  const cuts = new Set([0]);
  for (const joint of [beforeRequest, runOnRequest, beforeStatement]) {
    // `matchAll` would copy these long patterns for each sentence.
    joint.lastIndex = 0;
    for (let found = joint.exec(sentence); found; found = joint.exec(sentence)) cuts.add(joint.lastIndex);
  }
  if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(sentence)) cutAtCommas(sentence, cuts);
  else if (endsInQuestion(sentence)) cutBeforeQuestion(sentence, cuts);
  const places = [...cuts].sort((a, b) => a - b);
  const parts: string[] = [];
  for (const [i, from] of places.entries()) {
    const part = sentence.slice(from, places[i + 1]);
    const last = parts.at(-1);
    if (last !== undefined && (isShort(part) || isShort(last) || isCondition(last)))
      parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

const condition =
  /^\s*(?:if|when|whenever|while|after|before|once|unless|until|wenn|falls|si|quand|cuando|quando|se|als|jeśli|gdy|если|когда|om|när)\s/iu;

/** "From now on, | always deploy on Mondays": it says nothing without the next part. */
const opening =
  /^\s*(?:for now|for the time being|vorerst|pour (?:le moment|l'instant)|por ahora|por enquanto|per ora|from now on|going forward|in (?:the )?future|as a rule|ab (?:jetzt|sofort)|in zukunft|künftig|dorénavant|désormais|à partir de maintenant|de ahora en adelante|a partir de ahora|a partir de agora|d'ora in poi|vanaf nu|od teraz|отныне|с этого момента|bundan sonra|från och med nu)[\s,:–—-]*$/iu;

/** "If the tests pass, | please push": the condition belongs to the next part. */
function isCondition(part: string): boolean {
  const said = part.trimEnd();
  if (opening.test(said.slice(0, 40))) return true;
  return condition.test(said) && !said.slice(0, -1).includes(',');
}

/** "Тестовый сервер теперь на 8181, | почему не коннектится?" */
function cutBeforeQuestion(sentence: string, cuts: Set<number>): void {
  const from = sentence.lastIndexOf(', ') + 1;
  if (from > 0 && asking.test(words(sentence.slice(from))[0] ?? '')) cuts.add(from);
}

/** At the end of a Chinese or Japanese question, with or without its mark. */
const asked = /(?:[?？]|[吗呢嘛]|(?:です|ます|でしょう|ません)か)[。.!！?？\s]*$/u;

/** A request at the end: "端口换成9000了，| 帮我看看", "水曜に変わったので、| カレンダーを更新して". */
const requested =
  /[，,；;]\s?(?:请|請|帮|幫|麻烦|麻煩)[^，,；;]{1,60}$|[てで](?:ください|下さい|くれ|ほしい)?[。.!！\s]*$/u;

/** A comma, and a Japanese one behind a verb: "ドメインは持っています、| どうやって…？" */
const comma = /[，,；;]|(?<=(?:です|ます|ました|ません|[だたるい])(?:が|けど|けれど|ので)?)、/gu;

/** A sentence stays whole, but for a question or a request at its end: "我有域名，| 怎么备案？" */
function cutAtCommas(sentence: string, cuts: Set<number>): void {
  const commas = [...sentence.matchAll(comma)].map(({ index }) => index + 1);
  const beforeQuestion =
    asked.test(sentence.slice(-20)) || requested.test(sentence.slice(-80))
      ? commas.filter((to) => sentence.length - to >= shortestQuestion).at(-1)
      : undefined;
  if (beforeQuestion !== undefined && beforeQuestion >= shortestStatement) cuts.add(beforeQuestion);
  if (sentence.length <= longUnspaced) return;
  let from = 0;
  for (const [i, to] of commas.entries()) {
    const next = commas[i + 1] ?? sentence.length;
    if (next - from <= longUnspaced || to - from < shortestPart || sentence.length - to < shortestPart) continue;
    cuts.add(to);
    from = to;
  }
}

function isShort(part: string): boolean {
  return !/[\u3040-\u30ff\u4e00-\u9fff]/u.test(part) && part.trim().split(/\s+/u, fewestWords).length < fewestWords;
}

/** Marks between clauses. */
const marks = new Set(' \t\u00a0-–—,;:*_"\'“”•，；');
/** The number of the next item of a list within a line: "…; 4." */
const nextNumber = /(?:[;；]\s?\d{1,2}[.、)]|[，：]\s?\d{1,2}、)$/u;
const joins = new Set(['and', 'but', 'so', 'because', 'since', 'then', 'und', 'et', 'y', 'e', 'и']);

/** Without the marks and the conjunction between it and its neighbours. */
export function trimmed(part: string): string {
  const text = withoutMarks(withoutMarks(part).replace(nextNumber, ''));
  const last = text.slice(text.lastIndexOf(' ') + 1);
  return last.length < text.length && joins.has(last.toLowerCase()) ? withoutMarks(text.slice(0, -last.length)) : text;
}

function withoutMarks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && marks.has(text.charAt(from))) from++;
  while (to > from && marks.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
