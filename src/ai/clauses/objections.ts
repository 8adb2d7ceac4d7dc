import { endsInQuestion } from '../../text/questions.ts';
import { plain } from './cue-rules.ts';
import type { Clause } from './cut.ts';
import { isNames } from './names.ts';

/** Why a clause is never stored, despite other evidence. */
export type Objection = 'question' | 'unfinished' | 'moment' | 'state' | 'symptom' | 'pasted' | 'output';

const asksWithoutMark =
  /^(?:(?:ok |okay |so |and |also )?(?:can|could|would) (?:you|u|i|we)|is (?:it|there)|are there|do (?:you|i|we)|how (?:do|can|to)|what(?:'s| is| are)?|why|where|est-ce que|peux-tu|tu peux|kannst du|puedes|você pode|puoi|kun je|możesz|можешь|kan du|هل|كيف|لماذا|ماذا|क्या|apakah|bagaimana|kenapa|bisakah|чи|чому)(?![\p{L}\p{M}])|(?<!\p{L})(?:được không|thế nào|làm sao)$|[吗嘛呢]$|如何|怎么|为什么|哪里|哪个|什么|多少|能不能|是不是|(?:です|ます|でしょう|ません)か$|(?:나요|까요|인가요)$|(?:^|\s)m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?$/iu;

const unfinished =
  /(?:(?<![\p{L}\p{N}])(?:to|the|a|(?<!nichts? |niemals |nie )an|of|and|or|that|is|are|when|if|but|as|i|we|you|de|la|le|les|un|une|que|et|pour|el|los|y|o|e|do|da|und|der|die|das|mit|для|и|в|на|с)|\.\.\.|…)$/iu;

/** A word that begins a dependent part of a sentence, some of them unless a comma follows. */
const dependent =
  /^(?:(?:if|when|whenever|while|after|before|once|unless|until|because|since|although|though|even|so that|where|who|otherwise|then|instead|rather|like|as well|and then|or)\b(?![^,]{0,400},)|(?:which|such as|for example|e\.g\.?|i\.e\.?)(?!\p{L}))/iu;

const moment =
  /\b(?:yet|for now|right now|this time|at this point|just now|for the moment|temporarily|so far|in this (?:case|pr|commit|task|session|step)|here|above|below|the following|still(?! (?:runs?|uses?|needs?|supports?|lives?|depends?)\b)|(?:i|we|you)(?:'ve| have)? (?:just|already)|anymore|all of a sudden|suddenly)\b|今回|这次|刚才|刚刚|现在|暂时|先不|(?<!\p{L})(?:الان|فعلاً?|اکنون|هنوز|این بار)(?!\p{L}| به بعد)/iu;

/** Names of faults. */
const fault =
  /\b(?:error|errors|exception|crash(?:es|ed)?|bug|warning)\b|报错|错误|エラー|ошибк|erreur|خطأ|एरर|त्रुटि|lỗi|помилк/iu;
/** A thing that is named by the faults it is about: "crash reports", "error tracking". */
const aboutFaults =
  /\b(?:error|crash|bug|exception|warning)s? (?:reports|messages|logs|codes|pages|reporting|track(?:er|ing)|handl(?:er|ing)|monitoring|budgets?|boundar(?:y|ies))(?!\p{L})/giu;
const failing =
  /\b(?:on fire|failed|fails?|failing|not working|doesn'?t work|does not work|(?:aren't|isn't|is not|are not|wasn't) (?:show|load|updat|appear|sav|render|respond|display|gett|work)\w{0,4}ing|(?:are|is|looks?) (?:all )?wrong|not (?:really )?(?:visible|worked|showing|clickable)|broken|undefined|traceback|404|500|no such file|cannot find|not found|permission denied)\b|не работает|ne (?:marche|fonctionne)|no funciona|não funciona|funktioniert nicht|nie działa|çalışmıyor|fungerar inte|werkt niet|non funziona|لا يعمل|काम नहीं|tidak (?:jalan|berfungsi)|không chạy|không (?:thấy|hiện|chạy được|hoạt động)|не працює|てしま(?:う|い|って)|(?:動|表示され|でき|なら|開か)(?:ない|ません)(?:です)?[。！]?$|(?<!\p{L})(?:خطا|ارور|مشکل|کار ن(?:می)?[ ‌]?(?:کنه|کند)|نمایش ن(?:می)?[ ‌]?(?:ده|دهد))(?!\p{L})/iu;

/** How somebody is just now: "I'm tired", "Ich bin fertig". */
const state =
  /^(?:toujours pas|immer noch (?:nicht|kein)|(?:todavía|ainda|ancora|nog (?:steeds|altijd)|nadal|wciąż|вс[её] ещё|досі) (?:no|não|non|niet|geen|nie|не)(?!\p{L}))|^(?:i'm|i am|we're|ich bin|wir sind|je suis|estoy|ya estoy|estou|sono|jestem|ik ben|jag är|я|saya|tôi) (?:all |so |very |just |today |heute |aujourd'hui |hoy |hoje |oggi |vandaag |dziś |dzisiaj |сегодня |сьогодні |idag |ganz |sehr |très |muy |muito |molto |heel |bardzo |очень |väldigt )?(?:tired|exhausted|stuck|done|finished|back|ready|lost|confused|sorry|happy|glad|fertig|müde|zurück|bereit|dran|verwirrt|gespannt|prête?|fatiguée?|perdue?|bloquée?|désolée?|de retour|cansad[oa]|list[oa]|perdid[oa]|atascad[oa]|de vuelta|pront[oa]|travad[oa]|stanc[oa]|bloccat[oa]|pers[oa]|klaar|moe|terug|vast|zmęczon[ya]|gotow[ya]|устал|устала|готов|готова|закончил|закончила|втомився|втомилася|trött|klar|tillbaka|capek|lelah|selesai|mệt|xong)(?=$|[\s.,!])/iu;

/** States that it is lasting. */
const lasting =
  /\b(?:always|never|from now on|going forward|prefer|remember|every time|i'm a|my name|until|if|when|whenever|unless)\b|\bwe (?:don't|do not|only) use\b|\buse\b.{1,60}\b(?:not|instead of|rather than)\b|以后|始终|必须|всегда|никогда|впредь|toujours|jamais|dorénavant|désormais|siempre|nunca|sempre|immer|niemals|altijd|nooit|zawsze|nigdy|alltid|aldrig|asla|her zaman|항상|절대|必ず|絶対|دائم|أبد|فصاعد|हमेशा|कभी|अब से|selalu|jangan pernah|mulai sekarang|luôn|bao giờ|từ (?:giờ|nay)|завжди|ніколи|відтепер/i;

const output =
  /^[^\p{L}\p{N}]{0,4}\p{Extended_Pictographic}|[├└│➜❌✅🔍📦]|\$ \w|^\w+=\S|eslint\/|\bts\(\d{4,5}\)|^[a-z]{1,40}(?:_[a-z]{1,40}){1,6}: \S/u;
const someones = /\b(?:i|i'm|my|we|our|always|never)\b/i;
/** A short announcement has no statement of its own. */
const wordsOfAnnouncement = 9;

/** Whether a sentence asks the listener for something, with or without a question mark. */
export function asks(sentence: string): boolean {
  const said = plain(sentence)
    .trim()
    .replace(/[.!。！]+$/u, '');
  return endsInQuestion(said) || asksWithoutMark.test(said);
}

/** A question that asks for something for good: "can you use vitest in the future?" */
const standing =
  /^(?:can|could|would|will|kannst|könntest|peux[- ]tu|tu peux|puedes|podrías|você pode|puoi|potresti|kun je|możesz|можешь|можеш|kan du)(?!\p{L}).{3,200}(?<!\p{L})(?:in (?:the )?future|from now on|going forward|always|in zukunft|künftig|ab jetzt|immer|à l'avenir|désormais|dorénavant|toujours|en el futuro|de ahora en adelante|siempre|no futuro|daqui em diante|a partir de agora|sempre|in futuro|d'ora in poi|voortaan|altijd|w przyszłości|od teraz|zawsze|в будущем|впредь|всегда|надалі|завжди|framöver|i fortsättningen|alltid)(?!\p{L})|以后.{2,60}[吗吧]$/iu;

/**
 * What speaks against a clause outright; undefined where nothing does.
 * @param isDecision it begins with "We decided": what is decided about faults is none
 */
export function objectionTo(
  { text, isQuestion, isLeadIn, parts, turn }: Clause,
  isDecision = false,
): Objection | undefined {
  const said = plain(text).replace(/[.!。！]+$/u, '');
  const asked = said.replace(/[?？]$/u, '');
  if ((isQuestion || asksWithoutMark.test(said)) && !standing.test(asked)) return 'question';
  if (unfinished.test(said) || (isLeadIn && said.split(/\s+/u).length < wordsOfAnnouncement)) return 'unfinished';
  if (parts < 2 && dependent.test(said)) return 'unfinished';
  if (state.test(said)) return 'state';
  if (!lasting.test(said)) {
    if (failing.test(said) || (!isDecision && fault.test(said.replace(aboutFaults, ' ')))) return 'symptom';
    if (moment.test(said)) return 'moment';
  }
  if (output.test(said) || isNames(said)) return 'output';
  if ((turn.isPasted || (turn.isDocument && turn.isLong)) && !someones.test(said)) return 'pasted';
  return undefined;
}
