import type { CaptureMode, StatementKind } from '../../domain/captured-clause.ts';
import type { Origin } from '../../text/foreign.ts';
import { correcting, isCorrection, mayEndOther, saysChange, saysInstead } from './changes.ts';
import { cjk } from './cue-classes.ts';
import { plain } from './cue-rules.ts';
import { trimmed } from './cut.ts';
import { isAsked, isTooShortOrLong, needsContext } from './form.ts';
import { byNetwork, type Grade, type Grading } from './grades.ts';
import type { Objection } from './objections.ts';
import { isReason } from './orders.ts';
import { inPassing, isShouted, isToAgent } from './passing.ts';
import { type Read, read, readClauses } from './read.ts';

/** The outcome for a clause. */
interface Verdict {
  outcome: 'kept' | 'proposed' | 'left out';
  reason: string;
  /** It is stored where a memory is about the same: it says that this has changed. */
  mayChange?: boolean;
}

/** A statement from the conversation, its outcome and the reason. */
export interface Judged extends Verdict {
  text: string;
  kind: StatementKind;
  /** Not the user's own statement, or an order that could do harm: only a person may make it a memory. */
  isForeign: boolean;
}

/** The longest preceding sentence that makes a statement understandable. */
const maxBeforeLength = 200;

const whyNot: Record<Objection, string> = {
  question: 'a question',
  unfinished: 'says nothing by itself',
  moment: 'a matter of the moment',
  state: 'how somebody is just now',
  symptom: 'an error or a symptom',
  pasted: 'pasted',
  output: 'output, or names alone',
};

/** The statements of a user that are stored without a request to remember them. */
export function judge(said: string, mode: CaptureMode, grade: Grading = byNetwork()): Judged[] {
  const judged: Judged[] = [];
  /** The sentence of the preceding statement, if that is stored, and its own context. */
  let last: { outcome: Verdict['outcome']; sentence: number; raw: string; before: string } | undefined;
  const clauses = readClauses(said);
  const graded = grade(clauses.map(asSpoken), mode);
  const verdicts = clauses.map((clause, at) => {
    const sentence = clauses.filter((one) => one.sentence === clause.sentence);
    return inDoubt(verdictOn(clause, graded[at]!, sentence), doubtOn(clause));
  });
  keepCorrectionsWhole(clauses, verdicts);
  for (const [at, clause] of clauses.entries()) {
    const isForeign = doubtOn(clause) !== undefined;
    const verdict = verdicts[at]!;
    const { outcome } = verdict;
    const kind = kindOf(clause);
    const rule = judged.at(-1);
    const mayExplain = outcome !== 'kept' && last?.sentence === clause.sentence && !clause.isQuestion;
    if (mayExplain && rule && givesReason(clause, rule, last!.raw)) {
      last!.raw += clause.raw;
      rule.text = last!.before + asSaid(last!.raw);
      continue;
    }
    if (outcome === 'left out') {
      judged.push({ ...verdict, text: clause.text, kind, isForeign });
      last = undefined;
      continue;
    }
    const { sentence, raw } = clause;
    const preceding = clauses[at - 1];
    // Words of two people make no statement together.
    const isJoined = preceding?.origin === clause.origin;
    const statement = isJoined ? judged.at(-1) : undefined;
    const before = isJoined ? preceding : undefined;
    const text = asSaid(raw);
    if (statement && last?.sentence === sentence && last.outcome === outcome) {
      last.raw += raw;
      statement.text = last.before + asSaid(last.raw);
    } else if (statement && last && saysInstead(last.raw.trim(), text)) {
      judged.splice(-1, 1, { ...statement, text: asSentence(statement.text) + text });
      last = { outcome, sentence, raw, before: asSentence(statement.text) };
    } else if (!needsContext(clause, text)) {
      const reason = statement && before?.sentence === sentence && leadsToReason(before.raw) ? before.raw : '';
      if (reason !== '') judged.pop();
      judged.push({ ...verdict, text: asSaid(reason + raw), kind, isForeign });
      last = { outcome, sentence, raw: reason + raw, before: '' };
    } else if (statement && before && canPrecede(before) && (outcome === 'kept' || statement.outcome !== 'kept')) {
      const first = asSentence(last ? statement.text : before.text);
      // The sentence that it refers to is no longer a statement of its own.
      judged.splice(-1, 1, { ...verdict, text: first + text, kind, isForeign });
      last = { outcome, sentence, raw, before: first };
    } else {
      const { mayChange } = verdict;
      judged.push({
        ...leftOut('depends on the statement before'),
        ...(mayChange && { mayChange }),
        text,
        kind,
        isForeign,
      });
      last = undefined;
    }
  }
  return judged;
}

