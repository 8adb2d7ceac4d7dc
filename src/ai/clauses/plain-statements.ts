import { once } from '../../base/once.ts';
import { saysPlainlyWorldwide } from './plain-worldwide.ts';

// Short statements that hold, without a word that says so: who the user is, where things are, who does what, what is used.

/** A person or place by its name; a version, region or address. */
const name = "\\p{Lu}[\\p{Ll}\\p{M}’'-]{1,30}(?: \\p{Lu}[\\p{Ll}\\p{M}’'-]{1,30})?";
const place = `(?:(?=[^\\s]*[\\p{N}./:-]\\S)\\S{2,80}|(?:(?:der|die|das|dem|le|la|l’|el|de|the) )?${name})`;
const end = '[.!]?$';

/** What lasts of a person, in the order of `am`: senses, hands, food, and the like. */
const traits = [
  'colou?r-?blind|left-handed|deaf|blind|dyslexic|autistic|diabetic|vegan|vegetarian|a vegetarian|lactose[ -]intolerant|a (?:beginner|student|designer|developer|teacher|nurse|lawyer|freelancer)',
  'farbenblind|rot-grün-blind|linkshänder(?:in)?|gehörlos|blind|legastheniker(?:in)?|diabetiker(?:in)?|veganer(?:in)?|vegetarier(?:in)?|anfänger(?:in)?|laktoseintolerant',
  'daltonien(?:ne)?|gauch(?:er|ère)|sourde?|aveugle|dyslexique|diabétique|végan|végane|végétarien(?:ne)?|débutante?|intolérante? au lactose',
  'daltónic[oa]|zurd[oa]|sord[oa]|cieg[oa]|disléxic[oa]|diabétic[oa]|vegan[oa]|vegetarian[oa]|principiante|intolerante a la lactosa|celíac[oa]',
  'daltônic[oa]|daltónic[oa]|canhot[oa]|surd[oa]|ceg[oa]|disléxic[oa]|diabétic[oa]|vegan[oa]|vegetarian[oa]|iniciante|celíac[oa]',
  'daltonic[oa]|mancin[oa]|sord[oa]|ciec[oa]|dislessic[oa]|diabetic[oa]|vegan[oa]|vegetarian[oa]|principiante|celiac[oa]',
  'kleurenblind|linkshandig|doof|blind|dyslectisch|diabeet|veganist|vegetariër|beginner',
  'daltonistą|daltonistką|leworęczn[ya]|głuch[ya]|niewidom[ya]|dyslektykiem|diabetykiem|weganinem|weganką|wegetarianinem|wegetarianką|początkując[ya]',
  'дальтоник|левша|глух(?:ой|ая)|незряч(?:ий|ая)|дислектик|диабетик|веган|веганка|вегетарианец|вегетарианка|новичок|дальтонік|шульга|вегетаріанець|вегетаріанка|новачок',
  'färgblind|vänsterhänt|döv|blind|dyslektiker|diabetiker|vegan|vegetarian|nybörjare',
  'buta warna|kidal|vegetarian|vegan|pemula|penderita diabetes',
  'người mù màu|bị mù màu|người ăn chay|ăn chay|thuận tay trái|người mới',
];
const am = [
  "i'm|i am",
  'ich bin',
  'je suis',
  'soy',
  'sou|eu sou',
  'sono',
  'ik ben',
  'jestem',
  'я',
  'jag är',
  'saya',
  'tôi(?: là)?',
];

/** States that pass, written with a capital: "I'm Sorry". */
const passing = 'Back|Done|Fine|Good|Here|Lost|Ok|Okay|Ready|Sorry|Stuck|Sure|Tired';

