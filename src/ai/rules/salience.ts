import type { Importance } from '../../domain/memory.ts';
import { foldLatin } from '../../text/words.ts';

const base = 0.5;

/** The evidence of a statement's words for its lasting weight; each row counts once. */
const signs: [shift: number, pattern: RegExp][] = [
  [
    0.25,
    /\b(?:allerg\w+|intoleran\w+|emergency|critical|vital|urgent|dangerous|medication|diabet\w+|asthma)\b|过敏|アレルギー|알레르기|аллерги/u,
  ],
  [
    0.15,
    /\b(?:always|never|must|must not|important|crucial|essential|rule|require[sd]?|immer|niemals|wichtig|toujours|jamais|siempre|nunca|sempre)\b|总是|从不|必须|いつも|всегда|никогда/u,
  ],
  [
    0.1,
    /\b(?:name is|named|called|birthday|born|married|live[sd]? in|works? (?:at|for|as)|password|address|phone|e-?mail)\b/u,
  ],
  [0.05, /\p{N}/u],
  [
    -0.15,
    /\b(?:maybe|perhaps|might|possibly|probably|not sure|i guess|somehow|vielleicht|peut-etre|quiza[s]?|forse|talvez)\b|也许|可能|たぶん|может быть/u,
  ],
  [-0.2, /[?？؟]\s*$/u],
];

const byImportance: Record<Importance, number> = { CRITICAL: 0.2, HIGH: 0.1, NORMAL: 0, LOW: -0.1 };

export interface Weighing {
  /** The speaker asked to remember it. */
  stressed: boolean;
  /** 0 to 1: how surely its category was found. */
  certainty: number;
  importance: Importance;
  /** An assistant said it, not the person it is about. */
  isReported: boolean;
  /** It is a message of an imported chat. */
  isOfChat: boolean;
}

/** The share of the weight of a statement that somebody chose to store. */
const shareOfChat = 0.6;

/** The salience of a statement, 0.1 to 0.95 in steps of 0.01. */
export function salienceOf(statement: string, { stressed, certainty, importance, ...from }: Weighing): number {
  const text = foldLatin(statement);
  const found = signs.filter(([, pattern]) => pattern.test(text)).reduce((sum, [shift]) => sum + shift, 0);
  const weight =
    base + found + (stressed ? 0.2 : 0) + 0.1 * certainty + byImportance[importance] - (from.isReported ? 0.15 : 0);
  return Math.round(Math.min(0.95, Math.max(0.1, (from.isOfChat ? shareOfChat : 1) * weight)) * 100) / 100;
}