/** Grades know texts in the usual case. */
function asSpoken(clause: Read): Read {
  if (!isShouted(clause)) return clause;
  const [text, raw] = [clause.text, clause.raw].map((one) => one.toLowerCase()) as [string, string];
  return { ...clause, ...read({ ...clause, text, raw }) };
}

/** Both halves of a correction have the better outcome of the two: together they are one statement. */
function keepCorrectionsWhole(clauses: readonly Read[], verdicts: Verdict[]): void {
  for (const [at, { text, sentence, origin }] of clauses.entries()) {
    const before = clauses[at - 1];
    if (!before || before.origin !== origin) continue;
    const isWhole = before.sentence === sentence ? isCorrection(before.raw, text) : saysInstead(before.text, text);
    if (!isWhole) continue;
    const [first, second] = [verdicts[at - 1]!, verdicts[at]!];
    const better = outcomes.indexOf(first.outcome) <= outcomes.indexOf(second.outcome) ? first : second;
    verdicts.splice(at - 1, 2, better, better);
  }
}

const outcomes: readonly Verdict['outcome'][] = ['kept', 'proposed', 'left out'];

/** Letters of the longest join, with the marks behind it. */
const joinReach = 20;
const join =
  /(?<![\p{L}\p{N}])(?:so|because|since|weil|denn|da|deshalb|darum|daher|parce que|car|donc|porque|pues|así que|por eso|então|por isso|perché|quindi|want|omdat|dus|bo|ponieważ|więc|потому что|поэтому|так как|çünkü|eftersom|därför|så)[\s,:–—-]*$/iu;

/** "I'm colour-blind, so | don't rely on colours": the reason goes with its rule. */
function leadsToReason(raw: string): boolean {
  return join.test(raw.slice(-joinReach));
}

/** "Don't use any, | we have had bugs from it": what stands beside a rule and is no order explains it. */
function givesReason(clause: Read, { kind }: Judged, before: string): boolean {
  return leadsToReason(before) || (kind === 'rule' && isReason(clause));
}

function canPrecede({ text, objection }: Read): boolean {
  return text.length <= maxBeforeLength && (objection === undefined || objection === 'moment');
}

/** With its full stop, ready for another sentence. */
function asSentence(text: string): string {
  const end = /[.!…。！]$/u.test(text) ? '' : cjk.test(text) ? '。' : '.';
  return text + end + (cjk.test(text) ? '' : ' ');
}

function verdictOn(clause: Read, grade: Grade, sentence: readonly Read[]): Verdict {
  const { isCued, isOfOwnLife, objection } = clause;
  const mayChange = isOwnStatement(clause) && mayEndOther(plain(clause.raw));
  if (objection === undefined && isOfOwnLife)
    return { outcome: 'kept', reason: 'says who belongs to the user, or an age' };
  if (objection === undefined && !isTooShortOrLong(clause) && isAsked(clause))
    return { outcome: 'kept', reason: 'the user asked to remember it' };
  const passing = grade === 'kept' ? inPassing(clause, sentence) : undefined;
  if (passing !== undefined) return { outcome: 'proposed', reason: passing, mayChange };
  if (grade === 'kept')
    return { outcome: 'kept', reason: isCued ? 'worded as what holds for good' : 'recognised as lasting', mayChange };
  const isProposed = grade === 'proposed' && !isShouted(clause) && !isToAgent(clause);
  if (isProposed) return { outcome: 'proposed', reason: 'probably lasting', mayChange };
  if (objection !== undefined) return { ...leftOut(whyNot[objection]), mayChange };
  return { ...leftOut(isTooShortOrLong(clause) ? 'too short or too long' : 'not recognised as lasting'), mayChange };
}

