import { aboutOf } from '../../text/about/about.ts';
import { asking, endsInQuestion, isRequest as isForWords } from '../../text/questions.ts';
import { splitSentences } from '../../text/sentences.ts';
import { isSmallTalk } from '../../text/small-talk.ts';
import { words } from '../../text/words.ts';
import { plain } from '../clauses/cue-rules.ts';
import { asks } from '../clauses/objections.ts';
import { outlasts, saysLasting } from '../clauses/orders.ts';
import { readClauses } from '../clauses/read.ts';
import { isRequest } from '../clauses/requests.ts';

/** A longer request tells of what it is for. */
const maxRequestLength = 160;

/** Whether what a user said to an assistant is only questions, requests or encouragement: nothing to remember. */
export function isChatter(said: string): boolean {
  return splitSentences(said).every((sentence) => isSmallTalk(sentence) || isAsking(sentence));
}

function isAsking(given: string): boolean {
  const sentence = plain(given);
  if (given.length > maxRequestLength || telling.test(sentence)) return false;
  return (isEncouragement(sentence) || isQuestionOrRequest(sentence)) && !holdsOn(sentence);
}

function isEncouragement(sentence: string): boolean {
  return encouraging.test(sentence) && !particular.test(sentence.replace(encouraging, '')) && !deciding.test(sentence);
}

function isQuestionOrRequest(sentence: string): boolean {
  const parts = sentence.split(/[,;:，、；：،]|\s[–—-]\s/u);
  const [first = '', ...others] = parts.slice(parts.findIndex((part) => !isSmallTalk(part)));
  if (others.length === 0 && endsInQuestion(sentence)) return true;
  // "Moving to Lisbon in March, any tips?" tells something before it asks.
  if (asks(first) || asking.test(words(first)[0] ?? '')) return true;
  if (others.length > 0 && particular.test(sentence)) return false;
  return isForWords(first) || writing.test(first) || isRequest(first) || isTask(sentence);
}

function isTask(sentence: string): boolean {
  return readClauses(sentence)[0]?.cues.get('task') === 'first';
}

/** Whether it says something that outlasts the answer: "Can you always use metric units?" */
function holdsOn(sentence: string): boolean {
  if (outlasts(sentence) || aboutOf(sentence.replace(toMe, '')) === 'user') return true;
  return readClauses(sentence).some((clause) => clause.isCued || clause.isOfOwnLife || saysLasting(clause));
}

/** Further verbs of requests for words. */
const writing =
  /^(?:(?:please|bitte|por favor|per favore|proszę|пожалуйста|будь ласка|tolong|hãy|请|請),? ?)?(?:(?:write|draft|compose|translate|list|compare|describe|help|explain|summari[sz]e|suggest|recommend|schreib|verfasse|übersetz|vergleich|beschreib|hilf|erklär|écri[st]|rédige|traduis|compare|décris|aide|explique|escrib|redacta|traduce|compara|describe|ayúda|explica|escrev|redija|traduz|ajud|expli|scriv|traduci|confronta|descrivi|aiuta|spiega|schrijf|vertaal|vergelijk|beschrijf|help|leg uit|napisz|przetłumacz|porównaj|opisz|pomóż|wyjaśnij|напиши|переведи|сравни|опиши|помоги|объясни|переклади|порівняй|допоможи|поясни|skriv|översätt|jämför|beskriv|hjälp|förklara|tulis|terjemahkan|bandingkan|bantu|jelaskan|viết|dịch|so sánh|giúp|giải thích|اكتب|ترجم|قارن|ساعدني|اشرح)|(?:写|寫|翻译|翻譯|比较|比較して|解释|解釋|帮))|(?:(?:書|描)いて|翻訳して|比較して|説明して|まとめて|手伝って)(?:ください|下さい)?[。!！]{0,3}$|(?:써|번역해|비교해|설명해|요약해|도와) ?(?:줘|주세요|주십시오)[.!]{0,3}$|(?:yaz|çevir|karşılaştır|açıkla|anlat|özetle)(?:ır mısın)?[.!]{0,3}$|(?:लिखो|लिखिए|लिखें|बताओ|बताइए|समझाइए|समझाओ|मदद करो)[।.!]{0,3}$/iu;

