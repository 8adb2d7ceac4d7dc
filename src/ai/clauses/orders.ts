import { once } from '../../base/once.ts';
import { aboutOf } from '../../text/about/about.ts';
import { cjk, cueClassesOf, type Place } from './cue-classes.ts';
import { plain, reach } from './cue-rules.ts';
import type { Objection } from './objections.ts';
import { not } from './plain-statements.ts';

/** What an order is known by: a clause, its words, and the classes of cues in it. */
interface Spoken {
  text: string;
  tokens: readonly string[];
  cues: ReadonlyMap<string, Place>;
}

/** The same with its place in the sentence and what speaks for and against it. */
interface Told extends Spoken {
  raw: string;
  isQuestion: boolean;
  isCued: boolean;
  isPlain: boolean;
  isOfOwnLife: boolean;
  objection: Objection | undefined;
}

/** Beginnings of orders that no class of cues has. */
const begins = [
  "don't|do not|dont|no(?!,)|keep|run|put|name|follow|commit|test|answer|reply|stick|stop|only|avoid|ensure|make|write|read|return|report|include|exclude|set|build|find|search|list|give|describe|let(?!')|start|try|go|open|push|merge|install|convert|turn|wrap|split|focus|ignore|skip|think|plan|design|draw|apply|verify|save|store|copy|extract|provide|output|print|log|format|ask|wait|revert|restore|clean|simplify|optimi[sz]e|improve|align|hide|display|support|handle|mark|document|translate|limit|disable|enable|send|call|leave|preserve|respect|be|act|refrain|revise|implement|rewrite|rework|resume|continue|investigate|research|analy[sz]e|explore|review",
  'vermeide|verwende[nt]?|nutzt?|nehmt|achte|schreibe?|lies|gib|mach|mache|lass|bau|baue|teste?|setze?|lege?|halte?|zeige?|erzeuge|benenne|verschiebe|prüfe?',
  "ne|n'\\p{L}+|évitez?|emploie|écris|écrivez|fais|faites|mets|mettez|garde|gardez|respecte|laisse|assure|teste|lis|donne|affiche|renomme|déplace",
  '(?:cre|us|agreg|revis|ejecut|gener|implement|arm|prob|actualiz|elimin|cambi|document|mostr)á|(?:escrib|correg|añad)í|hacé|poné|mantené|evita|evite|haz|pon|escribe|mantén|deja|lee|muestra|asegúrate|sigue|respeta|genera|implementa|emplea|agregue|actualiza|investiga|corrige|revisa|analiza|quita|elimina|no \\p{L}+[ae]s',
  'evite|faça|coloque|escreva|mantenha|deixe|leia|mostre|garanta|siga|gere|implemente|adicione|não \\p{L}+[ae]',
  'non \\p{L}+|evita|fai|metti|scrivi|mantieni|lascia|leggi|mostra|assicurati|segui|genera|implementa',
  'vermijd|zet|schrijf|houd|hou|laat|lees|toon|zorg|volg|genereer|bouw|geef',
  'nie \\p{L}+(?:aj|uj|ij|yj|ób)|unikaj|zrób|napisz|zachowaj|zostaw|przeczytaj|pokaż|upewnij|stwórz|utwórz|wygeneruj|użyj|użyjcie|stosuj|uruchom|popraw|dodaj|usuń|zmień|sprawdź',
  "fes|feu|corregeix|crea|afegeix|assegura't|canvia|escriu|genera|elimina",
  'не \\p{L}+(?:й|йте|и|ите|ь|ьте)|избегай|уникай|сделай|напиши|оставь|прочитай|прочти|покажи|убедись|создай|сгенерируй|поставь|используйте|сохрани|реализуй|перезапусти|замени|перенеси|раздели|исправь|обнови|проведи|проверь|розділи|перенеси|заміни|приведи|проведи|виправ|онови|перевір|додай|зроби|залиш|прочитай|переконайся|створи|згенеруй|збережи',
  'undvik|gör|skriv|läs|håll|låt|se till|visa|sätt|bygg',
  'jangan|hindari|đừng|tránh|buatlah|gunakan|pakai|tulis|baca|pastikan|simpan|tampilkan|ganti|dùng|sử dụng|viết|đọc|giữ|đảm bảo|hiển thị|tạo|sửa|thêm|lên kế hoạch|kiểm tra|buat|pelajari|perbaiki|tambahkan|ubah|hapus',
  'تجنب|استخدم|أنشئ|اكتب|اقرأ|اعرض|تأكد|أضف|اجعل|ضع|لا ت\\p{L}+',
].join('|');
const courtesy =
  "(?:please|pls|and|also|then|so|just|ok|okay|now|bitte|und|auch|dann|s'il te plaît|et|por favor|y|e|per favore|alsjeblieft|en|proszę|i|пожалуйста|и|будь ласка|lütfen|tolong|mohon|silakan|hãy|vui lòng|من فضلك|कृपया|snälla),? ";

