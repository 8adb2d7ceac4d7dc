import { leastHelpful } from '../../domain/stores/recalls.ts';
import { namedBy } from '../../search/judge/kinds.ts';
import { withoutOwnName } from '../../search/judge/own-name.ts';
import { analyzeQuery } from '../../search/query.ts';
import { asks, asksForDetail, isTelling, sentencesIn } from '../../search/text/asking.ts';
import { fold } from '../../search/text/fold.ts';
import { quotedIn } from '../../search/text/quoted.ts';
import { STOP_WORDS } from '../../search/text/stop-words.ts';
import { isSubjectTerm } from '../../search/text/subjects.ts';
import { asksOfSpeaker } from '../../text/about/about.ts';
import { markCode } from '../../text/code.ts';
import { isQuestion } from '../../text/questions.ts';
import { isSmallTalk } from '../../text/small-talk.ts';
import { fillerWords } from '../../text/small-talk-phrases.ts';
import type { Candidate, Wanted } from '../retrieval/candidates.ts';
import { withoutTalk } from './talk.ts';

/** Of a longer prompt only the beginning and the end are used for the query: the question is there. */
const maxQueryLength = 2_000;

/**
 * The most questions of a prompt that are searched separately: a prompt about several topics matches nothing as a
 * whole.
 */
const maxQuestions = 5;
/** A sentence with one content word ("How do I fix it?") would match any memory with that word. */
const fewestTerms = 2;

/** A word, or a number that may be a name. ("2+2" asks about no memory.) */
const telling = /\p{L}\p{M}*\p{L}|\p{Lo}|\d{3}/u;

/** How a prompt addresses the agent, whose name no memory is asked for. */
const address =
  /^(?:(?:hey|hi|hello|ok|okay|hallo|salut|hola|oi|ciao),? )?(?:claude|codex|gemini|chatgpt|copilot|cursor)[,!:]|^(?:클로드|코덱스|제미나이)[야아,!]|^クロード[、，,！!]/iu;

/** What is to be translated asks for nothing. */
const translating =
  /^(?:please |bitte |por favor,? )?(?:translate|übersetze?|traduis|traduisez|traduce|traduza|traduz|traduci|vertaal|przetłumacz|переведи|переклади|översätt|çevir|terjemahkan|dịch|ترجم)(?![\p{L}\p{M}])|翻[译譯]|訳して|번역/iu;

