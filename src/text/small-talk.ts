import { reactions } from './reactions.ts';
import { splitSentences } from './sentences.ts';
import { fillerPhrases, fillerTemplates, fillerWords, onlyBesideOthers } from './small-talk-phrases.ts';
import { isTurn, type Line, splitTurns } from './turns.ts';
import { words } from './words.ts';

const templates = [...fillerTemplates, ...reactions];
/** A statement with more words than this says something. */
const maxFillerLength = 12;
/** Filler words that may be before a phrase: "ok, sure, go ahead". */
const maxBefore = 4;

/** Greetings, thanks, assent, requests to wait or go on, in many languages, or nothing but signs and emoji. */
export function isSmallTalk(statement: string): boolean {
  if (statement.length > 300) return !holdsWord(statement);
  if (!holdsWord(statement)) return true;
  const all = words(statement);
  if (all.length > maxFillerLength) return false;
  if (isFillerClause(all)) return true;
  const unnamed = withoutName(statement);
  if (unnamed !== statement) return isSmallTalk(unnamed);
  const clauses = statement.split(/[,;:.!?…，。、！？；]|\s[–—-]\s/u).filter(holdsWord);
  return clauses.length > 1 && clauses.every((clause) => isFillerClause(words(clause)));
}

/** Whether a text is only small talk: every sentence of every speaker. */
export function saysNothing(text: string): boolean {
  if (text.length > 1_000) return !holdsWord(text);
  const lines: Line[] = text.split(/\r\n?|\n/u).map((line) => ({ text: line, isCode: false }));
  return splitTurns(lines)
    .filter(isTurn)
    .every(({ lines: said }) => said.flatMap((line) => splitSentences(line.text)).every(isSmallTalk));
}

/** The tables of all letters are used only for a text without ASCII letters: loading them takes milliseconds. */
function holdsWord(text: string): boolean {
  return /[A-Za-z0-9]/u.test(text) || /[\p{L}\p{N}]/u.test(text);
}

/** "Hey Mel!", "Totally agree, Mel." without the name of who is spoken to; "No Docker" and "Ja, Berlin" say something. */
function withoutName(statement: string): string {
  return statement
    .replace(
      /(?<=\S[\s,]\s?)(?<!^(?:[Nn]o|[Nn]ein|[Nn]on|[Nn]ee|[Nn]ej|[Nn]ie|[Nn]ão|[Hh]ayır|[Нн]ет|[Нн]і|[Yy]es|[Jj]a|[Oo]ui|[Ss][ií]m?|[Tt]ak|[Ee]vet|[Дд]а|[Тт]ак),? )(?<!['’]s |\b(?:is|am|are) )\p{Lu}[\p{Ll}\p{M}]{1,20}(?=[\s!.,…]*$)/u,
      '',
    )
    .replace(/^\p{Lu}[\p{Ll}\p{M}]{1,20},\s/u, '');
}

function isFillerClause(all: string[]): boolean {
  const isFill = (word: string) => fillerWords.has(word);
  if (all.every(isFill) && all.some((word) => !onlyBesideOthers.has(word))) return true;
  for (let from = 0; from <= maxBefore && from < all.length; from++) {
    const said = all.slice(from).join(' ');
    if (fillerPhrases.has(said) || templates.some((phrase) => phrase.test(said))) return true;
    if (fillerPhrases.has(all.slice(from, -1).join(' ')) && isFill(all.at(-1) ?? '')) return true;
    if (!isFill(all[from] as string)) return false;
  }
  return false;
}
