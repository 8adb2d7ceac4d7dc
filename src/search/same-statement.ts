import { normalized } from '../domain/text.ts';
import { unspaced, words } from '../text/words.ts';
import { detectLanguage } from './text/languages/detect.ts';
import { NO_LANGUAGE } from './text/languages/languages.ts';
import { stemsIn, stopWordsOf } from './text/languages/stems.ts';
import { stem } from './text/stem.ts';
import { STOP_WORDS } from './text/stop-words.ts';

/** The meaning of a statement: its significant words, each with a minus if it is negated. */
export type StatedTerms = ReadonlySet<string>;

/** Negates the rest of its part of the sentence. */
const contrasts = wordSet(
  `not no without instead rather nicht kein keine keinen keiner keinem ohne statt anstatt pas sans ni aucun aucune lieu sin vez
   não nao sem non senza invece niet geen zonder plaats bez zamiast не без нет вместо inte utan istället değil hiçbir`,
);
/** Negates its part of the sentence, also the words before it. */
const denials = wordSet(
  `never don't dont doesn't cannot can't avoid stop forbid forbidden mustn't shouldn't nie niemals vermeide jamais évite evite
   nunca jamás jamas evita evitar hate hates dislike hasse déteste detesto odio mai evitare nooit vermijd nigdy unikaj никогда нельзя aldrig undvik asla`,
);
/** Ends a part of a sentence. */
const turns = wordSet('but and und sondern mais et sino pero y mas e ma maar ale i но а и men och ama ve');
/** "Prefer X over Y" and "prefer X to Y" deny Y. */
const preferring = wordSet('prefer prefers preferred');

/** Whether a word in lower case denies what stands beside it. */
export function isNegation(word: string): boolean {
  return contrasts.has(word) || denials.has(word) || /n't$/u.test(word);
}

/** Words of emphasis or mere use: a rule means the same without them. */
const weak = wordSet(
  `always please must should shall need needs have has want make sure remember ensure use uses using used prefer prefers preferred
   every each all any ever just only really also let's lets going go stick rely from now on we'll project repo repository codebase
   our us we i the of in for to here follow keep mind note by way btw pls plz
   wir ich immer bitte muss müssen soll sollte nutze nutzen verwende verwenden benutze benutzen bevorzuge merk stets
   nous on je n'utilise n'utilisez toujours merci stp svp faut doit utilise utilisez utilisons utiliser
   nosotros yo siempre uso usa usar usamos utilizo utiliza utilizamos debe sempre utilize usiamo usare deve uses
   ik altijd gebruik gebruiken moet graag zawsze używaj używamy proszę trzeba
   мы я всегда используй используем используйте нужно надо пожалуйста
   vi jag alltid använd använder ska måste her zaman kullan kullanıyoruz lütfen`,
);
const weakParts =
  /请|以后|始终|总是|一律|每次|必须|务必|应该|都|要|我们|使用|用|的|了|之|ください|してください|必ず|常に|いつも|は|を|に|で|항상|반드시|사용|하세요|해주세요|합니다/gu;
const deniedParts = /不要|不|别|勿|没有|禁止|避免|ない|ません|하지 마세요|마세요|말고|않|금지/gu;

/** Shorter and longer names of the same. */
const sameNames: ReadonlyMap<string, string> = new Map([
  ['docs', 'documentation'],
  ['doc', 'documentation'],
  ['db', 'database'],
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['config', 'configuration'],
  ['dir', 'folder'],
  ['directory', 'folder'],
  ['env', 'environment'],
  ['deps', 'dependencies'],
  ['auth', 'authentication'],
  ['k8s', 'kubernetes'],
  ['postgresql', 'postgres'],
]);

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}

/** Longer texts are no single statement. */
const maxStatementLength = 600;

export function statedTerms(text: string): StatedTerms {
  const said = normalized(text.slice(0, maxStatementLength), 'NFC').toLowerCase().replace(/[’‘]/gu, "'");
  const language = detectLanguage(said);
  const isKnown = language !== NO_LANGUAGE;
  const stops = isKnown ? stopWordsOf(language) : STOP_WORDS;
  const stemOf = (word: string) => (isKnown ? stemsIn(language)(word)[0] : undefined) ?? stem(word);
  const isEmpty = (word: string) => [weak, stops, STOP_WORDS, denials].some((set) => set.has(word));
  const terms = new Set<string>();
  for (const part of partsOf(said)) {
    const prefers = part.some((word) => preferring.has(word));
    let isDenied = part.some((word) => denials.has(word) || /n't$/u.test(word) || isUnspacedDenial(word));
    let isPreferred = false;
    const add = (term: string) => {
      isPreferred = prefers;
      terms.add(isDenied ? `-${term}` : term);
    };
    for (const word of part) {
      if (contrasts.has(word) || (prefers && word === 'over') || (isPreferred && word === 'to')) isDenied = true;
      else if (isUnspaced(word)) pairsOf(word.replace(deniedParts, ' ').replace(weakParts, ' ')).forEach(add);
      else {
        const [plain = word] = words(word);
        if (isEmpty(word) || isEmpty(plain)) continue;
        add(/^[\p{L}\p{M}]+$/u.test(word) ? stemOf(sameNames.get(plain) ?? plain) : word);
      }
    }
  }
  return terms;
}

const isUnspaced = (word: string) => unspaced.test(word) || /\p{Script=Hangul}/u.test(word);
const isUnspacedDenial = (word: string) => isUnspaced(word) && word.search(deniedParts) >= 0;

/** The words of a text, between marks and words that begin another statement. */
function partsOf(text: string): string[][] {
  return text.split(/[,;:!?()，。；：！？、—\n]|\.(?:\s|$)| - /u).flatMap((part) => {
    const parts: string[][] = [[]];
    for (const word of part.match(/[\p{L}\p{M}\p{N}]+(?:['.+#/_@-][\p{L}\p{M}\p{N}]+)*[+#]{0,2}/gu) ?? []) {
      if (turns.has(word)) parts.push([]);
      else parts.at(-1)?.push(word);
    }
    return parts;
  });
}

/** Pairs of neighbouring characters of each run, or its only character. */
function pairsOf(text: string): string[] {
  return text.split(/\s+/u).flatMap((run) => {
    if (run.length < 2) return run === '' ? [] : [run];
    return Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2));
  });
}

/** A stored statement is the same only if it is at most this many times as long. */
const leastShare = 0.5;
/** A statement of fewer telling words is in many texts by chance. */
const fewestTerms = 2;

/**
 * Whether a statement adds nothing to a known text: the text has each of its content words, with the same negation.
 * @param isWhole the known text is one statement, which must not be much longer; else a text with other statements
 */
export function addsNothingTo(said: StatedTerms, known: StatedTerms, isWhole: boolean): boolean {
  if (said.size === 0 || ![...said].every((term) => known.has(term))) return false;
  return said.size / known.size >= leastShare || (!isWhole && said.size >= fewestTerms);
}
