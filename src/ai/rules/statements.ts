import { maxContentLength } from '../../domain/memory.ts';
import { markCode } from '../../text/code.ts';
import { isLeadIn, packSentences, splitLeadIn } from '../../text/prose.ts';
import { splitSentences } from '../../text/sentences.ts';
import { isSmallTalk } from '../../text/small-talk.ts';
import type { Speaker } from '../../text/speakers.ts';
import { splitTurns, type TranscriptTurn } from '../../text/turns.ts';
import { isAssistantPhrase } from './assistant-phrases.ts';
import { type Block, splitBlocks } from './blocks.ts';
import { dependsOnPrevious } from './cohesion.ts';

export interface TextStatement {
  text: string;
  /** Code, data, a log or output: stored only in a text without other statements. */
  isCode?: boolean | undefined;
  /** The introduction of a list item that can't be understood without it. */
  context?: string | undefined;
  /** The heading it is below. */
  heading?: string | undefined;
  /** In a transcript: the speaker. */
  speaker?: Speaker | undefined;
}

/** Cohesive sentences stay together up to this length; longer paragraphs are cut anyway. */
const maxJoined = 600;
/** A list item with fewer words needs the list's label. */
const wordsOfSentence = 5;
/** Code up to this length belongs to the line that announces it: "We deploy with:". */
const maxAnnounced = 400;

/**
 * The statements of a text, each of one speaker and understandable alone as far as rules can decide; at most 10,000
 * UTF-16 units each.
 */
export function splitStatements(text: string): TextStatement[] {
  if (isJson(text)) return fitting(text.trim()).map((part) => ({ text: part, isCode: true }));
  const lines = text.replace(/\r\n?|\u2028|\u2029/gu, '\n').split('\n');
  const code = markCode(lines);
  return splitTurns(lines.map((line, at) => ({ text: line, isCode: code[at] === true }))).flatMap(turnStatements);
}

function turnStatements({ speaker, lines }: TranscriptTurn): TextStatement[] {
  const statements: TextStatement[] = [];
  let announcement: string | undefined;
  const add = (pieces: string[], { heading }: Block, context?: string) =>
    statements.push(...pieces.flatMap(fitting).map((piece) => ({ text: piece, context, heading, speaker })));
  const blocks = splitBlocks(lines);
  for (const [at, block] of blocks.entries()) {
    const { kind, text, intro } = block;
    if (kind === 'code') {
      if (announcement !== undefined) add([`${announcement}\n${text}`], block);
      else statements.push({ text, isCode: true, speaker });
      announcement = undefined;
      continue;
    }
    const next = blocks[at + 1];
    const announces =
      kind === 'paragraph' && isLeadIn(text) && next?.kind === 'code' && next.text.length <= maxAnnounced;
    if (announces) {
      const { said, leadIn } = splitLeadIn(text);
      add(sentences(said, speaker), block);
      announcement = leadIn;
    } else if (kind === 'paragraph') add(sentences(text, speaker), block);
    else {
      const leans =
        kind === 'item' && (text.split(/\s+/u, wordsOfSentence).length < wordsOfSentence || intro?.explains);
      add([text], block, leans ? intro?.text : undefined);
    }
  }
  return statements;
}

/** Sentences, each joined to the one before when it depends on it; filler stays separate. */
function sentences(paragraph: string, speaker: Speaker | undefined): string[] {
  const joined: string[] = [];
  let before: string | undefined;
  for (const sentence of splitSentences(paragraph)) {
    const isAlone = isSmallTalk(sentence) || (speaker?.role === 'assistant' && isAssistantPhrase(sentence));
    const isPart = before !== undefined && !isAlone && dependsOnPrevious(sentence.trim(), before);
    if (before !== undefined && isPart && before.length + sentence.length <= maxJoined) {
      before += sentence;
      joined[joined.length - 1] = before;
    } else {
      joined.push(sentence);
      before = isAlone ? undefined : sentence;
    }
  }
  return joined.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Cuts texts that are longer than a memory may be. */
export function fitting(text: string): string[] {
  return packSentences(text, maxContentLength, maxContentLength);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