/** Verbs of the first person, which the classes have among the words for using. */
const ours =
  /^i(?:'m|'ve|'d)? |(?<!\p{L})(?:we|us(?:o|amos|iamo)|utilizamos|utilisons|nutzen wir|verwenden wir|gebruiken we|używamy|korzystamy|используем|пользуемся|використовуємо|користуємося|kullanıyoruz|kullanıyorum|نستخدم|نستعمل|using|used|uses|built|written|powered)(?!\p{L})/u;

/** The same of Turkish, whose verbs stand at the end. */
const turkishOurs = /[ıiuü]yor(?:uz|um)[.!]?$/u;

const order = once(() => new RegExp(`^(?:${courtesy}){0,3}(?:${begins})(?!\\p{L})`, 'u'));

/** What begins with a courtesy, or says what the agent should do, asks for something, whatever its verb. */
const asksKindly =
  /^(?:(?:and|also|but|so|now|und|et|y|e|i|и|та),? )?(?:i (?:want|need|would like|'d like) you to|ich (?:möchte|will|hätte gern),? dass du|je (?:veux|voudrais|souhaite) que (?:tu|vous)|(?:yo )?(?:quiero|necesito) que|(?:eu )?(?:quero|preciso) que (?:você|vc|tu)|(?:voglio|vorrei) che tu|ik wil dat je|chcę,? (?:że)?byś|(?:я )?хочу,? (?:чтобы?|щоб)|(?:tôi|mình) (?:muốn|cần) bạn|(?:saya|aku) (?:mau|ingin) kamu)(?![\p{L}\p{M}])|^hãy (?=\p{L})|^(?:(?:ok|okay|and|also|but|so|then|now) )?(?:please|pls|plz|por favor|per favore|s'il te plaît|s'il vous plaît|stp|svp|alsjeblieft|proszę|prosze|пожалуйста|будь ласка|lütfen|tolong|mohon|vui lòng|snälla)(?![\p{L}\p{M}])|^(?:لطفا|لطفاً|من فضلك|कृपया)(?![\p{L}\p{M}])/u;

/** How orders of languages with the verb at the end, and Chinese ones, are formed. */
const asianOrder =
  /(?:て|で|ください|下さい|(?:て|で)(?:ほしい|欲しい|くれ)(?:です)?|ないこと|すること|しろ|せよ)[。.!！]{0,3}$|请你|[请請][帮幫]|^(?:我)?(?:需要|想[让讓]|要)你|(?:작성|수정|추가|구현|변경|삭제|확인|정리)해 ?(?:주세요|줘)|(?:绝对|千万|一定)(?:不要|别|不能|不许)|^(?:那|那么|然后|再)?[帮幫](?:我|忙)|^(?:请|請|麻烦)?(?:你|您)?(?:使用|用(?!来|户|的)|不要|不能|别|別|勿|只|把|将|先|要|给|确保|保持|添加|做|写|改|创建|生成|保留|返回|输出|参考|按照|更新|继续|整理|提高|提升|细化|修改|优化|完善|补充|删除|重构|检查|结合|新增|增加|实现|修复|分析|总结|整合|调整|恢复|执行)|(?:하고|으면) ?싶(?:어|어요|습니다|은데|은데요)[.!]{0,3}$|(?:(?<!필요)해|하세요|하십시오|줘|주세요|지 ?마|지 ?마세요|말 것|할 것|하자)[.!]{0,3}$/u;

/** A subject that a Chinese or Japanese statement has and an order has not. */
const asianSubject = /^(?:我们?|咱们?|本项目|私|僕|うち|弊社|우리|저는|나는)/u;

/** Whether a clause tells the agent to do something, or not to do it. */
export function isOrder({ text, cues, tokens }: Spoken): boolean {
  const said = plain(text).toLowerCase();
  if (cjk.test(said)) return asianOrder.test(said) && !asianSubject.test(said);
  if (ours.test(said.slice(0, subjectReach)) || turkishOurs.test(said)) return false;
  if (asksKindly.test(said) || order().test(said) || cues.get('use') === 'first' || cues.get('task') === 'first')
    return true;
  const last = tokens.at(-1) ?? '';
  const ending = cueClassesOf([last], last);
  return ending.has('use') || ending.has('task') || ended.test(said);
}

/** How Hindi and Turkish forbid, and how Hindi and Persian ask. */
const ended =
  /(?:(?<![\p{L}\p{M}])ن?(?:کن|کنید|کنین)|(?<![\p{L}\p{M}])(?:ن?ده|بده|بدهید|بساز|بزن|بیار|بذار|قرار بده)|(?<![\p{L}\p{M}])(?:करो|करें|करना|कीजिए|रखो|रखना|बनाओ|जोड़ो|लगाओ|हटाओ|दिखाओ|लिखो)|(?<![\p{L}\p{M}])(?:मत|न|ना) [\p{L}\p{M}]{1,12}|(?<=\p{L}{2})m[ae]y[ıi]n[ıi]?z?|(?<=\p{L}{3})m[ae])[.!।]{0,3}$/u;

/** As far as the subject of a short statement is from its beginning. */
const subjectReach = 25;

/** Classes of words with which an order outlasts its task. */
const lasting = ['always', 'never', 'remember', 'prefer', 'decide'];

/** Words for what comes, for what happens again, for a reason, or for the whole project. */
const outlasting = once(() =>
  [
    // What comes
    "(?<!\\p{L})(?:ever|from now on|going forward|in (?:the )?future|next time|by default|as a rule|in general|generally|usually|at all times|throughout|any ?more|ab (?:jetzt|sofort)|in zukunft|künftig|grundsätzlich|standardmäßig|dorénavant|désormais|à partir de maintenant|la prochaine fois|par défaut|de ahora en adelante|a partir de ahora|la próxima vez|por defecto|de agora em diante|a partir de agora|da próxima vez|por padrão|d’ora in poi|d'ora in poi|la prossima volta|voortaan|vanaf nu|od teraz|w przyszłości|domyślnie|отныне|впредь|в следующий раз|по умолчанию|відтепер|надалі|за замовчуванням|bundan (?:sonra|böyle)|från och med nu|hädanefter|i fortsättningen|mulai sekarang|ke depannya|seterusnya|từ (?:giờ|nay)|sau này|mặc định|अब से|आगे से)(?![\\p{L}\\p{M}])|من الآن|از (?:این|حالا|الان) به بعد|دفعه بعد|以后|今后|下次|默认|从现在|今後|これから|次回|以後|앞으로|이제부터|지금부터|다음부터|기본적으로",
    // What happens again
    '(?<!\\p{L})(?:before (?:you|we|i|a|an|any|every|each|\\p{L}+ing)|after (?:you|every|each|any)|whenever|when (?:you|we|i|\\p{L}+ing)|unless|without (?:asking|my|explicit|permission|approval)|(?:each|every) (?:time|commit|change|pr|pull request|release|feature|session|day|week|response|answer|reply|new|test|file you)|for (?:every|each|all|any) (?:new )?|bevor|vor jede[mnr]|nach jede[mnr]|wenn du|ohne (?:zu fragen|rückfrage)|avant (?:de|chaque|tout)|après chaque|quand tu|chaque fois|sans me|antes de|después de cada|cuando|sin preguntar|depois de cada|quando|sem (?:me )?perguntar|prima di|dopo ogni|senza chieder|voor(?:dat| elke)|na elke|zonder te vragen|przed (?:każdym|każdą)|zanim|po każde[jm]|gdy|bez pytania|перед (?:каждым|каждой|тем)|прежде чем|после каждо|когда|без (?:спроса|моего)|перед (?:кожним|кожною)|перш ніж|після кожно|коли|без мого|innan|efter varje|när du|utan att fråga|sebelum|setelah setiap|tanpa (?:bertanya|izin)|trước khi|sau mỗi|khi nào|mà không hỏi)|قبل (?:أن|كل|از هر)|بعد كل|(?:करने )?से पहले|(?:madan|meden) önce|her .{2,20} (?:önce|sonra)|之前|以前|每次|每当|时候|的?时[，,]|前に|たびに|する際|전에|때마다|할 때',
    // A reason
    '(?<!\\p{L})(?:because|since|as (?:we|it|they|i|the|that)|otherwise|or (?:else )?(?:the|it|they|we|ci)|weil|denn|sonst|parce qu|car|sinon|puisqu|porque|pues|ya que|si no|pois|já que|senão|perché|poiché|altrimenti|omdat|want|anders|bo|ponieważ|gdyż|inaczej|потому|так как|иначе|бо|тому що|інакше|çünkü|yoksa|eftersom|annars|karena|sebab|soalnya|vì|bởi|nếu không)(?!\\p{L})|لأن|وإلا|क्योंकि|वरना|因为|否则|不然|ため|ので|(?<=い|た|る|す)から|때문|니까',
    "[,;–—] (?:it|they|we|i|ci|that|this|es|das|sie|wir|ich|ça|c'est|ils?|elles?|on|eso|isso|ellos|eles|ze|het|ona|ono|это|он[аои]?|мы|це|ми|det|vi) ",
    // A habit that is to end, and a language
    '^(?:please )?(?:stop|quit) \\p{L}+ing(?!\\p{L})|(?<!\\p{L})(?:in (?:plain |simple |british |american )?(?:english|german|french|spanish|portuguese|italian|dutch|polish|russian|ukrainian|turkish|swedish|chinese|japanese|korean|arabic|hindi)|auf (?:deutsch|englisch)|en (?:français|anglais|español|inglés)|em (?:português|inglês)|in (?:italiano|inglese)|in het (?:nederlands|engels)|po (?:polsku|angielsku)|(?:на|по)[ -](?:русск|английск|українськ|англійськ)\\p{L}*|українською|англійською|türkçe|ingilizce|på (?:svenska|engelska)|dalam bahasa|bằng tiếng)(?!\\p{L})|بال(?:عربية|إنجليزية)|(?:हिंदी|हिन्दी|अंग्रेज़ी|अंग्रेजी) में|用(?:中文|英文)|(?:日本語|英語)で|(?:한국어|영어)로',
    // A convention by its name, and "İngilizce yaz, Türkçe yazma"
    '(?<!\\p{L})(?:conventional commits?|semantic versioning|trunk-based|british|american)(?!\\p{L})|(?<!\\p{L})(\\p{L}{3,20}), [^,]{2,40} \\1m[ae](?!\\p{L})',
    // A manner that is forbidden
    "(?<!\\p{L})(?:don't|do not|dont|nicht|ne|no|não|non|niet|nie|не) .{1,40}(?:directly|by hand|direkt|von hand|directement|à la main|directamente|a mano|diretamente|à mão|direttamente|rechtstreeks|met de hand|bezpośrednio|ręcznie|напрямую|вручную|напряму|вручну)(?!\\p{L})|(?:不要|别|別|勿)(?:直接|手动)|直接.{1,20}(?:ないで|しないこと)|직접 .{1,20}(?:지 ?마|말 것)",
    // The whole project, or what everybody works on
    '(?<!\\p{L})(?:in (?:this|the|our|all) (?:repo(?:sitory)?|project|codebase|team|projects|files|code)|across the|everywhere|(?:to|on|into|from) (?:main|master|prod|production)|in (?:diesem|unserem) (?:projekt|repo)|überall|dans (?:ce|le|notre) (?:projet|dépôt)|partout|en (?:este|el|nuestro) (?:proyecto|repo)|(?:neste|no|nosso) (?:projeto|repo)|in questo progetto|in dit project|w (?:tym )?projekcie|в (?:этом )?проекте|в (?:цьому )?проєкті|bu projede|i (?:det här )?projektet|di proyek|trong dự án)(?!\\p{L})|في هذا المشروع|इस प्रोजेक्ट|项目[中里内]|このプロジェクト|프로젝트에서|(?:main|master|主)分支',
  ].map((one) => new RegExp(one, 'u')),
);

/** One thing and not another. */
const contrast = once(
  () =>
    new RegExp(
      `${not} [\\p{L}\\p{N}.+#@/_-]{1,40}[.!]?$|而不是|代替|替代|取代|ではなく|じゃなく|대신|yerine|बजाय|की जगह|بدل(?:ا|ًا)? من|وليس|thay (?:vì|cho)|không phải|bukan|daripada|alih-alih`,
      'u',
    ),
);

/** Polish for "not", which is German for "never". */
const polishNot =
  /(?<!\p{L})nie (?=\p{L}{2})(?!wieder|mehr|auf|in|mit|direkt|die|der|das|den|dem|eine?n?|etwas|an|zu|ohne|von|vor|ins|im|am)/u;

/** Parts of a page, and pages: what they must have belongs to the task of building them. */
const parts =
  'buttons?|cards?|forms?|fields?|headers?|footers?|icons?|modals?|menus?|screens?|columns?|logos?|inputs?|tabs?|popups?|sidebar|navbar|dropdowns?|tooltips?|karten?|felder|feld|boutons?|cartes?|champs?|bot(?:ón|ones|ão|ões)|tarjetas?|campos?|cart(?:ão|ões)|pulsant[ei]|sched[ae]|knop(?:pen)?|kaart(?:en)?|velden|przycisk\\p{L}{0,3}|kart[ay]|pol[ae]|кнопк\\p{L}{1,2}|карточ\\p{L}{1,3}|пол[ея]|картк\\p{L}{1,2}|buton\\p{L}{0,4}|kart(?:lar)?|knapp(?:en|ar)?|tombol|kartu|nút|thẻ';
const pages =
  'pages?|images?|titles?|sections?|seiten?|bild(?:er)?|páginas?|imágen(?:es)?|imagen|imagens?|pagin[ae]|immagin[ei]|stron[ay]|страниц\\p{L}{1,2}|картин\\p{L}{1,3}|сторінк\\p{L}{1,2}|sayfa\\p{L}{0,4}|sida|sidor|halaman|trang';
const unspacedParts =
  '按钮|卡片|弹窗|菜单|窗口|侧边栏|ボタン|カード|画面|メニュー|モーダル|버튼|카드|화면|메뉴|بطاقة|बटन|कार्ड|دکمه|فرم|نمودار|کارت|منو|ستون';
const ofPart = once(() => new RegExp(`(?<!\\p{L})(?:${parts})(?!\\p{L})|${unspacedParts}`, 'u'));
const shown = once(
  () =>
    new RegExp(
      `(?<!\\p{L})(?:${parts}|${pages})(?!\\p{L})|${unspacedParts}|页面|图片|ページ|画像|페이지|صفحة|पेज|صفحه`,
      'u',
    ),
);

/** Wishes are for the task in hand, and no reasons. */
const wish =
  /^(?:i|we) (?:just |also )?(?:want|need|would like|'d like)|^ich (?:will|möchte|brauche)|^je (?:veux|voudrais)|^(?:quiero|quero|voglio|vorrei|chcę|ik wil|хочу|мне нужно|jag vill|istiyorum)/iu;
const someones =
  /^(?:we|i|it|they|that|this|ci|wir|ich|es|das|sie|nous|on|je|j'|ça|cela|c'est|nos|lo|eso|yo|soy|estoy|tengo|hemos|nós|isso|eu|sou|tenho|noi|sono|ho|abbiamo|wij|ik|dat|het|mamy|to|my|jestem|mam|мы|я|это|у|нас|ми|це|vi|jag|det)(?!\p{L})/iu;

const because = /(?:because of|due to|from|by) (?:it|that|this)[.!]?$/iu;

/** Whether a clause beside an order says why: "we have had bugs from it", "I'm colour-blind". */
export function isReason(clause: Told): boolean {
  const { text, objection, isQuestion } = clause;
  const isWhole = objection === undefined || (objection === 'unfinished' && because.test(text));
  return isWhole && !isQuestion && someones.test(text) && !wish.test(text) && !isOrder(clause);
}

/** "必ず日付を…追加できるように修正してください": the adverb belongs to what is to be changed. */
const japaneseTask =
  /(?:ように|を)(?:修正|変更|追加|作成|実装|削除)(?:して)?(?:ください|下さい|ほしい(?:です)?|くれ)[。！]{0,2}$/u;

/**
 * Whether a clause says no more than the task in hand: an order, or how a part of a page is to be, without a word that it
 * holds for good, a case in which it holds, a reason or the whole project.
 * @param sentence the clauses of its sentence
 */
export function isOfTask(clause: Told, sentence: readonly Told[]): boolean {
  const { cues, text, isCued, isPlain, isOfOwnLife } = clause;
  const low = text.toLowerCase();
  const isContrast = cues.has('use') && cues.get('task') !== 'first' && contrast().test(low);
  if (japaneseTask.test(low) && !cues.has('future')) return true;
  if (isPlain || isOfOwnLife || isContrast || saysLasting(clause)) return false;
  const isRequired = cues.has('must') && !cues.has('use') && shown().test(low);
  if (!isRequired && !isOrder(clause) && (isCued || !ofPart().test(low))) return false;
  const said = sentence.map(({ raw }) => raw).join('');
  if (outlasts(said) || sentence.some((one) => one !== clause && isReason(one))) return false;
  return aboutOf(text) !== 'user';
}

/** Whether a clause has a word with which it outlasts its task. */
export function saysLasting({ cues, text }: Spoken): boolean {
  return lasting.some((name) => cues.has(name) && !(name === 'never' && polishNot.test(text.toLowerCase())));
}

/** Whether a text says that it holds for good, when it holds again, why, or for the whole project. */
export function outlasts(text: string): boolean {
  const said = text
    .slice(0, 2 * reach)
    .toLowerCase()
    .replace(/’/gu, "'");
  return outlasting().some((one) => one.test(said));
}

/** A longer one tells more. */
const maxStanding = 120;

/** "Ändere nie die Dateien in generated": a short order with "always" or "never", which is not about a page. */
export function isStandingOrder(clause: Spoken): boolean {
  const { text, cues } = clause;
  const isForGood = cues.has('always') || (cues.has('never') && !polishNot.test(text.toLowerCase()));
  if (!isForGood || text.length > maxStanding || cues.has('moment') || cues.has('symptom')) return false;
  return isOrder(clause) && !shown().test(text.toLowerCase());
}