/** "I'm Mara.", "Soy daltónica." */
const introduced = once(() => {
  const articles = '(?:(?:o|a) )?';
  return [
    new RegExp(`^(?:${am.map((one) => `(?:${one})`).join('|')}) (?:${traits.join('|')})(?=$|[\\s.,;!(])`, 'iu'),
    new RegExp(
      `^(?:I[’']m|I am|Ich bin|Je suis|Moi c[’']est|Soy|Sou|Eu sou|Sono|Ik ben|Jestem|Я|Jag är|Ben|Saya|Tôi là|This is me,|i[’']m|ich bin|je suis|soy|sou|sono|ik ben|jestem|я|jag är|ben) ${articles}(?!(?:${passing})[.!]?$)${name}${end}`,
      'u',
    ),
    /^(?:我是|我有)(?:红绿)?色盲|^我是左撇子|^我吃素|^(?:私は)?(?:色覚異常|色弱|左利き|ベジタリアン|ビーガン)(?:です|なので)|^(?:저는 |나는 )?(?:색맹|색약|왼손잡이|채식주의자|비건)(?:이에요|예요|입니다|이야|이라)|^(?:ben )?(?:renk körüyüm|solağım|vejetaryenim|veganım|diyabet hastasıyım|çölyak hastasıyım)|^(?:मैं )?(?:कलर ?ब्लाइंड|वर्णांध|शाकाहारी|वीगन|डायबिटिक|बाएं हाथ) .{0,12}(?:हूँ|हूं)|^أنا (?:مصابة? بعمى الألوان|نباتية?|أعسر|عسراء|أصمة?|كفيفة?|مصابة? بالسكري)/iu,
  ];
});

/** "Prod is in eu-west-1.", "Our docs live at docs.example.org." */
const things =
  '(?:the |our |die |der |das |unsere? |le |la |les |notre |el |los |nuestr[oa] |o |a |os |as |noss[oa] |il |lo |i |de |het |onze )?(?:prod|production|produktion|produktionen|producción|produção|produzione|productie|produkcja|прод|продакшен|staging|ci|qa|dev|backend|backenden|frontend|api|db|database|datenbank|base de datos|base de données|banco de dados|databasen?|datenbank|docs?|documentation|dokumentation|doku|documentación|documentação|documentazione|repo|repository|server|serveur|servidor|cluster|website|wiki|бэкенд|бекенд|база|сервер|документация|документація)(?: (?:server|servers|cluster|database|environment|db|site|bucket|repo|de (?:pruebas|producción|desarrollo|testes|produção|test|production|développement|prueba)|di (?:test|produzione|sviluppo)))?';
const stands =
  '(?:is|are|lives?|runs?|sits?|ist|läuft|liegt|steht|est|tourne|se trouve|está|corre|vive|fica|roda|è|gira|sta|staat|draait|jest|działa|stoi|ligger|körs|finns|работает|лежит|стоит|находится|працює|лежить|знаходиться)';
const at = '(?:in|on|at|under|behind|auf|unter|bei|à|en|au|dans|sur|em|no|na|su|a|op|bij|we?|på|i|в|во|на|у)';

