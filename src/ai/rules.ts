import { type AnsweredOperation, type ExtractionRequest, type Extractor, noUsage } from '../domain/ai.ts';
import type { CaptureMode } from '../domain/captured-clause.ts';
import { contentIdentity } from '../domain/text.ts';
import { aboutOf } from '../text/about/about.ts';
import { ownWords } from '../text/foreign.ts';
import { pathBefore } from '../text/headings.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Speaker } from '../text/speakers.ts';
import { turnsOfChat } from '../text/turns.ts';
import { unspaced, words } from '../text/words.ts';
import { isNames } from './clauses/names.ts';
import { isRequest } from './clauses/requests.ts';
import { rulesDeadlineMs } from './models.ts';
import { isChatter } from './rules/chatter.ts';
import { Classifier } from './rules/classify.ts';
import { lookUpsOf, Stored, saysChanged } from './rules/corrections.ts';
import { isFiller } from './rules/filler.ts';
import { withoutLeadIn } from './rules/lead-ins.ts';
import { mayLast, overhear } from './rules/overhear.ts';
import { salienceOf } from './rules/salience.ts';
import { fitting, splitStatements, type TextStatement } from './rules/statements.ts';

/**
 * Extraction without a provider: no network, the same answer for the same text, in any script. It only adds memories. One
 * ends only if a statement explicitly says that it has changed.
 * @param encodes whether it may use the encoder of the package
 */
export function rulesExtractor(encodes = true): Extractor {
  return {
    kind: 'rules',
    deadlineMs: rulesDeadlineMs,
    lookUps,
    extract: async (request) => ({ answer: { operations: propose(request, encodes) }, usage: noUsage }),
  };
}

/** The limit for the look-up of a text with many statements. */
const maxLookUps = 20;

function lookUps(text: string): string[] {
  const wanted = splitStatements(withoutPath(text).rest).flatMap((statement) =>
    mayCorrect(statement) ? lookUpsOf(saidIn(statement).said) : [],
  );
  return [...new Set(wanted)].slice(0, maxLookUps);
}

/** Statements of the assistant never correct what is stored about the user. */
function mayCorrect({ isCode, speaker }: TextStatement): boolean {
  return !isCode && speaker?.role !== 'assistant';
}

function saidIn({ text, context }: TextStatement): { said: string; stressed: boolean } {
  const { rest, stressed } = withoutLeadIn(text);
  return { said: context ? `${context}: ${rest}` : rest, stressed };
}

function propose(request: ExtractionRequest, encodes: boolean): AnsweredOperation[] {
  const { text, overheard, isDocument, saidBy } = request;
  const stored = new Stored(request.similar, request.occurredAt, request.ends);
  const add = adding(request, stored, encodes);
  const proposeFrom = (turn: string, mode: CaptureMode) =>
    overhear(turn, mode, encodes).flatMap(
      ({ kind, isForeign = false, mayChange, ...statement }): AnsweredOperation[] => {
        const { said, stressed } = saidIn(statement);
        const isChange = mayChange === true && statement.outcome !== 'kept' && stored.isAbout(said);
        const outcome = isChange ? 'kept' : statement.outcome;
        const reason = isChange ? saysChanged : statement.reason;
        if (outcome === 'left out') return [{ operation: 'NONE', content: statement.text, kind, reason }];
        const isProposed = outcome === 'proposed' && (isForeign || overheard !== undefined);
        const reading = { stressed, why: reason, kind, isProposed, ...(isForeign && { isForeign }) };
        return add(attributed(said, statement.speaker), said, statement, reading);
      },
    );
  if (overheard !== undefined) return proposeFrom(text, overheard);
  const { path, rest: unread } = withoutPath(text);
  // The user asked to remember the text, so a statement needs little evidence.
  const chat = isDocument ? undefined : turnsOfChat(unread);
  if (chat) return chat.flatMap((turn) => proposeFrom(turn, 'eager'));
  const statements = splitStatements(unread);
  const isOthers = saidBy === 'user' ? othersWords(unread) : () => false;
  const proposed = statements.flatMap((statement): AnsweredOperation[] => {
    if (statement.isCode) return [{ operation: 'NONE', reason: 'code or output: the words around it are remembered' }];
    if (!isDocument && splitSentences(statement.text).every(isRequest))
      return [{ operation: 'NONE', reason: 'a question or a request' }];
    if (!isDocument && isNames(statement.text))
      return [{ operation: 'NONE', reason: 'a name, a path or an address without a statement' }];
    if (
      isFiller(statement.text, statement.speaker) ||
      (saidBy === 'user' && (isTooShort(statement.text) || isChatter(statement.text)))
    )
      return [{ operation: 'NONE', reason: 'small talk' }];
    const { said, stressed } = saidIn(statement);
    const isPassing = isOthers(statement.text);
    return add(path + attributed(said, statement.speaker), said, statement, { stressed, isPassing });
  });
  const isStored = proposed.some(({ operation }) => operation !== 'NONE');
  if (!isDocument || isStored || !statements.some(({ isCode }) => isCode)) return proposed;
  return fitting(text.trim()).flatMap((part) => add(part, part, { text: part }));
}

