import { splitSentences } from './sentences.ts';

/** Why words in a person's message are not that person's own statements. */
export type Origin = 'pasted' | 'quoted' | 'fiction' | 'supposed';

/** A stretch of a message; without an origin it is the person's own. */
export interface Stretch {
  text: string;
  origin?: Origin | undefined;
}

interface Span {
  from: number;
  to: number;
  origin: Origin;
}

const word = (alternatives: string) => new RegExp(`(?<!\\p{L})(?:${alternatives})`, 'iu');

const englishReading =
  'summar\\p{L}*|sum up|translat\\p{L}*|proof-?read|rephrase|reword|rewrite|paraphrase|shorten|read|review|explain|reply|respond|answer|analy[sz]e|make sense of|comment on|what do you think|what does|thoughts on';
const englishWorking =
  "fix|correct|improve|edit|format|check|look at|have a look|solve|debug|implement|execute|handle|process|extract|convert|classify|evaluate|critique|here(?:'s| is| are) (?:the|a|an|what)|i (?:got|received|found)|see(?! also)";
/** English verbs are nouns too, so they begin the request, or point at the text. */
const english = (verbs: string) =>
  new RegExp(
    `^\\s*(?:(?:please|pls|kindly|just|now|then|also|and|ok|okay|hey|hi|hello|can|could|would|will|you|me|to|i|need|want|i'd|like|help|try|quickly|briefly|first)[\\s,!]+){0,8}(?:${verbs})(?!\\p{L})`,
    'iu',
  );
const readingEnglish = english(englishReading);
const workingEnglish = english(`${englishReading}|${englishWorking}`);
const anywhereEnglish = word(`(?:${englishReading}|${englishWorking})(?!\\p{L})`);

/** Work on a text that stands elsewhere: stems of its words, in the other languages that capture knows. */
const reading = word(
  'lies|fass|zusammenfass|übersetz|korrektur|umformulier|formulier|kürz|erklär|antwort|beantwort|analysier|was hältst|was meinst|prüf|überprüf|lektorier' +
    '|résum|tradui|relis|lis(?!\\p{L})|reformul|expli|répon|analys|que penses|vérifi' +
    '|resum|traduc|traduz|lee(?!\\p{L})|leia|lê(?!\\p{L})|revis|reformul|expliq|explic|respond|contest|analiz|analis|qué opinas|o que acha|comprueb' +
    '|riassum|traduc|leggi|rived|riformul|spieg|rispond|analizz|cosa ne pensi|controlla' +
    '|vat .{0,40}samen|samenvat|vertaal|lees(?!\\p{L})|herschrijf|leg .{0,40}uit|uitleg|beantwoord|controleer|beoordeel|wat vind' +
    '|stre(?:szcz|ść)|podsumuj|przetłumacz|tłumacz|przeczytaj|sprawdź|popraw|wyjaśnij|odpowiedz|przeanalizuj|co sądzisz' +
    '|резюмир|кратко излож|перескаж|перевед|перевести|прочита|прочти|провер|перефраз|переформул|объясни|ответь|проанализир|что думаешь|отредактир' +
    '|özetle|çevir|oku(?!\\p{L})|incele|açıkla|yanıtla|cevapla|kontrol et|ne düşünüyorsun|düzelt' +
    '|sammanfatta|översätt|läs(?!\\p{L})|granska|förklara|svara|korrekturläs|vad tycker' +
    '|кратко(?!\\p{L})|підсумуй|узагальни|переклад|прочитай|перевір|поясни|відповідай|shrň|shrn|sumariz|přelož|prelož|přečti|prečítaj|zkontroluj|vysvětli|odpověz' +
    '|opsummer|oppsummer|oversæt|oversett|forklar|tiivistä|käännä|lue(?!\\p{L})|tarkista|selitä|foglald össze|fordítsd|olvasd|ellenőrizd|rezum|tradu(?!\\p{L})|citește|traduceți' +
    '|συνόψισε|μετάφρασε|διάβασε|εξήγησε|ringkas|rangkum|terjemahkan|baca(?!\\p{L})|jelaskan|tóm tắt|dịch(?!\\p{L})|đọc(?!\\p{L})|giải thích|לסכם|סכם|תרגם|קרא את|لخص|لخّص|ترجم|اقرأ|اشرح|सारांश|अनुवाद|पढ़|समझा|সারাংশ|สรุป|แปล',
);
const readingUnspaced =
  /总结|概括|摘要|改写|重写|翻译|阅读|读一下|看一下|看看|审查|检查|回答|回复|解释|分析|润色|校对|要約|まとめて|翻訳|訳して|読んで|レビュー|確認して|回答|返信|答えて|説明して|校正|添削|요약|번역|읽어|검토|확인해|답해|답변|답장|설명해|교정|분석해/u;