/** What hosts write in place of what was pasted: "[Pasted text #3 +12 lines]". */
const inBrackets = /\[[^[\]]*\]/gu;
const ofPasted = /^\[(?:pasted text|image|file) #\d/iu;

/** A path from the root or the home of this machine. Its beginning is that of any file here; its last names tell it. */
const isAbsolute = /^(?:[A-Za-z]:|~)?[\\/]/u;
const toldByPath = 2;

/** A prompt without what only its machine means. */
function withoutPlaces(text: string): string {
  return text
    .replace(inBrackets, (mark) => (ofPasted.test(mark) ? ' ' : mark))
    .replace(/\S+/gu, (word) => (isAbsolute.test(word) ? word.split(/[\\/]/u).slice(-toldByPath).join('/') : word));
}

/** The query for a prompt: its words without code. Empty for small talk and commands of the host. */
export function queryOf(prompt: string): string | undefined {
  const lines = prompt.split('\n');
  const marks = markCode(lines);
  let said = lines
    .filter((_, i) => !marks[i])
    .join('\n')
    .trim()
    .replace(address, '');
  if (translating.test(said)) for (const phrase of quotedIn(said)) said = said.replace(phrase, () => ' ');
  if (said === '' || said.startsWith('/') || isSmallTalk(said)) return undefined;
  said = withoutPlaces(said);
  if (!telling.test(said)) return undefined;
  if (said.length <= maxQueryLength) return said;
  const half = maxQueryLength / 2;
  return `${said.slice(0, half)}\n${said.slice(-half)}`.toWellFormed();
}

/**
 * Whether a prompt surely needs no memory: it orders something, asks about the code at hand, or no word of its question
 * says what it is about, such as "What next?". A question about the user needs one.
 */
export function needsNone(query: string): boolean {
  if (!isQuestion(query)) return true;
  if (asksOfSpeaker(query)) return false;
  if (readingCode.test(query)) return true;
  const { terms } = analyzeQuery(query, 0);
  const saysNothing = ({ term, written }: (typeof terms)[number]) =>
    written.length > 0 ? !written.some(isTold) : STOP_WORDS.has(term);
  return isPoliteOrder(query) || asksToGoOn(query) || terms.every(saysNothing);
}

function isTold(word: string): boolean {
  const folded = fold(word);
  return isTelling(folded) && !fillerWords.has(folded) && !goingOn.has(folded);
}

/** Folded words of questions about going on, which no memory answers: "vale, ¿por dónde continuamos ahora?" */
const goingOn: ReadonlySet<string> = new Set(
  [
    'leave left off jetzt weiter machen weitermachen stehen geblieben maintenant continuons reprenons faisons',
    'ahora ibamos continuamos seguimos quedamos paramos hacemos agora continuamos fazemos adesso riprendiamo continuiamo facciamo',
    'gebleven verder teraz skonczylismy dalej сейчас теперь дальше остановились',
    'делаем делать сделать начнем начать продолжим продолжаем',
  ].flatMap((line) => line.split(' ')),
);

/** The same in scripts whose words are not apart: what comes next, and what may stand beside it. */
const comesNext =
  /接下[来來]|下一步|[现現]在|[说說做讲講]到哪|次(?=[はに])|[続つづ]き(?=は)|これから|どこ(?:まで|から)|다음(?=[은엔에 ])|이제|어디(?:까지|서부터)/u;
const besideNext =
  /接下[来來]|下一步|[现現]在|[说說做讲講]到哪[里裡儿兒]?|[我咱你][们們]?|[刚剛]才|然[后後]|[应應][该該]|什[么麼]|怎[么麼][办辦做]?|[该該要做干啥呢吗嗎吧了先再那好是的]|次|[続つづ]き|これから|どこ(?:まで|から)|さて|では|じゃあ?|[何なにん]|どう|やっ?[るたてろり]|進(?:んだ|んでる|める|む)|始め|しましょう|しよう|し(?:ます|ました|たら|た)|すれば|する|いい|良い|です|ます|[はをにがのもでかねよう]|다음|이제|어디(?:까지|서부터)|우리|무[엇슨]|[뭐뭘]|해야|할까|하[지죠면나]|했[지죠어]|했더라|시작|돼|[해할일걸거야요지은는을에엔]/gu;

/** "我们接下来做什么？" "次は何をする？" */
const asksToGoOn = (query: string) => comesNext.test(query) && !telling.test(query.replace(besideNext, ''));

/** How an order is put politely, before its verb. */
const politely =
  /^[¿\s]*(?:(?:please|bitte|por favor|ok(?:ay)?|now),? )?(?:(?:can|could|would|will) you|(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|(?:peux|pourrais)[- ]tu|(?:pouvez|pourriez)[- ]vous|tu peux|vous pouvez|puedes|podrías|(?:você )?(?:pode|poderia)|puoi|potresti|(?:kun|kan) je|możesz|możecie|можешь|можете)(?!\p{L})/iu;

/** "Can you run the tests?" "Can you tell me when?" asks, by the word for a detail. */
function isPoliteOrder(query: string): boolean {
  const order = query.replace(politely, '');
  const said = order.split(/\P{L}+/u).filter(Boolean);
  return order !== query && sentencesIn(query).length === 1 && said.length > 1 && !said.some(asksForDetail);
}

/** "Read the code, what does it do?" */
const readingCode =
  /^(?:(?:please|bitte|por favor),? )?(?:(?:read|analy[sz]e|review|inspect|look at|look through|go through) (?:all )?(?:the|this|my|our) (?:source )?code(?:base)?|(?:lies|lesen sie|analysiere|untersuche|prüfe|sieh dir) (?:den|diesen|meinen|unseren) (?:quell)?code|(?:lis|lisez|analyse|analysez|examine|examinez) (?:le|ce|mon|notre) code(?: source)? ?|(?:lee|analiza|revisa|examina|leia|analise|revise|examine) (?:el|este|mi|nuestro|o|esse|meu|nosso) código(?:[ -]fonte| fuente)?|(?:اقرأ|راجع|حلل|افحص) (?:هذا |هذه )?(?:الكود|الشيفرة|الشفرة))(?=[,.;:?!،]| (?:and|und|et|y|e) |$)|^[请請]?(?:阅读|閱讀|[读讀看]|分析|[检檢]查|[审審]查)(?:一下)?(?:[这這][个個段些]|[项項]目|全部|所有|[当當]前|的){0,3}源?(?:代[码碼]|程式碼|[码碼])(?=[，,。；;、]|[并並]|$)|^(?:この|全ての|すべての)?(?:ソース)?コードを(?:読んで|見て|分析して|確認して|調べて|レビューして)/iu;

/** Between two questions of a sentence: "Where do I live, and who is my manager?" */
const furtherQuestion =
  /[,;]?\s(?:and|und|et|y|e|en|i|и|та|och|ve)\s(?=(?:who|what|where|when|which|how|why|wer|was|wo|wann|welche[rsn]?|wie|warum|qui|quels?|quelles?|où|quand|comment|pourquoi|quién|qué|dónde|cuándo|cuál|cómo|quem|onde|quando|qual|chi|cosa|dove|quale|wat|waar|wanneer|welke|hoe|kto|co|gdzie|kiedy|jak[ai]?|кто|что|где|когда|как(?:ой|ая)?|хто|де|коли|vem|vad|var|när|hur|kim|nerede|hangi)\s)/iu;

/**
 * The questions of a query that also has other sentences, or asks two things in one. Orders are searched only as a whole:
 * their words occur in any notes, so each alone would recall unrelated ones. Of several questions, one memory may answer
 * the first and another the second: with `isOfSeveral` memories, or where nothing else is said, one content word is enough
 * for each.
 */
export function questionsIn(query: string, isOfSeveral = false): string[] {
  const sentences = sentencesIn(query).flatMap((one) => {
    const parts = asks(one) ? one.split(furtherQuestion) : [one];
    return parts.map((part, i) => (i < parts.length - 1 ? `${part}?` : part));
  });
  if (sentences.length < 2) return [];
  const questions = sentences.filter(asks);
  const areAll = isOfSeveral || questions.length === sentences.length;
  const fewest = areAll && questions.length > 1 ? 1 : fewestTerms;
  return questions.filter((one) => analyzeQuery(one, 0).terms.length >= fewest).slice(-maxQuestions);
}

/** Candidates for a prompt; more than fit. */
const considered = 30;
/** The most memories for a question that asks for one thing. */
const maxForOne = 5;

/** The memories that are relevant to the whole prompt, or to one of its questions. */
export function wantedFor(query: string, questions: readonly string[]): Wanted {
  const apart = questions.map((one) => ({ query: one, least: leastHelpful }));
  const { asksForDetail, asksForSet, onlyTime } = analyzeQuery(query, 0);
  const isForOne = asksForDetail && !asksForSet && !onlyTime;
  return {
    query,
    queryOf: (name) => withoutNameOf(name, query),
    least: leastHelpful,
    apart,
    among: (ranked) => withoutTalk(query, ranked),
    include: ['memories'],
    limit: considered,
    ...(isForOne && { most: maxForOne * Math.max(1, questions.length) }),
    ...(!isQuestion(query) && { choose: (matches) => withoutCommon(query, matches) }),
  };
}

/** A query without the name of what all memories of a character are about, unless it asks for that. */
function withoutNameOf(name: string, query: string): string {
  const said = name
    .split('/')
    .at(-1)!
    .replace(/^./u, (letter) => letter.toUpperCase());
  if (!query.includes(said)) return query;
  const rest = withoutOwnName(name)(query);
  return analyzeQuery(rest, 0).terms.some(({ written }) => written.some((word) => isTelling(fold(word))))
    ? rest
    : query;
}

/** One plain word of an order that is in more memories means none of them: "make it blue". */
const maxOfOneWord = 3;

function withoutCommon(query: string, matches: readonly Candidate[]): Candidate[] {
  const { terms } = analyzeQuery(query, 0);
  const byWord = new Map<string, number>();
  const alone = matches.map((memory) => {
    const matched = (memory.terms?.() ?? []).filter(({ word }) => isTelling(fold(word)));
    const [only] = new Set(matched.map(({ term }) => term));
    const isPlain = matched.length === 1 && matched[0]!.by === 'word' && namedBy(fold(matched[0]!.word)) === undefined;
    const known = terms.find(({ term }) => term === only);
    const isTold = known?.identifier !== 0 || known.related.some(isSubjectTerm) || known.foreign;
    const word = isPlain && !isTold ? only : undefined;
    if (word !== undefined) byWord.set(word, (byWord.get(word) ?? 0) + 1);
    return word;
  });
  return matches.filter((_, i) => alone[i] === undefined || byWord.get(alone[i])! <= maxOfOneWord);
}
