import { once } from '../../base/once.ts';
import { fold } from './fold.ts';
import { lazyPattern } from './lazy-pattern.ts';
import { SENTENCE_END } from './passages.ts';
import { STOP_WORDS } from './stop-words.ts';

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

/** Whether a text asks for a detail: who, what, when, how. "Can we ship?" and "Add a column" ask for none. */
export function asksForDetail(text: string): boolean {
  return sentencesIn(text).some((sentence) => {
    const folded = fold(sentence);
    return DETAIL(folded).test(folded) || ASKING_DETAIL().test(sentence);
  });
}

/** Folded words that questions for a detail begin with. */
const DETAIL = lazyPattern(
  `^[\\s\\p{P}]{0,9}(?:(?:and|und|et|y|e|but|so|in|on|at|from|for|with|to|by|de|a|da|di|em|en|auf|mit|aus|bei|von|zu|fur|в|на|с|у|о) )?(?:${[
    'what|who|whom|whose|where|which|when|how|why',
    'wie|was|wer|wen|wem|wessen|wo(?:hin|her|gegen|rauf|ran|mit|fur|von|vor|zu|durch|ruber|raus|rin)?|wann|warum|welche[mnrs]?|wat|waar|wanneer|hoe|welke?|waarom',
    'quel(?:le)?s?|qui|que|quoi|ou|quand|comment|combien|pourquoi',
    'cual(?:es)?|quien(?:es)?|donde|adonde|cuando|como|cuant[oa]s?|por que',
    'chi|che|cosa|dove|quando|quant[aeio]s?|qual[ei]?|quais|perche|quem|onde|o que',
    'vad|vem|var|nar|hur|vilk[aet]{1,3}|hvad|hva|hvem|hvor|hvornar|hvilke[nt]?',
    'kto|kogo|komu|co|gdzie|kiedy|ile|jak\\p{L}{0,4}|ktor\\p{L}{1,3}|czyj\\p{L}{0,3}',
    'кто|кого|кому|что|чего|чем|где|куда|откуда|когда|сколько|как\\p{L}{0,3}|чей|чья|почему|зачем',
    'ne|kim|nerede|nereye|nasil|kac|hangi|neden|mika|mita|kuka|missa|milloin|miten|kuinka',
  ].join('|')})(?!\\p{L})`,
);