/** Work for which a text is given, too; only before a colon. */
const working = word(
  'korrigier|behebe?(?!\\p{L})|reparier|verbesser|bearbeite|löse(?!\\p{L})|schau|sieh|hier ist|hier sind|setze .{0,40}um' +
    '|corrig|répar|amélior|regarde|voici|traite|appliqu|mets en œuvre|réalise|mejor|arregl|mira(?!\\p{L})|aquí (?:está|tienes)|implement|aplica|atiende|consert|melhor|veja|aqui está|correg|miglior|guarda(?!\\p{L})|ecco' +
    '|verbeter|repareer|herstel|los .{0,40}op|kijk|hier is|napraw|zobacz|oto(?!\\p{L})|исправ|реализуй|выполни|примени|почини|посмотри|улучши|вот(?!\\p{L})|düzelt|onar|bak(?!\\p{L})|işte|åtgärda|fixa|rätta|förbättra|titta|här är',
);
const workingUnspaced =
  /修复|修改|改正|改进|处理|执行|实现|实施|按照|这是|以下是|直して|修正|改善|見て|これは.{0,10}(?:です|だ)|以下は|고쳐|수정해|개선|봐줘|다음은/u;

/** Titles of a text that is given. */
const title =
  /^(?:(?:from|in|aus|laut|de|du|del|da|do|dal|uit|van|z|ze|из|från|出自|来自)\s)?(?:the |an? |my |this |de[rmn] |die |das |l[ae'] ?|el |la |il |o |a |het )?(?:docs?|documentation|manual|handbook|wiki|spec|guide|doku(?:mentation)?|handbuch|documentación|documentação|documentazione|documentatie|dokumentacj[iaę]|документаци[ияй]|doküman|dokumentation(?:en)?|文档|手册|ドキュメント|문서|e-?mail|mail|issue|ticket|web ?page|page|article|log|comment|thread|transcript|readme|quote|letter|tweet|post|seite|artikel|brief|zitat|kommentar|courriel|article|lettre|citation|commentaire|correo|artículo|carta|cita|comentario|artigo|citação|articolo|lettera|citazione|artikel|citaat|artykuł|list|cytat|письмо|статья|цитата|комментарий|makale|mektup|alıntı|artikel|citat|邮件|文章|网页|评论|引用|メール|記事|コメント|메일|기사|댓글|인용)(?:[里中內内]|(?: [^\n]{0,60})?)$/iu;

/** The words of somebody else follow. */
const reporting = word(
  '(?:says?|said|saying|writes?|wrote|written|states?|stated|tells?|told|reads?|claims?|claimed|replied|answered|asked|quotes?|quoted|according to|goes)(?!\\p{L})' +
    '|(?:sagt|sagte|sagen|schreibt|schrieb|meint|meinte|steht|lautet|behauptet|laut)(?!\\p{L})|(?:dit|disait|disent|écrit|affirme|répond|selon)(?!\\p{L})' +
    '|(?:dice|dijo|dicen|escribe|escribió|afirma|pone|según)(?!\\p{L})|(?:diz|disse|dizem|escreve|escreveu|segundo)(?!\\p{L})|(?:detto|scrive|scrisse|scritto|afferma|secondo)(?!\\p{L})' +
    '|(?:zegt|zei|schrijft|schreef|staat|volgens)(?!\\p{L})|(?:mówi|powiedzia\\p{L}*|pisze|napisa\\p{L}*|według)(?!\\p{L})|(?:говорит|сказал\\p{L}*|пишет|написал\\p{L}*|написано|согласно)(?!\\p{L})' +
    '|(?:diyor|dedi|diyordu|yazıyor|yazdı|göre)(?!\\p{L})|(?:säger|sade|skriver|skrev|står|enligt)(?!\\p{L})' +
    '|(?<!(?:is|are|be|been|being|gets?) )(?:sent|forwarded|posted|pasted|copied|e-?mailed|texted)(?!\\p{L})|(?:schickte?|geschickt|weitergeleitet|kopiert|envoyé|transmis|copié|collé|envió|mandó|reenvió|copiado|pegado|enviou|mandou|inviato|mandato|copiato|stuurde|gestuurd|gekopieerd|przysłał\\p{L}*|wysłał\\p{L}*|skopiowan\\p{L}*|прислал\\p{L}*|переслал\\p{L}*|скопирова\\p{L}*|gönderdi|kopyala\\p{L}*|skickade|kopiera\\p{L}*)(?!\\p{L})',
);
const reportingUnspaced =
  /说|說|写道|写着|表示|声称|发来|转发|复制自|言[いっうわ]|書[いかき]|述べ|によると|曰く|送ってき|送られ|転送|コピー|보냈|보내온|전달받|복사한|말했|말하|말씀|썼|적혀|따르면|라고/u;

/** The person speaks for herself, or of habits: no task, and nobody else's words. */
const ownStart =
  /^\s*(?:we|our|my|when|whenever|if|always|never|from now on|remember|note|please remember|i(?!(?:'d like| need| want| got| received| found| would like))|wir|ich(?! (?:brauche|möchte|habe))|unser|mein|wenn|immer|nie|niemals|merk|nous|je(?! (?:voudrais|veux))|notre|nos|mon|quand|si|toujours|jamais|souviens|nosotros|yo|nuestr|mi|mis|cuando|siempre|nunca|recuerda|nós|eu|noss|meu|minha|lembre|noi|io|nostr|mio|mia|quando|se|sempre|mai|ricorda|wij|ik|onze|mijn|als|altijd|nooit|onthoud|ja|nasz|gdy|zawsze|nigdy|pamiętaj|мы|я|наш|мой|моя|когда|если|всегда|никогда|запомни|biz|ben|bizim|benim|her zaman|asla|unutma|vi|jag|vår|min|när|alltid|aldrig|kom ihåg)(?!\p{L})|^\s*(?:我们|我|总是|始终|永远|记住|私|僕|俺|我々|常に|必ず|覚えて|우리|저는|나는|제|내|항상|절대|기억)/iu;

/** "I said: …": the person speaks for herself. */
const ownSubject =
  /^\s*(?:i|we|ich|wir|je|j'|nous|on|yo|nosotros|eu|nós|io|noi|ik|wij|мы|я|biz|ben|vi|jag)(?![\p{L}])|^\s*(?:我们?[说說]|私|僕|俺|우리|저는|나는)/iu;

/** What a task is about stands below it. */
const pointing = word(
  '(?:this|that|these|those|following|below|page|mail|text|article)(?!\\p{L})|dies\\p{L}*|das(?!\\p{L})|folgend\\p{L}*|unten|das hier|(?:ce|cet|cette|ces|ceci|cela|ça)(?!\\p{L})|ci-dessous|suivant|est[eao]s?(?!\\p{L})|siguiente|abajo|ess[ea](?!\\p{L})|ist[oa](?!\\p{L})|abaixo|seguinte|quest[oaei](?!\\p{L})|seguente|qui sotto|(?:dit|deze|dat)(?!\\p{L})|hieronder|volgende|t[eęoą](?:n|j|go)?(?!\\p{L})|poniż|następując|эт(?:о|от|у|и|ой)(?!\\p{L})|ниже|следующ|bun?u?(?!\\p{L})|şun?u?(?!\\p{L})|aşağıdaki|(?:det|den|detta)(?!\\p{L})|följande|nedan',
);
const pointingUnspaced = /一下|这|下面|以下|この|これ|次の|이것|이 |다음|아래/u;
const above =
  /(?<!\p{L})(?:above|oben|obigen?|ci-dessus|précédent|arriba|anterior|acima|qui sopra|hierboven|powyż\p{L}*|выше|yukarıdaki|ovan)(?!\p{L})|以上|上面|上の|위의|위 /iu;

/** What stands below this line is meant. */
const below =
  /(?<!\p{L})(?:following|below|folgend\p{L}*|unten|ci-dessous|suivant\p{L}*|siguiente|abajo|abaixo|seguinte|seguente|qui sotto|hieronder|volgende|poniż\p{L}*|następując\p{L}*|ниже|следующ\p{L}*|aşağıdaki|följande|nedan)(?!\p{L})|下面|以下|下の|次の|다음|아래/iu;
/** "Is the following correct?" */
const isIt =
  /(?:correct|right|true|make sense|richtig|stimmt|juste|correct[oe]?|correcto|corretto|klopt|poprawne|правильно|верно|doğru|rätt)\s*\?\s*$|对吗|正しい|맞/iu;
/** "Is this true?", "What does this mean?", "Any ideas?": what is asked about stands below it. */
const asked =
  /(?<!\p{L})(?:what(?:'s| does| is) (?:this|that|it)(?: mean| about| say)?|(?:is|are) (?:this|that|it|these) (?:true|right|correct|so|ok(?:ay)?|good|fine|safe|legal|real)|any (?:ideas?|thoughts|clue)|why (?:does|is|do i get) (?:this|that)(?: happen)?|was (?:bedeutet|heißt|ist|soll) das|stimmt das|ist das (?:richtig|wahr|ok|so|gut)|ideen?|que (?:veut dire|signifie) (?:ceci|ça|cela)|qu'est-ce que (?:ceci|ça|cela)(?: veut dire| signifie)?|(?:est-ce|c'est) (?:que c'est )?(?:vrai|juste|correct|exact|quoi)|une idée|des idées|qué (?:significa|es|quiere decir) (?:esto|eso)|es (?:esto )?(?:verdad|cierto|correcto)(?: esto)?|alguna idea|o que (?:significa|é|quer dizer) is[st]o|(?:is[st]o )?é (?:verdade|certo|correto)(?: is[st]o)?|alguma ideia|cosa (?:significa|vuol dire|è)(?: questo)?|è (?:vero|giusto|corretto)|qualche idea|wat (?:betekent|is) (?:dit|dat)|klopt (?:dit|dat)|enig idee|co to (?:znaczy|jest|oznacza)|czy to (?:prawda|dobrze)|jakiś pomysł|что это(?: значит| такое| означает)?|(?:это )?(?:правда|верно|правильно)|есть идеи|що це означає|чи це правда|bu ne(?: demek)?|bu doğru mu|fikrin var mı|vad betyder (?:det|detta)|stämmer (?:det|detta)|är det (?:sant|rätt)|någon idé)\s{0,3}[?？]\s*$|(?:这是什么(?:意思)?|什么意思|是真的吗|对吗|正确吗|什么想法|怎么看|怎么回事|どういう意味(?:ですか)?|本当(?:です)?か|正しい(?:です)?か|どう思(?:う|いますか)|무슨 뜻(?:이야|인가요)?|맞(?:나요|아|습니까)|사실(?:인가요|이야)|어떻게 생각해요?)[？?。]?\s*$/iu;
/** "Please summarise this text.", below the text. */
const aboutText =
  /(?<!\p{L})(?:this|that|dies\p{L}*|cet?t?e?|est[ea]|quest[oa]|de(?:ze|n här)|t[eę]n?|эт\p{L}{1,3}|bu) (?:text|page|article|e-?mail|document|thread|transcript|paragraph|seite|artikel|mail|absatz|texte|courriel|texto|página|artículo|correo|testo|pagina|articolo|tekst|stronę|artykuł|текст|страницу|статью|письмо|metni|sayfayı|makaleyi|texten|sidan)(?!\p{L})|这[段篇封]|この(?:文|テキスト|記事|メール|ページ)|이 (?:글|텍스트|기사|메일)/iu;

/** The first lines of copied mails, chats and files. */
const copied = [
  /^[>\s*]{0,9}(?:from|von|de|da|van|od|от|від|kimden|från|fra|发件人|寄件者|差出人|보낸 ?사람)\*?\s{0,3}[:：][^\n]{0,300}(?:@[^\n]{1,200}|\n[>\s*]{0,9}(?:sent|date|subject|gesendet|datum|betreff|envoyé|objet|enviado|fecha|asunto|assunto|inviato|oggetto|verzonden|onderwerp|wysłano|temat|отправлено|тема|дата|gönderildi|konu|skickat|ämne|日期|发送时间|主题|送信日時|件名|제목)\*?\s{0,3}[:：])/iu,
  /^[ \t]{0,9}\[?(?:forwarded (?:from|message)|weitergeleitet von|transféré de|reenviado (?:de|por)|переслано от)(?!\p{L})/iu,
  /^\[[^\]\n]{0,30}\d{1,2}[:.]\d{2}[^\]\n]{0,30}\] ?[^:\n]{1,60}: /u,
  /^\p{Lu}[^\n.!?:]{0,40}(?: {2,}| [—–] [^\n]{1,20} )\d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?\s*(?:\n|$)/u,
  /^[[=*#`\s-]{0,9}(?:(?:file|path|datei|fichier|archivo|arquivo|plik|файл|文件|ファイル|파일) ?[:：] ?)?[\w./\\-]{1,200}\.(?:md|mdx|txt|rst|adoc|org|html?|pdf|docx?|eml|log|json|ya?ml|csv)(?:\s?[\]=*`]{1,9}[:：]?|[:：])\s*\n/iu,
];

const fence = /^[ \t]{0,3}(`{3,20}|~{3,20})/gmu;
/** Elements that only format the words of a sentence. */
const inline = /^(?:a|abbr|b|br|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var)$/iu;
const element = /<(\/?)([a-z][\w-]{0,40})(?:\s[^<>]{0,300})?>(?![ \t]{1,9}[^\s<]|[.,;:!?)])/giu;

const fiction =
  /(?<!\p{L})(?:once upon a time|role-?play(?:ing)?|(?:in|for|of) (?:the|my|a|our|this) (?:short )?(?:story(?! (?:ticket|point|card|board|map))|novel|tale|screenplay|poem|fanfic|role-?play|fairy tale)|write (?:me )?(?:the|a|an|another|one more) (?:\p{L}+ ){0,2}(?:chapter|story|poem|scene|song|dialogue|monologue|novel|fairy tale)|pretend (?:that|to be|you|i)|imagine (?:that|you|i|we)|(?<=(?:^|[.!?:]\s{1,9}|please |i (?:want|need|would like) you to ))act as|es war einmal|in (?:der|meiner|einer) (?:geschichte|erzählung)|im roman|(?:nächste|ein)[snr]? kapitel|stell dir vor|il était une fois|dans (?:l'histoire|mon histoire|le roman|mon roman)|imagin(?:e|ons) que|(?:prochain|un) chapitre|érase una vez|en (?:la|mi) (?:historia|novela)|(?:próximo|siguiente) capítulo|imagina que|era uma vez|na (?:minha )?história|no (?:meu )?romance|imagine que|c'era una volta|nella (?:mia )?storia|nel (?:mio )?romanzo|prossimo capitolo|immagina che|er was eens|in (?:het|mijn) verhaal|volgende hoofdstuk|stel je voor|dawno, dawno temu|w (?:tej |mojej )?(?:opowieści|powieści|historii)|następny rozdział|wyobraź sobie|жили-были|в (?:моём |моем )?(?:рассказе|романе|сказке)|следующ\p{L}+ глав\p{L}+|представь|bir varmış|(?:hikayede|hikayemde|romanda|romanımda|öyküde)|sonraki bölüm|hayal et|det var en gång|i (?:berättelsen|min roman|sagan)|nästa kapitel|föreställ dig)(?!\p{L})|从前有|故事里|小说里|故事中|小说中|下一章|扮演|想象一下|物語の中|小説の中|物語で|小説で|次の章|昔々|想像して|이야기에서|소설에서|다음 장|옛날 옛적|상상해/iu;

const supposed =
  /^\s*(?:and |but |so |then )?(?:suppose|supposing|assume|assuming|imagine|let's (?:say|suppose|assume)|hypothetically|what if|say,? (?:i|we)|if (?:we|i|you|they|he|she|it) (?:\p{L}+ed|were|had|went|chose|ran|could|would)(?!\p{L})|if [^.]{1,200} (?:would|could|might)(?!\p{L})|(?:were|had|should) (?:we|i) |angenommen|gesetzt den fall|stell(?:en)? (?:dir|wir uns|sie sich) vor|was wäre|wenn [^.]{1,200} (?:würde\p{L}*|hätte\p{L}*|wäre\p{L}*|könnte\p{L}*)|supposons|imaginons|admettons|et si |si [^.]{1,200}(?:\p{L}rai(?:s|t|ent)|\p{L}rions)(?!\p{L})|supong\p{L}*|supón|imagin\p{L}*|si [^.]{1,200}(?:\p{L}ría(?:s|mos|n)?)(?!\p{L})|suponha\p{L}*|suponhamos|digamos|se [^.]{1,200}(?:\p{L}ria(?:s|m|mos)?)(?!\p{L})|supponi\p{L}*|immagin\p{L}*|mettiamo che|se [^.]{1,200}(?:\p{L}re(?:i|bbe|mmo|bbero))(?!\p{L})|stel(?: dat| je voor| we)?(?!\p{L})|veronderstel|als [^.]{1,200} zou(?:den)?(?!\p{L})|załóżmy|przypuśćmy|powiedzmy, że|gdyby|предположим|допустим|представим|если бы|diyelim|varsayalım|farz edelim|anta att|tänk om|om [^.]{1,200} skulle(?!\p{L}))|^\s*(?:假设|假如|要是|倘若|如果我们(?:用|使用|换)|仮に|もし[^。]{1,80}(?:たら|れば|なら)[^。]{0,80}(?:でしょう|だろう|かも|はず)|만약|만일|가령|가정)/iu;

/** How much of a line is a heading of what follows. */
const maxHead = 200;
const fewestQuoted = 4;
const maxQuoted = 2_000;
const pairs =
  /"([^"\n]{8,2000})"|“([^“”]{8,2000})”|„([^„“”]{8,2000})[“”]|«([^«»]{8,2000})»|»([^«»]{8,2000})«|「([^「」]{4,2000})」|『([^『』]{4,2000})』/gu;

/** Whether a sentence is about something that is not so. */
export function isSupposed(sentence: string): boolean {
  return supposed.test(sentence.slice(0, 400).replace(/[’‘]/gu, "'"));
}

/** The stretches of a message, in order; joined, they are the message. Linear in the text. */
export function stretchesOf(said: string): Stretch[] {
  if (fiction.test(said.replace(/[’‘]/gu, "'"))) return [{ text: said, origin: 'fiction' }];
  const stretches: Stretch[] = [];
  let from = 0;
  for (const span of spansIn(said).toSorted((a, b) => a.from - b.from)) {
    if (span.to <= from) continue;
    const start = Math.max(from, span.from);
    if (start > from) stretches.push({ text: said.slice(from, start) });
    stretches.push({ text: said.slice(start, span.to), origin: span.origin });
    from = span.to;
  }
  if (from < said.length) stretches.push({ text: said.slice(from) });
  return stretches;
}

/** A message without what others wrote. */
export function ownWords(said: string): string {
  return stretchesOf(said)
    .flatMap(({ text, origin }) => (origin === undefined ? [text] : []))
    .join('');
}

function spansIn(said: string): Span[] {
  const spans: Span[] = [...quotations(said), ...elements(said), ...openFence(said)];
  const end = said.trimEnd().length;
  const lines = said.split('\n');
  const paragraphs = endsOfParagraphs(lines);
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const next = said.slice(from + line.length, from + line.length + maxHead);
    if (copied.some((one) => one.test(line.slice(0, maxHead) + next))) {
      return [...spans, { from, to: said.length, origin: 'pasted' }];
    }
    for (const colon of colonsIn(line)) {
      const stretch = line.slice(Math.max(0, (colon ?? 0) - maxHead), colon ?? maxHead);
      const sentence = lastSentence(stretch);
      const behind = from + (colon === undefined ? line.length : colon + 1);
      if (behind >= end) continue;
      const reports = colon !== undefined && isReport(sentence);
      if (colon === undefined ? isHeadAbove(sentence, next) : isHead(sentence, reports)) {
        return [...spans, { from: behind, to: said.length, origin: 'pasted' }];
      }
      const own = colon === undefined ? '' : line.slice(colon + 1, colon + 10).trim();
      if (!reports || /^["“„«»「『]/u.test(own)) continue;
      const to = own === '' ? said.length : (paragraphs[at] ?? said.length);
      spans.push({ from: behind - 1 - sentence.trimStart().length, to, origin: 'quoted' });
    }
    if (from > 0 && isAboutAbove(line, from + line.length >= end)) spans.push({ from: 0, to: from, origin: 'pasted' });
    from += line.length + 1;
  }
  return spans;
}

const maxColons = 20;

/** Where words of a line announce others: its first colons and its last one; else only its end. */
function colonsIn(line: string): (number | undefined)[] {
  const all = Array.from(line.matchAll(/[:：](?=\s|$)|：/gu), ({ index }) => index);
  const some = all.length > maxColons ? [...all.slice(0, maxColons), all.at(-1)] : all;
  return [...some, undefined];
}

/** For each line, where its paragraph ends. */
function endsOfParagraphs(lines: readonly string[]): number[] {
  const ends: number[] = [];
  let at = lines.reduce((sum, line) => sum + line.length + 1, -1);
  let end = at;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] as string;
    if (line.trim() === '') end = at - line.length - 1;
    ends[i] = end;
    at -= line.length + 1;
  }
  return ends;
}

/** Whether the words before a colon ask to work on the text behind it, or are its title. */
function isHead(sentence: string, reports: boolean): boolean {
  if (sentence.trim() === '' || ownStart.test(sentence)) return false;
  if (workingEnglish.test(sentence) || (anywhereEnglish.test(sentence) && pointing.test(sentence))) return true;
  if ([reading, readingUnspaced, working, workingUnspaced].some((one) => one.test(sentence))) return true;
  return !reports && title.test(sentence.trim());
}

/** Whether a line asks to read the text behind the blank line below it. */
function isHeadAbove(sentence: string, next: string): boolean {
  const isApart = /^\n[ \t\r]*(?:\n|[-=*"'`~]{3})/u.test(next);
  if (isApart && asked.test(sentence)) return true;
  if (ownStart.test(sentence) || sentence.length >= maxHead) return false;
  const asks = reads(sentence) || isIt.test(sentence);
  if (below.test(sentence) && asks) return true;
  // A blank line, or one that opens what is given.
  return isApart && reads(sentence) && (pointing.test(sentence) || pointingUnspaced.test(sentence));
}

function reads(sentence: string): boolean {
  return [readingEnglish, reading, readingUnspaced].some((one) => one.test(sentence));
}

function isReport(sentence: string): boolean {
  return !ownSubject.test(sentence) && (reporting.test(sentence) || reportingUnspaced.test(sentence));
}

function isAboutAbove(line: string, isLast: boolean): boolean {
  const short = line.slice(0, maxHead);
  if (line.length >= maxHead || ownStart.test(short)) return false;
  if (isLast && /^\s*tl;?dr(?: please)?[.!?\s]{0,9}$/iu.test(short)) return true;
  return reads(short) && (above.test(short) || (isLast && aboutText.test(short)));
}

function lastSentence(head: string): string {
  return splitSentences(head).at(-1) ?? '';
}

/** A block of code without an end goes on to the end. */
function openFence(said: string): Span[] {
  let open: { from: number; mark: string } | undefined;
  for (const { 1: mark = '', index } of said.matchAll(fence)) {
    if (!open) open = { from: index, mark };
    else if (mark.startsWith(open.mark)) open = undefined;
  }
  return open ? [{ from: open.from, to: said.length, origin: 'pasted' }] : [];
}

/** Whether a text has more than a few words. */
function isSentence(text: string): boolean {
  const hasWords = text.trim().split(/\s+/u, fewestQuoted).length >= fewestQuoted;
  return hasWords || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]{6}/u.test(text);
}

/** Elements around more than a few words, each to its last closing tag: what stands in them may hold the tag itself. */
function elements(said: string): Span[] {
  const tags = [...said.matchAll(element)].filter(([, , name = '']) => !inline.test(name));
  const ends = new Map(
    tags.flatMap(({ 0: tag, 1: slash, 2: name = '', index }) =>
      slash ? [[name.toLowerCase(), index + tag.length]] : [],
    ),
  );
  return tags.flatMap(({ 0: tag, 1: slash, 2: name = '', index }): Span[] => {
    const to = ends.get(name.toLowerCase()) ?? 0;
    if (slash || !isSentence(said.slice(index + tag.length, Math.min(to, index + maxQuoted)))) return [];
    return [{ from: index, to, origin: 'pasted' }];
  });
}

/** Whole sentences between quotation marks, with the words that say whose they are. */
function* quotations(said: string): Generator<Span> {
  for (const found of said.matchAll(pairs)) {
    const inside = found.slice(1).find((one) => one !== undefined) ?? '';
    const end = found.index + found[0].length;
    if (!isSentence(inside)) continue;
    const head = said.slice(Math.max(0, found.index - maxHead), found.index);
    const before = lastSentence(head.slice(head.lastIndexOf('\n') + 1));
    if (ownSubject.test(before) && reporting.test(before)) continue;
    const behind = /^[^\n.!?。]{0,80}/u.exec(said.slice(end, end + 81))?.[0] ?? '';
    const isReported = isReport(before) && /[:：,，]$/u.test(before.trimEnd());
    const isAttributed = /[,，.!?。]$/u.test(inside) && isReport(behind);
    const isWhole = /[.!?。！？…](?:\s|$)|[。！？]/u.test(inside);
    if (!(isReported || isAttributed || isWhole)) continue;
    const from = found.index - (isReported ? before.length : 0);
    yield { from, to: end + (isAttributed ? behind.length : 0), origin: 'quoted' };
  }
}
