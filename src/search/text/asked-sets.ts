import { fold } from './fold.ts';
import { lazyPattern } from './lazy-pattern.ts';

/**
 * Whether a question asks for all things of a kind: "Which books did I read?", "Wer kommt am Samstag?". Its answer is
 * several memories, most of which share few words with it.
 */
export function asksForSet(text: string): boolean {
  if (text.length > LONGEST) return false;
  const folded = fold(text);
  return IN_WORDS(folded).test(folded) || UNSPACED.test(text);
}

/** A longer text is no question for a list. */
const LONGEST = 200;

/** After folding, at the beginning of a sentence or clause. */
const IN_WORDS = lazyPattern(
  `(?:^|[.!?:;,¿¡]\\s{0,3})[\\s"'¿¡]{0,3}(?:${[
    // English: a plural, somebody who does something, all of something.
    '(?:which|what)(?: all| other)? (?:(?!does|was|has)\\w{3,20} )?(?!(?:is|was|does|has|his|this|its|address|class|bus|happens|makes|means)\\b)\\w{2,20}[^\\Ws]s\\b',
    'wh(?:o|at) (?:all|else)\\b|who (?:are|were|(?:is|was) \\w{2,20}ing|works?|comes?|came|will)\\b',
    'what (?:have|had) (?:i|we|you|they)\\b|what do (?!i\\b|you\\b|we\\b)|what (?:is|are) (?:still|left|missing|all)\\b',
    '(?:list|name|show(?: me)?|tell me|give me)(?: all| every)? (?:(?:of )?(?:the|my|our|your) )?\\w{2,20}[^\\Ws]s\\b',
    // German, Dutch, Swedish, Norwegian, Danish.
    'welche[nr]? \\p{L}{2,20}(?:[^i]e|n|r|s)\\b|wer (?:kommt|alles|arbeitet|ist dabei|sind|macht|hat alles)\\b',
    'was (?:ist|sind|muss|mussen|fehlt)(?: \\p{L}{1,12}){0,3} (?:noch|alles)\\b|was (?:habe|haben|hatte) (?:ich|wir)\\b|was (?:alles|noch)\\b',
    'welke \\p{L}{2,20}(?:en|s)\\b|wie (?:komen|komt|werken|werkt)\\b|wat (?:heb|hebben) (?:ik|we|wij)\\b',
    '(?:vilka|hvilke)\\b|(?:vad|hva|hvad) har (?:jag|jeg|vi)\\b',
    // French, Spanish, Italian, Portuguese.
    'quel(?:le)?s\\b|qui (?:vient|viendra|sont|travaille|participe)\\b|qu.est-ce que (?:j.ai|nous avons|on a)\\b',
    'que \\p{L}{2,20}[^\\Ws]s\\b|cuales\\b|quienes\\b|quien (?:viene|trabaja|vendra)\\b|que (?:queda|falta|hemos|he)\\b',
    'quali\\b|chi (?:viene|verra|lavora|partecipa)\\b|che cosa (?:ho|abbiamo)\\b',
    'quais\\b|quem (?:vem|vira|trabalha)\\b|o que (?:falta|temos)\\b',
    // Polish, Russian, Turkish.
    'jakie\\b|ktore\\b|kto (?:przyjdzie|przychodzi|pracuje)\\b',
    'каки(?:е|х|м|ми)(?!\\p{L})|кто (?:прид|прих|работа|будет)|что (?:ещe|еще) ',
    'hangi \\p{L}{2,20}l[ae]r|neler(?!\\p{L})|kimler(?!\\p{L})',
    // Arabic, Hindi, Korean.
    'ما هي |من هم ',
    'कौन[ -](?:कौन|से|सी)',
    '(?:어떤|무슨) \\p{L}{1,10}들|(?:누구|무엇)들|누가 (?:오|일)',
  ].join('|')})`,
);

/** In Chinese and Japanese anywhere. */
const UNSPACED =
  /哪些|哪几|哪幾|有(?:什么|什麼|谁|誰)|都(?:有|是)?(?:什么|什麼|谁|誰)|(?:列出|告诉我)所有|(?:本|もの|店|人|薬|曲|映画|場所|国|料理|メンバー)(?:は|って)(?:何|誰|どれ|どこ)|どんな|誰が(?:来|参加)|(?:すべて|全部|一覧)/u;