/** Folded words of orders that say nothing of what they are about: "write a new query". */
export const ORDERING: ReadonlySet<string> = new Set(
  [
    'add write make create list show use change fix update implement generate convert replace give find get help let try',
    'branch branches new short next last more good better same faster first please works work done use using adds added make makes',
    'one two three four five zwei drei deux trois dos tres due tre',
    'version versions versionen nouvelle nouveau version demain neue neuen neuer morgen nueva nuevo version semana viene manana',
    'nuova nuovo versione domani nova novo versao amanha новую новый новая версию версия завтра можно hinzu bitte favor tomorrow week',
    'start continue rename remove move check look explain tell suggest plan prepare draft propose set put do go keep',
    'schreib schreibe erstelle mach mache zeig zeige andere fuge nenne gib such suche finde erklar erklare hilf bau baue setz',
    'ecris cree creez fais ajoute montre donne change corrige trouve explique liste mets propose prepare',
    'escribe crea haz anade agrega muestra dame dime cambia corrige busca explica lista pon prepara propon',
    'scrivi fai aggiungi mostra dammi dimmi cerca spiega elenca metti correggi',
    'escreva escreve crie faca adicione mostre mude corrija procure explique liste prepare',
    'schrijf maak voeg toon verander zoek geef leg skriv gor lav vis legg visa andra',
    'napisz stworz zrob dodaj pokaz zmien popraw znajdz wyjasnij przygotuj',
    '需要 应该 强调 支持 问题 新的 工作 文件 内容 开始 继续 进行 执行 添加 修改 设置 使用 实现 生成 改动 可以 下周 明天 一下 这个 这些 追加 作成 修正 変更 実装 来週 明日 この',
    'напиши создай сделай добавь покажи измени исправь найди объясни составь подготовь yaz ekle goster yap olustur duzelt',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a folded word of an order is a number, or says nothing of what it is about. */
export function isOrdering(word: string): boolean {
  return ORDERING.has(word) || /^[\d.,%]+$/.test(word);
}

/** Whether a folded word says what a question or an order is about. */
export const isTelling = (word: string) => !STOP_WORDS.has(word) && !isOrdering(word);

/** Thai has no full stop: a space ends a clause. */
const THAI = /[\u0e00-\u0e7f]/;
const THAI_CLAUSE_END = /(?<=[\u0e00-\u0e7f])\s+/;

/** Words of questions for a detail in Chinese, Japanese and Thai. */
const DETAILS = [
  '什[么麼]|甚麼|[谁誰]|哪[里裡儿兒个個些位天]|怎[么麼样樣]|多[少大高重]|[几幾][岁歲点點号號个個]',
  '何(?:が|を|の|で|に|時|人|歳|です)|どこ|どんな|どう(?!も)|いつ(?!も)|いくら|誰|なぜ',
  'อะไร|ไหน|ใคร|เมื่อไ|เท่าไ|ทำไม|อย่างไร|ยังไง|กี่',
];
const ASKING_DETAIL = once(() => new RegExp(DETAILS.join('|'), 'u'));

/** The same with those that ask yes or no: they are often written without a question mark. */
const ASKING = once(
  () => new RegExp([...DETAILS, '[吗嗎]|(?:です|ます|でしょう|ました)か|ไหม|มั้ย|หรือ(?:เปล่า|ยัง)'].join('|'), 'u'),
);

/**
 * A query without the words that only ask, in Chinese, Japanese and Korean: their pairs of signs would outweigh the word
 * that is asked about. The query itself where nothing else is in it.
 */
export function withoutAsking(text: string): string {
  if (!EAST_ASIAN.test(text)) return text;
  const rest = text.replace(ONLY_ASKING(), ' ');
  return /\p{L}/u.test(rest) ? rest : text;
}

const EAST_ASIAN = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

/** Longer phrases stand before their beginnings. */
const ONLY_ASKING = once(
  () =>
    new RegExp(
      [
        // Chinese, simplified and traditional.
        '是?在?(?:什么时候|什麼時候|甚麼時候|[几幾][点點号號]|哪[里裡儿兒个個些位天种種])',
        '[这那這]?是?(?:什[么麼]样?|甚麼|[为為]什[么麼]|[谁誰]|多少|多[长長久大]|怎[么麼樣样]+)[是的]?',
        '(?:请|請|帮我|幫我|给我|給我)*(?:写|寫|做|加|添加|创建|生成|实现)(?:一?[个個篇段])',
        '请问|請問|告诉我|告訴我|[吗嗎呢吧](?=[?？。\\s]|$)|(?:我们?|我們?)?(?:可不可以|能不能|能否|可以)|(?:请|麻烦)?帮我|[这這]些(?:改动|改動|修改|变更|更改)?',
        // Japanese: question words with their particles, and the end of a question.
        '[はがをにでの]?(?:いつ(?!も)|どこ|だれ|誰|何(?=[歳曜])|何(?![度歳曜])[時人日]?|なに|どの|どんな|どれ|どう(?![もぶ])|なぜ|いくつ|いくら)(?:[がをのに]|で(?!す|し))?',
        '[はがを]?(?:でしたか|ですか|でしょうか|ますか|ましたか|教えて(?:ください)?)',
        // Korean.
        '누구|언제|어디(?:에서|서|에)?|무엇|뭐|얼마|어떤|어느|몇|왜(?!냐)',
        '(?:입니까|습니까|인가요|이에요|예요|나요)(?=[?？\\s]|$)',
      ].join('|'),
      'gu',
    ),
);