/** Who somebody of the speaker's is: "Meine Chefin heißt Oksana.", "Müdürümün adı Elif." */
const called =
  /^(?:[Mm]eine?|[Mm]a|[Mm]on|[Mm]i|(?:[Ll]a|[Ii]l) (?:mia|mio)|(?:[Aa] |[Oo] )?(?:[Mm]inha|[Mm]eu)|[Mm]ijn|[Mm]oja|[Mm]ój|[Mm]in|[Mm]y|[Oo]ur) \p{L}{3,20} (?:heißt|s[’']appelle|se llama|si chiama|se chama|heet|ma na imię|nazywa się|heter|is called) \p{Lu}|^(?:[Мм]ою|[Мм]ого|[Мм]оего) \p{L}{3,20} (?:звати|зовут) \p{Lu}|^\p{L}{3,20}[ıiuü]m[ıiuü]n adı \p{Lu}|^\p{L}{2,12}ي اسمه?ا? \p{L}{2}|^मेर[ेी] .{2,20} का नाम .{2,30} है|^(?:제|우리|내) .{1,10} 이름은 .{2,20}(?:입니다|이에요|예요|이야|야)|^(?:[Ss]ếp|[Qq]uản lý) (?:của )?tôi tên(?: là)? \p{Lu}|^(?:[Bb]os|[Aa]tasan|[Mm]anajer) saya (?:bernama|namanya) \p{Lu}|^我的?(?:老板|上司|经理|领导|同事)叫.{1,10}$/u;

/** Who does it as a rule: "Releases are cut by Jonas.", "Jonas reviews all migrations." */
const does =
  '(?:reviews|owns|approves|maintains|handles|manages|leads|cuts|signs off|is (?:in charge of|responsible for)|prüft|betreut|verantwortet|macht alle|ist (?:für .{1,60} )?(?:zuständig|verantwortlich)|relit|valide|gère|revisa|aprueba|mantiene|aprova|mantém|controlla|approva|gestisce|beheert|keurt|sprawdza|zatwierdza|проверяет|отвечает|ведёт|перевіряє|відповідає|granskar|godkänner|ansvarar)';

/** Who somebody is in the work: "The release manager of Ledger is Tom.", "Tom ist der Releasemanager von Ledger." */
const office = once(() => {
  const roles =
    '(?:manager|lead|leader|owner|maintainer|director|head|contact|architect|administrator|\\p{L}*(?:manager|leiter|chef)(?:in)?|[Vv]erantwortlicher?|[Aa]nsprechpartner(?:in)?|responsable|responsabile|responsável|directeur|directrice|directora?|diretora?|direttore|direttrice|jef[ea]|gerente|chefe|capo|leider|hoofd|beheerder|eigenaar|kierownik|menedżer|szef|ansvarig|ledare)';
  const article =
    '(?:[Tt]he |[Oo]ur |[Dd](?:er|ie) |[Uu]nsere? |[Ll][ea] |[Nn]otre |[Ee]l |[Nn]uestr[oa] |[Oo] |[Aa] |[Nn]oss[oa] |[Ii]l |[Dd]e |[Hh]et |[Oo]nze )?';
  const of =
    '(?:of|for|on|at|von|vom|für|im|bei|de|du|des|del|da|do|di|della|van|voor|para|por|per|pour|w|dla|od|för|på|av)';
  const role = `${article}(?:[\\p{L}-]{2,20} ){0,2}${roles}(?: (?:\\p{Ll}{2,20} )?${of} (?:the |our |der |la |le |el |il )?[\\p{L}\\p{N}.-]{2,30}(?: [\\p{L}\\p{N}.-]{2,30}){0,2})?`;
  const is = '(?:is|ist|est|es|é|è|jest|to|är)';
  const who = `(?!(?:He|She|It|This|That|Who|They|Er|Sie|Es|Il|Elle|Ella|Lui|Lei|Ele|Ela|Hij|Zij|Han|Hon) )${name}`;
  return new RegExp(`^(?:${role} ${is} ${name}|${who} ${is} ${role})${end}`, 'u');
});

/** "The entry point is src/main.ts.", "Die Einstellungen stehen in config/app.yml." */
const inFile = new RegExp(
  `^(?:the|our|der|die|das|unsere?|le|la|les|notre|nos|el|los|las|nuestr[oa]s?|o|a|os|as|il|lo|i|gli|de|het|onze) (?!(?:error|bug|problem|issue|failure|file|line|fehler|erreur|problème|fallo|problema|erro|errore|fout)(?!\\p{L}))[\\p{L} -]{3,40} ${stands}(?: ${at})? [\\w./@-]{1,60}\\.(?:ts|tsx|js|jsx|py|go|rs|rb|java|kt|php|cs|c|cpp|ya?ml|json|toml|md|sql|sh|env|ini|css|html|vue)(?:${end}|[,;] )`,
  'iu',
);

const located = new RegExp(`^${things} ${stands} ${at} ${place}(?:${end}|[,;]? )`, 'u');
const stated: readonly RegExp[] = [
  new RegExp(
    `^(?:All |Our |The |all |our |the )?[\\p{L} -]{3,40}s (?:are|get) (?:\\p{L}{1,20} )?\\p{L}{2,20} by ${name}${end}|^\\p{L}[\\p{L} -]{2,40} (?:werden von ${name} \\p{L}{3,20}|(?:sont|son|são|sono) \\p{L}{3,20} (?:par|por|pela|pelo|da|dal) ${name}|worden door ${name} \\p{L}{3,20})${end}`,
    'u',
  ),
  new RegExp(`^${name} ${does}(?!\\p{L})`, 'u'),
  // One thing and not another does it: "Invoices are made by the worker, not by the API."
  /^(?:\p{L}+ )?[\p{L} -]{3,40} (?:(?:is|are) \p{L}{3,20} (?:by|in|with|from|on|via) .{2,60} not (?:by|in|with|from|on|via)|(?:est|sont) \p{L}{3,20} (?:par|dans|avec) .{2,60}(?:pas|non) (?:par|dans|avec)|(?:es|son|está|están|é|são) \p{L}{3,20} (?:por|en|con|em|com|pel[oa]) .{2,60}(?:no|não) (?:por|en|con|em|com|pel[oa])|(?:è|sono) \p{L}{3,20} (?:da|dal|dalla|in|con) .{2,60}non (?:da|dal|dalla|dall'|in|con)|(?:wird|werden) (?:von|in|mit) .{2,60}nicht (?:von|in|mit)|(?:wordt|worden) (?:door|in|met) .{2,60}niet (?:door|in|met)) ?.{2,40}$/iu,
  /^(?:خادم|قاعدة|بيئة) .{2,30} (?:عندنا |لدينا )?(?:موجودة? )?في \p{L}{3,30}[.]?$|^(?:тестовий|тестовый|продуктовий|бойовий|боевой|наш) (?:сервер|кластер) (?:стоїть|знаходиться|працює|стоит|находится|работает) (?:у|в|на) \p{Lu}\p{L}{2,30}|^(?:test|üretim|canlı|hazırlık) sunucumuz .{2,40}(?:nde|nda|de|da)[.]?$/iu,
  /^मैं .{2,60}(?:में|पर) (?:रह|काम कर)त[ाी] (?:हूँ|हूं)|^.{2,40} (?:عندنا|لدينا) (?:هي |هو )?[A-Za-z][\p{L}\p{N} .+#-]{1,40}$|(?:선호해요|선호합니다|선호해)[.]?$|(?:の|な|い)(?:ほう|方)が(?:好き|好み)(?:です|だ)?[。]?$/u,
  /^(?:生产|线上|测试环境|预发|预发布|后端|文档|数据库)(?:环境|服务器)?(?:在|部署在|跑在|放在).{2,40}$|由.{1,8}(?:负责|审核|发布|维护)|^(?:本番|ステージング|開発)(?:環境)?は.{2,40}(?:です|ます)|(?:担当|レビュー)は.{1,12}です|は.{1,12}が(?:レビュー|担当)します|^(?:운영|스테이징|개발)(?: 서버| 환경)?(?:은|는) .{2,40}(?:있|돌아)|(?:은|는) .{1,10}(?:이|가) (?:담당|검토|관리)합니다|(?:담당)입니다/u,
];

/** What happens again and again: "El servidor se reinicia cada noche." */
const regular =
  /^(?:the|our|all|we|der|die|das|unsere?|wir|le|la|les|nos|notre|nous|on|el|los|las|nuestr[oa]s?|o|a|os|as|noss[oa]s?|il|lo|i|gli|de|het|onze|nasz[ae]?|наш[аи]?|мы|vår[at]?|vi) .{3,60}(?<!\p{L})(?:every|each|jede[nrs]?|chaque|cada|ogni|elke?|każd[aąey]\p{L}{0,3}|кажд\p{L}{2,3}|varje) (?:day|night|morning|evening|hour|week|month|tag|nacht|morgen|abend|stunde|woche|monat|jour|nuit|matin|soir|heure|semaine|mois|día|noche|mañana|tarde|hora|semana|mes|mês|dia|noite|manhã|giorno|notte|mattina|sera|settimana|mese|dag|nacht|ochtend|uur|maand|dzień|noc|godzin\p{L}{1,2}|tydzień|miesiąc|день|ночь|час|неделю|месяц|natt|morgon|kväll|timme|vecka|månad|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes)(?!\p{L})/iu;

/** When something is as a rule: "The nightly backup runs at 03:30.", "Our planning is on Mondays." */
const scheduled =
  /^(?:the|our|der|die|das|unser(?:e)?|le|la|les|notre|nos|el|los|las|nuestr[oa]s?|o|a|os|as|noss[oa]s?|il|lo|i|gli|de|het|onze|nasz[ae]?|наш[аи]?|vår[at]?) .{3,40} (?:(?:runs?|läuft|laufen|tourne|corre|se ejecuta|roda|gira|draait|kör|działa) (?:at|um|à|a las|às|alle|om|kl\.?) \d{1,2}(?:[:.h]\d{2}|h| ?[ap]m)|(?:is|are|runs?|starts?|happens?) on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:ist|sind|läuft|laufen|beginnt) (?:mon|diens|donners|frei|sams|sonn)tags|(?:ist|sind|läuft|laufen|beginnt) mittwochs|(?:es|son|empieza) los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|(?:est|sont|a lieu) le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche))(?!\p{L})/iu;

/** What is meant by its name, without an article: a tool, a format. */
const tool =
  '(?!(?:the|this|that|these|those|a|an|it|step|option|der|die|das|den|dem|le|la|les|l|el|los|las|o|os|as|il|lo|gli|het|de)(?!\\p{L}))[\\p{L}\\p{N}.+#@/_-]{1,40}';
/** The same with a number or a word before it: "four spaces". */
const some = `${tool}(?: [\\p{L}\\p{N}-]{2,20})?`;
const habit =
  '(?:log|format|lint|test|mock|build|bundle|deploy|write|style|indent|validate|document|comment|answer|reply|store|cache|fetch|query|install|translate|commit|release|publish|compile|sort|parse|logge|formatiere|teste|schreibe?|baue?|deploye|installiere|formate|logue|écris|installe|déploie|formatea|registra|escribe|prueba|instala|despliega|formate|registre|escreva|instale|formatta|scrivi|installa|formatteer|schrijf|installeer|formatuj|loguj|pisz|testuj|instaluj|форматируй|логируй|пиши|тестируй|ставь|форматуй|логуй|пиши|formatera|logga|skriv|testa|installera|formatkan|catat|tulis)';
const by =
  '(?:with|in|by|via|through|using|to|mit|per|über|in|avec|en|via|con|com|em|met|med|i|z|w|через|в|на|с|у|dengan|pakai|bằng)';
export const not =
  '(?:,? (?:not|and not|never|nicht|und nicht|pas|et pas|et non|no|y no|não|e não|non|e non|niet|en niet|nie|a nie|не|а не|inte|och inte|bukan|không)|,? (?:instead of|rather than|statt|anstatt|au lieu de|plutôt que|en lugar de|en vez de|em vez de|invece di|invece che|in plaats van|zamiast|вместо|замість|i stället för|istället för))';

const use =
  '(?:use|nutze|verwende|benutze|nimm|utilise|usa|utiliza|utilizza|gebruik|używaj|используй|використовуй|använd|pakai|gunakan|dùng)';
/** The same of the speaker's own: "Wir nehmen pnpm, nicht npm." */
const ours =
  "(?:we(?:[’']re on| use| write| run)|wir (?:nehmen|nutzen|verwenden|benutzen|schreiben)|on (?:utilise|prend)|nous utilisons|usamos|utilizamos|usiamo|utilizziamo|we gebruiken|wij gebruiken|używamy|мы (?:используем|пишем на)|ми (?:використовуємо|пишемо на)|vi använder|kami (?:pakai|memakai|menggunakan)|chúng tôi dùng)";
const here = '(?:here|hier|ici|aquí|aqui|qui|tutaj|здесь|тут|här|di sini|ở đây)';

/** "Log with pino, not console.log.", "Use pnpm here, not npm." */
const contrast = once(
  () =>
    new RegExp(
      `^(?:please |bitte )?(?:${habit} (?:[\\p{L}-]{2,20} ){0,2}${by} ${some}${not} (?:${by} )?${some}|(?:${use}|${ours}) (?:${here} )?${tool}(?: ${here})?${not} (?:${by} )?${tool})${end}`,
      'iu',
    ),
);

/** "Don't touch the legacy folder.": a thing of the project, by its name. */
const untouched =
  /^(?:please |bitte )?(?:don[’']?t|do not|never) touch (?:the |our |anything in (?:the )?)?(?!(?:it|this|that|these|those|anything|line)(?!\p{L}))[\p{L}\p{N}./_-]+(?: [\p{L}\p{N}./_-]+){0,3}[.!]?$|^(?:bitte )?(?:fass|rühr)e?t? (?:den|die|das) .{2,40} nicht an[.!]?$|^ne touche(?:z|s)? pas (?:au|à|aux) .{2,40}$|^no (?:toques|toquen) (?:el|la|los|las) .{2,40}$|^não (?:mexa|mexe|toque) (?:na|no|nas|nos) .{2,40}$|^non toccare (?:la|il|lo|i|le|l[’']) ?.{2,40}$|^(?:blijf van (?:de|het) .{2,40} af|raak (?:de|het) .{2,40} niet aan)[.!]?$|^nie (?:ruszaj|dotykaj) .{2,40}$|^не (?:трогай|трогайте|чіпай|чіпайте) .{2,40}$|^rör inte .{2,40}$|(?:klasörüne|klasörlerine|modülüne|dosyalarına) dokunma(?:yın)?[.!]?$|^(?:别|不要|请勿)(?:动|碰|改动).{2,30}(?:目录|文件夹|模块|分支)|(?:フォルダ|ディレクトリ|モジュール)(?:は|には|に)触(?:ら|れ)ない|(?:폴더|디렉토리|모듈)(?:는|은|를|을) 건드리지 마|^لا تلمس .{2,40}$|फ़ोल्डर को (?:मत|न) (?:छू|छेड़)|^jangan sentuh .{2,40}$|^đừng (?:đụng|động|chạm) vào .{2,40}$/iu;

/** What is done each time: "Update the changelog before every release"; and what is asked first: "Ask me before you delete files". */
const eachTime = once(
  () =>
    new RegExp(
      `(?<!\\p{L})(?:${[
        '(?:before|after) (?:every|each) (?!(?:test|loop|iteration|request|render|item|row|line|element|call|step|character|word)(?!\\p{L}))\\p{L}',
        '(?:vor|nach|bei) jede[mrn] \\p{L}|(?:avant|après) chaque \\p{L}|(?:antes|después|depois) de cada \\p{L}|(?:prima di|dopo) ogni \\p{L}|(?:voor|na|bij) elke? \\p{L}|(?:przed|po) każd(?:ym|ą|ej) \\p{L}|(?:перед|после) кажд(?:ым|ой|ого) \\p{L}|(?:перед|після) кожн(?:им|ою|ого|ої) \\p{L}|(?:före|innan|efter) varje \\p{L}|(?:sebelum|setelah|sesudah) setiap \\p{L}|(?:trước|sau) mỗi \\p{L}',
        'her \\p{L}{2,20}(?:den|dan|ten|tan) (?:önce|sonra)(?!\\p{L})',
        '(?:ask|tell|check with|consult) me (?:first )?before|(?:запитай|спитай) мене.{0,30}(?:перш ніж|перед тим)|önce bana sor|bana sormadan|tanya(?:kan)? (?:ke |kepada )?saya (?:dulu |dahulu )?sebelum|hỏi tôi trước khi',
      ].join(
        '|',
      )})|(?:قبل|بعد) كل \\p{L}|हर .{1,20} (?:से पहले|के बाद)|पहले मुझ ?से पूछ|每次.{1,12}(?:之前|前|之后|之後|以后|后)|(?:前に|際は)(?:必ず)?(?:私に)?(?:聞いて|確認を取って|相談して)|(?:前に|たびに)必ず|(?:전에|때마다) (?:항상|꼭|반드시|매번)|전에 .{0,8}(?:물어|확인받)`,
      'iu',
    ),
);

/** "ok let's go with SQLite instead of Mongo for the cache" */
const decided =
  /^(?:(?:ok|okay|so|alright|right),? )?(?:let[’']?s|we(?:[’']ll| will)) (?:go with|use|stick with|switch to|standardi[sz]e on) .{2,60} (?:instead of|rather than|over) .{2,80}$/iu;

/** What holds for the moment, or for one thing, alone. */
const now =
  /(?<![\p{L}\p{M}])(?:now|yet|today|for now|still|again|jetzt|heute|noch|maintenant|aujourd[’']hui|encore|ahora|hoy|todavía|agora|hoje|adesso|oggi|nu|vandaag|teraz|dzisiaj|сейчас|сегодня|зараз|сьогодні|şimdi|bugün|idag|sekarang|bây giờ|this|that|these|those|diese[mnrs]?|cette?|est[ea]|quest[oa]|deze|dit|te[jn]|эт\p{L}{1,3}|ini|này|down|broken|wrong|red|failing)(?![\p{L}\p{M}])|现在|今は|지금|الآن|अभी/iu;

/** A longer one tells more. */
const maxLength = 120;

/** Whether a clause is such a statement, in the letters in which it was typed. */
export function saysPlainly(clause: string): boolean {
  if (clause.length > maxLength || now.test(clause)) return false;
  const begun = clause.charAt(0).toLowerCase() + clause.slice(1);
  return (
    introduced().some((one) => one.test(clause)) ||
    located.test(begun) ||
    inFile.test(begun) ||
    called.test(clause) ||
    office().test(clause) ||
    stated.some((one) => one.test(clause)) ||
    contrast().test(clause) ||
    untouched.test(clause) ||
    regular.test(clause) ||
    scheduled.test(clause) ||
    eachTime().test(clause) ||
    decided.test(clause) ||
    saysPlainlyWorldwide(clause)
  );
}
