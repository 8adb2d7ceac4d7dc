import { once } from '../../base/once.ts';
import { aboutOf } from '../../text/about/about.ts';
import { cjk } from './cue-classes.ts';
import { plain } from './cue-rules.ts';
import { isOfTask, saysLasting } from './orders.ts';
import type { Read } from './read.ts';

/** An impression, or what somebody supposes: "It seems to load", "Creo que hay una librería". */
const guess = once(
  () =>
    /^(?:(?:ok|okay|so|and|but|also|well|no),? )*(?:i (?:think|guess|suppose|assume)|it (?:also )?(?:seems|looks like|appears)|seems|maybe|perhaps|probably|ich (?:glaube|denke|vermute)|vielleicht|es scheint|je (?:pense|crois)|il semble|peut-être|on dirait|creo que|me parece|parece|quizás?|acho que|talvez|credo|penso che|mi sembra|sembra|forse|ik denk|het lijkt|misschien|myślę|wydaje mi się|chyba|кажется|похоже|думаю|наверное|возможно|здається|схоже|мабуть|sanırım|galiba|belki|jag tror|det verkar|kanske|sepertinya|kayaknya|mungkin|có vẻ|hình như|có lẽ|به نظر|فکر (?:می ?)?کنم|شاید|أعتقد|أظن|يبدو|ربما|शायद)(?![\p{L}\p{M}])|^(?:我觉得|我感觉|感觉|好像|似乎|可能)|(?:と思(?:います|う|われ)|みたい(?:です|だ)?|とおも(?:う|います)よ?|ようです|かもしれ(?:ない|ません))[。！]?$|(?:것|거) ?같(?:아|아요|은데|습니다)[.!]?$|लगता है/iu,
);