/** "端口改成 9000 了" tells that it is done; "改成 9000 就行了" asks for it. */
const done = /了[。！.]?$/u;
const asked = /(?:(?:就行|就好|就可以)了?|吧|一下|ください|下さい|して|해 ?줘|주세요)[。！.]?$/u;

/** Whether a clause tells something, whatever it is worth: no order, question or paste. */
function isOwnStatement(clause: Read): boolean {
  const { text, raw, objection, turn, cues } = clause;
  // "We dropped Sentry; errors go to Honeycomb" tells of no error.
  const isNoSymptom = objection === 'symptom' && saysChange(plain(raw));
  const isTold = objection === undefined || objection === 'moment' || isNoSymptom;
  const isTask = (cues.get('task') ?? 'later') !== 'later' && !done.test(text);
  const isOrder = isTask || asked.test(text) || (ordering.test(text) && !correcting.test(text));
  return isTold && !turn.isPasted && !isOrder && !isTooShortOrLong(clause);
}

const whose: Record<Origin, string> = {
  pasted: 'from a text that the user gave to work on',
  quoted: 'in the words of somebody else',
  fiction: 'in a story',
  supposed: 'a supposition',
};

/** Why a clause is at most proposed; undefined where nothing speaks for it. */
export function doubtOn({ origin, warning }: Pick<Read, 'origin' | 'warning'>): string | undefined {
  const doubts = [...(origin === undefined ? [] : [whose[origin]]), ...(warning === undefined ? [] : [warning])];
  return doubts.length === 0 ? undefined : doubts.join('; ');
}

function inDoubt(verdict: Verdict, doubt: string | undefined): Verdict {
  if (doubt === undefined) return verdict;
  const { outcome, reason } = verdict;
  return outcome === 'left out' ? { outcome, reason } : { outcome: 'proposed', reason: doubt };
}

function leftOut(reason: string): Verdict {
  return { outcome: 'left out', reason };
}

/** Words at the beginning of a statement that continue the last one. */
const carryOn =
  /^(?:(?:so|and|but|also|then|because|since|und|aber|et|mais|pero|maar|ale|och|но),?\s+|(?:ok|okay|no|yes|well|oh|btw|ja|nein|oui|non|sí|sim|não|nee|tak|nie|да|нет),\s+)+(?=\S)|^(?:(?:また|なお|あと|それと|それから|ちなみに|另外|还有|而且|然后)[、，,]\s?)+(?=\S)/iu;
/** What joins a Japanese statement to one that is left out: 「水曜に変わったので、」 */
const carriedOn = /(?<=.)(?:ので|けれども?|けど)、?$/u;

function asSaid(raw: string): string {
  const text = trimmed(raw).replace(carriedOn, '');
  const rest = text.replace(carryOn, '');
  return rest === text || cjk.test(text) ? rest : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Beginnings of orders that no class of cues has. */
const ordering = /^(?:please )?(?:no|keep|run|write|put|name|follow|commit|test|answer|reply|stick|stop)(?!\p{L})/iu;

const kindsOfCues: readonly (readonly [kind: StatementKind, cues: readonly string[]])[] = [
  ['preference', ['prefer']],
  ['decision', ['decide']],
  ['rule', ['always', 'never', 'forbid', 'must', 'only', 'future', 'remember']],
];

/** What kind of statement a clause is. */
function kindOf({ raw, cues }: Pick<Read, 'raw' | 'cues'>): StatementKind {
  const said = plain(raw);
  if (correcting.test(said)) return 'correction';
  const isOrder = cues.get('use') === 'first' || ordering.test(said);
  return kindsOfCues.find(([, names]) => names.some((name) => cues.has(name)))?.[0] ?? (isOrder ? 'rule' : 'fact');
}

/** The kind of a stored statement: a decision where one of its clauses is one, else that of its first clause. */
export function kindOfStatement(text: string): StatementKind {
  const kinds = readClauses(text).map(kindOf);
  return kinds.includes('decision') ? 'decision' : (kinds[0] ?? 'fact');
}