/** What is the speaker's, or what the speaker is or has: it tells of them, also in a question. */
const telling = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    "my|our|ours|mine|i'?m|i am|i've|i have|i (?:live|work|use|like|love|prefer|hate|own|moved|bought|got)|we're|we are|we've|we have|we (?:use|run|live|moved)",
    'meine?[mnrs]?|unser(?:e[mnrs]?)?|ich (?:bin|habe|wohne|arbeite|nutze|mag)|wir (?:sind|haben|nutzen|verwenden)',
    "mon|ma|mes|notre|nos|je suis|j'ai|j'habite|nous (?:sommes|avons|utilisons)|on utilise",
    'mis?|nuestr[oa]s?|soy|tengo|vivo|trabajo (?:como|en|para)|usamos|tenemos|estoy',
    'meus?|minhas?|noss[oa]s?|sou|tenho|moro|trabalho (?:como|em|n[ao]|para)|temos',
    'mi[oa]|miei|mie|nostr[oaie]|sono|ho|abito|lavoro (?:come|in|a|per|da)|usiamo|abbiamo',
    'mijn|onze?|ik (?:ben|heb|woon|werk)|wij? (?:zijn|hebben|gebruiken)',
    'mój|moj[aeą]|moich|mojego|mojej|mam|jestem|mieszkam|pracuję|nasz[aey]?|używamy|mamy',
    'мо[йяеиюі]|моего|моей|моему|моих|мою|мого|моєї|наш[аеиі]?|у (?:меня|нас|мене)|я живу|я работаю|я працюю|мы используем',
    'min|mitt|mina|vår[at]?|våra|jag (?:är|har|bor|jobbar)|vi (?:har|använder)|mit|mine|jeg (?:er|har|bor)',
    'benim|bizim|saya (?:adalah|punya|tinggal|bekerja)|(?:milik|punya) saya|\\p{L}+ku|kami (?:pakai|punya)|của (?:tôi|mình)|tôi (?:là|có|sống)',
    'عندي|لدي|لدينا|عندنا|أنا|मेर[ाेी]|हमार[ाेी]|मैं .{1,40} (?:हूँ|हूं)',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|^(?=.*[ğışç]).*\\p{L}{2}(?<![aeıiuü]y|[ae]l|yor)[ıiuü]m(?:[ıiuü]z)?[ıiuüea]?(?!\\p{L})|(?<!让)我们(?!开始)|我(?:的|是|有|在|住|家|用)|咱们?的|私(?:の|は|たち)|僕|うちの|弊社|우리|저는|저희|나는|내 |제 `,
  'iu',
);

/** How a speaker urges on: "Let's get it done", "No time to waste". */
const encouraging = new RegExp(
  `^(?:(?:ok|okay|so|alright|right|now|come on|well|also|na|gut|bon|bueno|bom|bene|dobra|ну|tamam)[,!]? )?(?:${[
    "let'?s|let us|no time to (?:waste|lose)|time to (?:get|start|go|work)|(?:you'?ve|you) got this|you can do (?:it|this)|keep (?:up|it up|at it)|bring it on|onwards?|here we go|we can do (?:it|this)|we got this|get (?:it done|going|to work|started)|make it happen",
    "lass(?:t)? uns|los geht(?:'?s)?|auf geht(?:'?s)?|keine zeit(?: (?:zu )?verlieren)?|packen wir|legen wir|du schaffst|wir schaffen|ran an|fangen wir",
    "allons|allez|on y va|c'est parti|pas de temps à perdre|au travail|mettons-nous|finissons|tu peux le faire|commençons",
    'vamos|vámonos|manos a la obra|no hay tiempo que perder|sin tiempo que perder|tú puedes|podemos hacerlo|empecemos|hagámoslo|acabemos',
    'mãos à obra|não há tempo a perder|sem tempo a perder|você consegue|vamos lá|bora|comecemos',
    "andiamo|forza|(?:mettiamoci )?al lavoro|non c'è tempo da perdere|ce la puoi fare|possiamo farcela|facciamolo|cominciamo|iniziamo",
    'laten we|aan de slag|geen tijd te verliezen|je kunt het|daar gaan we|we kunnen dit|kom op',
    'zróbmy|do dzieła|do roboty|nie ma czasu do stracenia|dasz radę|damy radę|zaczynajmy|chodźmy|ruszajmy',
    'давай(?:те)?|поехали|погнали|за дело|за работу|нельзя терять время|нет времени терять|вперёд|вперед|ты сможешь|начнём|начнем|нумо|до роботи|не гаймо часу|почнімо|ходімо|ти зможеш',
    'hadi|haydi|kaybedecek (?:zaman|vakit)|başlayalım|yapalım|yapabilirsin|işe koyulalım',
    'låt oss|nu kör vi|ingen tid att (?:förlora|slösa)|du klarar|vi klarar|kom igen|sätt igång|lad os|la oss|kom så',
    'ayo|mari|yuk|tidak ada waktu|jangan buang waktu|kamu bisa|hãy cùng|cùng|cố lên|không còn thời gian|bắt đầu thôi',
    'هيا|يلا|لا وقت|يمكنك|لنبدأ|चलो|चलिए|आओ|समय बर्बाद|शुरू करते',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|^(?:让我们|我们开始|咱们开始|开始吧|加油|没时间|别浪费时间|来吧)|^(?:さあ|頑張|がんば|時間がない|時間を無駄)|(?:しましょう|めましょう|きましょう|やろう|始めよう|行こう)[。!！]{0,3}$|^(?:자,? |화이팅|파이팅|힘내|가자|시작하자|시간이 없)|(?:해보자|시작합시다|합시다|하자)[.!]{0,3}$`,
  'iu',
);

/** What is settled with such words: "Let's stick to the budget". */
const deciding =
  /(?<![\p{L}\p{M}])(?:use|go with|go for|stick|keep (?!going|moving|pushing|at)|switch|choose|pick|call (?:it|them)|name|set|plan|meet|schedule|avoid|nehmen|verwenden|nutzen|bleiben|wechseln|treffen|prendre|prenons|utiliser|utilisons|garder|gardons|usar|elegir|quedarnos|cambiar|mudar|escolher|usare|usiamo|scegliere|restare|gebruiken|kiezen|houden|blijven|użyjmy|używajmy|wybierzmy|использовать|возьм[её]м|выберем|оставим|kullanalım|seçelim|använda|välja|behålla|pakai|gunakan|pilih|dùng|chọn)(?![\p{L}\p{M}])|用|选|選|使|사용|쓰자|نستخدم|نختار|इस्तेमाल|उपयोग|चुन/iu;

/** Whom a request for words is for: "Schreib mir ein Gedicht" tells nothing of the speaker. */
const toMe = / (?:mir|uns)(?= )/iu;

/** A name, a number or an address inside: it may be a plan. */
const particular = /\s\p{Lu}\p{Ll}|\p{N}|[./@_]\w/u;