/** What the agent has done, asked or offered: "You forgot the index", "riguardo alla tua domanda". */
const toAgent = once(
  () =>
    /^(?:if you (?:want|wish|like|prefer)|wenn du (?:willst|möchtest|magst)|si (?:tu veux|vous voulez|quieres|prefieres)|se (?:vuoi|preferisci|quiser|preferir)|als je wilt|jeśli chcesz|если (?:хочешь|хотите)|якщо хочеш|istersen|om du vill|kalau (?:kamu )?mau|nếu bạn muốn)(?!\p{L})|^如果你(?:想|愿意|需要)|(?<!\p{L})(?:(?<=^(?:note:? |important:? )?)you (?:may|can|will|might|typically|usually)(?= )|you (?:are|were) (?:still |way |now )?(?:missing|wrong|using|over\w*|doing|mixing|confusing|not)|you (?:have|'ve|did|didn't|forgot|missed|broke|removed|suggested|said|made|put|wrote|misunderst\w+)(?! to)|your (?:last|previous|suggest\w+|answer|question|proposal|changes?|code)|du hast|dein(?:e|en|er)? (?:frage|antwort|vorschlag|code)|tu as (?!le|la|un)|t(?:a|on) (?:question|réponse|proposition|code)|te (?:has equivocado|equivocaste|olvidaste)|has (?:hecho|puesto|visto|dicho|escrito|\p{L}{2,12}[ai]do)|tus? (?:pregunta|respuesta|propuesta)s?|você (?:fez|esqueceu|colocou|errou)|sua (?:pergunta|resposta|sugestão)|t'has equivocat|hai (?:fatto|messo|dimenticato|sbagliato)|(?:la|alla|sulla) tua (?:domanda|risposta|proposta)|ты (?:сделал|забыл|сломал|не понял|ошиб\p{L}+)|тво(?:й|ему|его|и) (?:вопрос|ответ|вариант)\p{L}{0,2}|ти (?:зробив|забув|зламав|помилив\p{L}+)|je hebt|zrobiłeś|zapomniałeś|twoje pytanie|kamu (?:sudah|tadi|lupa|salah)|bạn (?:đã|vừa|quên|làm sai))(?!\p{L})|^你(?:刚才|刚刚|之前|没有|没|弄错|搞错|理解错|上一?次|上面)|你的(?:回答|建议|方案|理解)|あなたの(?:提案|回答)|(?:네|니|당신)(?:가|의) (?:제안|답변|질문|만든|수정한)|(?<!\p{L})(?:کردی|نوشتی|گذاشتی|گفتی)[.!؟]?$/iu,
);

/** What is done next: "We will now write the tests", "Vamos começar". */
const nextStep = once(
  () =>
    /^(?:(?:ok|okay|so|and|then|now),? )*(?:(?:we|i)(?:'ll| will| should| need to| have to) (?:now|then|also|next|first)|(?:let's|lets|let us) (?:start|begin|try|go|do|now|first|continue|move)|i(?:'m| am) (?:just )?(?:testing|trying)|i want to (?:understand|know|see)|(?:dann |jetzt |nun )?(?:machen|fangen|probieren) wir|wir (?:machen|fangen) (?:jetzt|nun|dann)|(?:on va|nous allons) (?:maintenant|d'abord|commencer)|(?:ahora )?vamos a (?!usar|utilizar|trabajar con)|vamos (?:começar|focar|criar|fazer|agora)|(?:adesso|ora) (?:facciamo|iniziamo)|давай(?:те)?|(?:tôi|mình|em) sẽ|(?:hadi|şimdi) |ayo|mari kita)(?!\p{L})|^(?:那|好|接下来)?(?:我们|咱们)(?:来|先|接着|继续).{1,30}吧/iu,
);

/** What somebody wishes of the task in hand: "I want the list to reload", "Quiero que…". */
const wish = once(
  () =>
    /^(?:(?:ok|okay|so|and|but|also|well|now|then|no),? )*(?:(?:i|we)(?: just| also| only| really)? (?:want|need|wanna|would (?:like|love)|'d (?:like|love))(?! (?:my|our) )|ich (?:möchte|will|brauche|hätte gern)|wir (?:möchten|wollen|brauchen)|je (?:veux|voudrais|souhaite)|on (?:veut|voudrait)|(?:yo )?(?:quiero|queremos|necesito|quisiera)|(?:eu )?(?:quero|queremos|preciso)|(?:io )?(?:voglio|vorrei|vogliamo)|ik (?:wil|zou)|we willen|chc(?:ę|emy)|chciał\p{L}{2,4}|(?:я )?(?:хочу|хотел(?:а|ось)? бы)|(?:мне|мені) (?:нужно|надо|треба|потрібно)|хотим|(?:я )?(?:хотів|хотіла) би|jag (?:vill|behöver)|(?:saya|aku) (?:mau|ingin)|(?:tôi|mình|em) (?:muốn|cần)|necessito|vull|istiyorum|میخواهم|می خواهم|أريد)(?![\p{L}\p{M}])|^(?:[\p{L}\p{N}]{0,4}[，,])?(?:所以|那么?|然后|现在)?(?:我|我们)(?:还|就|也|只)?(?:想要?|希望|要)(?!用)|(?:たい|ほしい|欲しい)(?:です|のです|んです|と思います)?(?:が|けど)?[。！、]?$|(?:싶(?:어|어요|습니다|은데|다)|원(?:해|했다|합니다))[.!]?$/iu,
);

/** What a product does for its users belongs to the task of building it: "The user can pick two", "Each panel should…". */
const feature = once(
  () =>
    /^(?:(?:when|if|once|wenn|quand|lorsque|cuando|quando|als|gdy|kiedy|когда|коли|när|khi|ketika|saat) )?(?:(?:the|a|each|every|all|our) (?:end[- ]?)?users?|users|(?:der|die|ein|jeder) (?:be)?nutzer(?:in)?|l'utilisateur|les utilisateurs|(?:el|un|los) usuarios?|(?:o|os|um) usuários?|l'utente|gli utenti|de gebruiker|użytkownik|пользователь|пользователи|користувач|kullanıcı(?:lar)?|användaren|user|người dùng|pengguna|المستخدم|उपयोगकर्ता|کاربر)(?![\p{L}\p{M}])|^(?:当|当前)?用户|^ユーザー?(?:は|が|の)|^사용자(?:는|가|의)|^(?:each|every) (?!time|day|week|commit|change|release|pr|developer|member|one of us)[\p{L} -]{3,40} (?:should|must|has to|needs to)(?!\p{L})|^(?:必须|需要|要|应该?)?(?:能够?|可以)?支持|^能够?(?!量)|^能否/iu,
);

/** A Chinese, Japanese or Korean clause below this many UTF-16 units names no case. */
const shortestBare = 14;

/** A value with what it is the value of: "服务器端口是 8080", "DBはMySQLです". */
const value = /[\p{L}\p{N}](?<!これ|それ|这个?|那个?|이것?)(?:是|为|叫|用|在|は|が|은|는|이|가)\s?[A-Za-z\p{N}]/u;

/** What ends open. */
const open = /(?:\.\.\.|…)["'”»）)]?$/u;

/** What holds for a while, as it says itself. */
const temporary =
  /(?<![\p{L}\p{M}])(?:for now|for the (?:moment|time being)|temporarily|vorerst|fürs erste|vorläufig|erst ?mal|pour (?:le moment|l'instant)|por (?:ahora|el momento|enquanto|agora)|per (?:ora|il momento|adesso)|voorlopig|na razie|пока что|временно|наразі|поки що|şimdilik|tills vidare|untuk sementara|sementara ini|tạm thời|फ़िलहाल|फिलहाल|فعلاً?|مؤقتا|حاليا)(?![\p{L}\p{M}])|暂时|暫時|とりあえず|ひとまず|일단|당분간/iu;

/** Fewer words in capitals may be names. */
const fewestShouted = 4;

/** Whether a clause is written in capitals: more often an outburst than a fact. */
export function isShouted({ text }: Pick<Read, 'text'>): boolean {
  const cased = text.match(/\p{L}+/gu)?.filter((word) => word.toLowerCase() !== word.toUpperCase()) ?? [];
  const shouted = cased.filter((word) => word === word.toUpperCase());
  return shouted.length >= fewestShouted && shouted.length > 0.8 * cased.length;
}

/** Why a statement that would be kept may hold for the moment alone; undefined where nothing says so. */
export function inPassing(clause: Read, sentence: readonly Read[]): string | undefined {
  if (isShouted(clause)) return 'written in capitals';
  if (isOfTask(clause, sentence)) return 'an order that may hold for this task alone';
  if (!clause.isPlain && temporary.test(plain(clause.text))) return 'says that it holds for a while';
  if (clause.isPlain || clause.isOfOwnLife || saysLasting(clause)) return undefined;
  const said = plain(clause.text);
  if (feature().test(said)) return 'how a feature is to behave';
  if (clause.isCued) return undefined;
  if (open.test(clause.raw.trimEnd())) return 'ends open';
  if (guess().test(said)) return 'a guess';
  if (nextStep().test(said)) return 'what is done next';
  if (!clause.cues.has('use') && wish().test(said)) return 'a wish for the task at hand';
  const isShort = cjk.test(said) && said.length < shortestBare && aboutOf(said) !== 'user';
  if (isShort && !value.test(said)) return 'too short to stand alone';
  return isToAgent(clause) ? 'about what the agent did or offers' : undefined;
}

/** Whether a clause is about what the agent did, or is an offer, which the user may have quoted. */
export function isToAgent(clause: Read): boolean {
  const isOwn = clause.isPlain || clause.isOfOwnLife || saysLasting(clause);
  return !isOwn && toAgent().test(plain(clause.text));
}