/** How a statement was read. */
interface Reading extends Pick<AnsweredOperation, 'kind' | 'isProposed' | 'isForeign'> {
  stressed?: boolean;
  /** In a chat, but not the user's own words. */
  isPassing?: boolean;
  why?: string;
}

/** Proposes statements as new memories, each once, with the stored one that it ends. */
function adding({ categories, own, isDocument, saidBy }: ExtractionRequest, stored: Stored, encodes: boolean) {
  const classifiers = { project: new Classifier(categories), user: new Classifier(own?.categories ?? categories) };
  const seen = new Set<string>();
  return (
    content: string,
    said: string,
    statement: TextStatement,
    { stressed = false, isPassing = false, why, kind, isProposed = false, isForeign }: Reading = {},
  ): AnsweredOperation[] => {
    const { heading, speaker } = statement;
    const identity = contentIdentity(content);
    if (seen.has(identity)) return [];
    seen.add(identity);
    const { ended, reason = why } = (!isProposed && mayCorrect(statement) && stored.correctedBy(said)) || {};
    const about = own && aboutOf(said);
    const ends = ended && [ended.id];
    const add = { operation: 'ADD', content, kind, isProposed, isForeign, ends, reason, about } as const;
    // A document does not weigh what the user has weighed.
    if (ended && !isDocument) {
      const { category, importance, salience } = ended;
      return [{ ...add, category, importance, salience }];
    }
    const { category, certainty } = classifiers[about ?? 'project'].classify(
      isDocument ? said.replace(headingPath, '') : said,
      {
        heading,
        kind: kind ?? undefined,
      },
    );
    const { name } = category;
    const isReported = speaker?.role === 'assistant';
    const isOfChat = saidBy !== undefined;
    const isTalk = isOfChat && (isReported || isPassing || !mayLast(said.slice(pathBefore(said).length), encodes));
    const importance = isTalk ? 'LOW' : category.importance;
    const salience = salienceOf(said, { stressed, certainty, importance, isReported, isOfChat });
    return [{ ...add, category: name, importance, salience }];
  };
}

/** The headings before a piece of a document: "Diary › 2026-03-14: ". A date there makes no event of the piece. */
const headingPath = /^[^\n:]{0,300} › [^\n:›]{0,100}: /u;

/** A turn of an imported conversation comes with the path to it: "Lisbon trip › User: I'd like to …". */
function withoutPath(text: string): { path: string; rest: string } {
  const path = /^[^\n]{0,1000}? › (?=(?:User|Assistant): )/u.exec(text)?.[0] ?? '';
  return { path, rest: text.slice(path.length) };
}

/** How much of a statement is looked for in a turn. */
const soughtLength = 60;
const inOneLine = (text: string) => text.replace(/\s+/gu, ' ');

/** Tells of a statement of a turn whether it is pasted, quoted, given to be worked on, or role play. */
function othersWords(turn: string): (statement: string) => boolean {
  const [all, own] = [inOneLine(turn), inOneLine(ownWords(turn))];
  if (all === own) return () => false;
  return (statement) => {
    const sought = inOneLine(statement).slice(0, soughtLength);
    return all.includes(sought) && !own.includes(sought);
  };
}

const fewWords = 3;

/** "Melanie!" in a conversation says nothing; in notes it may be a value. */
function isTooShort(text: string): boolean {
  return !unspaced.test(text) && words(text).length < fewWords;
}

/** The speaker, unless it is the user. */
function attributed(said: string, speaker: Speaker | undefined): string {
  if (!speaker) return said;
  // "User: admin" is not something that the user said.
  const speaks = speaker.role === 'user' && (unspaced.test(said) || words(said).length >= fewWords);
  return speaks ? said : `${speaker.name}: ${said}`;
}
