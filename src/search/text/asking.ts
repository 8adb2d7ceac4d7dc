import { once } from '../../base/once.ts';
import { SENTENCE_END } from './passages.ts';

/** The questions in a prompt; empty if it has no other sentences. */
export function askingSentences(text: string): string[] {
  const sentences = sentencesIn(text);
  const asking = sentences.filter(asks);
  return asking.length < sentences.length ? asking : [];
}

/** The sentences of a prompt, in Thai as far as spaces show them. */
export function sentencesIn(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .flatMap((sentence) => (THAI.test(sentence) ? sentence.split(THAI_CLAUSE_END) : [sentence]))
    .filter((sentence) => sentence.trim() !== '');
}

/** Whether a sentence asks something. */
export function asks(sentence: string): boolean {
  return QUESTION_MARK.test(sentence) || ASKING().test(sentence);
}

const QUESTION_MARK = /[?？؟]["'”’»」』)\]]*\s*$/u;

/** Thai has no full stop: a space ends a clause. */
const THAI = /[\u0e00-\u0e7f]/;
const THAI_CLAUSE_END = /(?<=[\u0e00-\u0e7f])\s+/;

/** Words of questions in Chinese, Japanese and Thai, which are often written without a question mark. */
const ASKING = once(
  () =>
    new RegExp(
      [
        '什[么麼]|甚麼|[谁誰]|哪[里裡儿兒个個些位天]|怎[么麼样樣]|多少|[吗嗎]',
        '(?:です|ます|でしょう|ました)か|何(?:が|を|の|で|に|時|人|です)|どこ|どんな|どう(?!も)|いつ(?!も)|なぜ',
        'ไหม|มั้ย|อะไร|ไหน|ใคร|เมื่อไ|เท่าไ|ทำไม|อย่างไร|ยังไง|กี่|หรือ(?:เปล่า|ยัง)',
      ].join('|'),
      'u',
    ),
);
