import { cjk } from './cue-classes.ts';

/**
 * Openings and phrases of lasting statements: rules, preferences, facts of people and projects, decisions. Each is
 * evidence for a clause; none decides alone. They read one clause of at most 400 UTF-16 units.
 */
const english: readonly RegExp[] = [
  /^(?:please |also |and |but |so )?(?:always|never|(?:do not|don't|dont) ever)\b(?! mind| said| asked| worked| works| got)/,
  /\b(?:we|you|it|they|i|there|must|that|agents?) (?:should|must|shall|can|may|will|need to|have to|want to|do|would)? ?(?:always|never)\b(?! (?:asked|wanted|worked|got|saw|had|said|tried|did|heard|knew|shows?|appears?|gets?|fails?|updates?|disappears?|changes?))/,
  /\b(?:from now on|going forward|in (?:the )?future|next time|every time (?:you|i|we)|whenever (?:you|i|we) (?:ask|say|make|create|commit|change|finish|add|write))\b/,
  /^(?:please )?(?:remember|keep in mind|note that|bear in mind|for context|fyi|don't forget|i remind you)[ ,:]/,
  /\b(?:i|we) (?:really |strongly |generally |usually |always |would |'d )?(?:prefer|rather|like to use|tend to)\b(?! (?:you|if))/,
  /\bi (?:hate|dislike|don't like|dont like|love)\b.{6}/,
  /^(?:i'm|im|i am) (?:a|an|the|new to|not (?:too |very |really |that |super )?(?:familiar|experienced|used)|not an? expert|based in|from|using(?! (?:your|the (?:above|following|suggested|latest|same)))|running|working (?:with|in|on an? )|building|developing|a complete|on (?:a )?(?:mac|windows|linux|ubuntu|macos))\b/,
  /^(?:my name is|call me|i work (?:at|as|for|with|in)|i live in|i speak|i use|i own|i don't know how)\b/,
  /^my (?:name|email|team|company|project|app|main|stack|setup|machine|editor|server|site|website|goal|audience|github|role|laptop|database)\b.{0,30}\b(?:is|are|uses?|runs?)\b/,
  /^we (?:are |'re )?(?:use|using|only use|don't use|do not use|only (?:want|support|target|test|use)|have \d+|have (?:a|an|two|three) |deploy|host|run (?:on|in|with)|rely on|store|follow|write|call|name|keep|target|support|will only|work with)\b/,
  /^we'?re (?:using|on|building|running|not using)\b/,
  /\b(?:this|it|the (?:project|app|application|repo|codebase|site|website|product|backend|frontend|package|service))(?:'s| is| uses| runs| lives| was (?:built|written)) (?:currently )?(?:an? |the |in |on |built|written|hosted|deployed|with |using )(?!.{0,300}\b(?:error|issue|bug|problem|mistake|good|bad|mess|test|screenshot|question|list of|log|stopping)\b).{4}/,
  /^(?:you are|you're) working (?:in|on|with)\b/,
  /\b(?:our|the) (?:team|company|convention|policy|standard|rule|goal|audience|users?|customers?|target|stack|database|production|staging)\b.{0,25}\b(?:is|are|uses?|must|should|requires?|runs?|lives?)\b/,
  /^(?:do not|don't|dont|never|avoid) (?:ever )?(?:use|add|commit|push|create|write|make|change|modify|touch|delete|remove|run|install|include|import|assume|guess|mention|hardcode|hard-code|edit)\b.{0,300}\b(?:unless|without|ever|any|in (?:this|the) (?:repo|project)|generated|directly)\b/,
  /^(?:only|please only) (?:use|commit|stage|test|support|write|change|ask)\b/,
  /^(?:use|prefer|stick (?:to|with)) [\w.+#/`-]+(?: [\w.+#/`-]+){0,3},? (?:instead of|rather than|over|not|for all|for every|everywhere|as (?:the|our))\b/,
  /^(?:(?:ok|okay|alright|so|right),? )?(?:let's|we(?:'ll| will)|i(?:'ve)? decided to|we(?:'ve)? decided to|we agreed to|we(?:'re| are) going with) ?(?:use|stick with|go with|call it|standardi[sz]e)?\b.{0,300}\b(?:instead|everywhere|for all|from|to avoid|rather than|going forward)\b/,
  /\b(?:there is |there's )?no need to (?:ever |always )?(?:stop|ask|confirm|wait|explain)\b/,
  /\b(?:every|each|all) (?:\w+ ){1,4}(?:must|should|has to|have to|need to|needs to|be|are)\b.{4}/,
  /\bis the (?:single )?source of truth\b/,
  /\b(?:we|i|they|the team) (?:have |had |'ve )?(?:decided|agreed|settled on|standardi[sz]ed|moved (?:to|from)|migrated (?:to|from)|switched (?:to|from))\b|\b(?:as a rule|by convention|our (?:convention|policy|rule|standard))\b/,
  /\b(?:actually|correction|to be precise),? (?:my|our|the|i|we|it's|he|she|they) .{0,80}\b(?:is|are|lives?|works?|use|prefer|uses)\b/,
  /^(?:my|our) [a-z]+(?: [\w'-]+){0,3} (?:is (?:called|named|an?|in|on|at|my|our|\d)|are (?:called|in|on)|lives?|works? (?:at|as|for|in)|likes?|prefers?|hates?|owns?|speaks?)\b/,
  /^(?:my|our) (?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|parents?|sister|brother|daughter|son|kids?|child(?:ren)?|friend|colleague|coworker|boss|manager|client|customer|cat|dog)s?\b.{0,60}\b(?:is|are|lives?|works?|likes?|loves?|hates?|has|have|prefers?|speaks?|uses?|was born|called)\b/,
  /^i (?:live|work|study|teach|grew up|was born|prefer|hate|usually|own|drive|always|never(?! (?:saw|had|got|said|tried|did|heard|knew|asked|wanted))) /,
  /^(?:the|our) (?:[\w'-]+ ){1,3}(?:is|are) (?:now )?(?:called|named) ./,
  /^(?:i'm|im|i am) (?:allergic|vegetarian|vegan|from|based|married|called)\b/,
  /^(?:and |also |but )?(?:when|whenever|every time|each time|before|after|if) (?:you|we|i|making|writing|adding|changing|each|every|any)\b[^,]{0,120}(?:, | )(?:please|always|never|make sure|rem\w{2,6}r|you (?:should|must)|use|run|ask|update|add|check|keep|follow|write|don't|do not)\b/,
  /\b(?:as we (?:go|progress|work)|as (?:things|decisions) (?:change|are made)|(?:during|throughout|thoughout) (?:of )?the (?:whole |entire )?(?:project|development)|at all times|for (?:every|all) new|in all (?:new )?(?:files|code))\b/,
  /\bkeep\b.{2,80}\b(?:updated|up[- ]to[- ]date|in sync)\b/,
  /\bwithout (?:asking|checking|telling|my|explicit|permission|approval|confirm\w*)\b|\b(?:ask|check with|tell|confirm with) me (?:first|before)\b|^(?:please )?(?:stop|quit) (?:making|adding|using|writing|creating|changing|removing|asking|assuming)\b/,
  /^(?:so |and )?(?:the |this |my |our )?(?:app|application|project|product|site|website|tool|platform|game|bot|extension|library|code|codebase|repo|backend|frontend|api|database|db|server|service|system|script|package)(?: (?!which|that|is|not)[\w'-]+){0,3} (?:is (?:an? |for |built|written|hosted|deployed|in (?!the|a)|only|used by)|runs on|lives in|uses|(?:should|must) (?:use|be (?:built|written|hosted)|run on|support|stay|never|always|only))(?!.{0,200}\b(?:error|issue|bug|problem)\b)/,
  /\b(?:main|primary|overall|ultimate|end) (?:goal|users?|audience|purpose|aim|objective|customers?)\b.{0,60}\b(?:is|are)\b|\b(?:product|app|tool|platform|game|site) (?:i'm|im|i am|we're|we are) (?:building|making|developing)\b/,
  /^(?:so |and |well )?(?:what )?(?:i'm|im|i am|i've been|i was) (?:tasked|onboarding|getting onboarded|assigned|responsible for|hired|applying for|studying|learning|training|allergic|vegetarian|vegan|making an? |writing an? (?:book|thesis|novel))/,
  /^(?:i'm|im|i am|we're|we are) on (?:the |an? )?(?:free|paid|pro|basic|hobby|enterprise|mac|macos|windows|linux|ubuntu|old)\b/,
  /\b(?:answer|reply|respond|speak|talk|write)(?: to me)?(?: only| always)? in (?:english|german|french|spanish|portuguese|italian|dutch|polish|russian|turkish|swedish|chinese|japanese|korean|plain|simple)\b/,
  /^(?:no|only) .{3,80}\b(?:only|no|unless|anywhere|ever|please)\b|^no (?:new |more |external |extra )?(?:dependencies|libraries|emojis?|comments|default exports|frameworks?|any)\b/,
  /\bi (?:don't|dont|do not) (?:know|understand) (?:much|a lot|anything) about\b|\b(?:i'm|im|i am) not (?:the one who|very |too |that |really )?(?:familiar|experienced|good|wrote|made|a (?:developer|programmer|coder))\b/,
  /\b(?:follow|stick to|adhere to|respect|use) (?:the |our )?(?:[\w-]+ ){0,3}(?:best practi[cs]es?|guidelines?|conventions?|coding standards?|style guide|principles)\b/,
  /\bi (?:want|need|would like) (?:every|all|each|any|you to (?:always|never))\b|\bi want .{3,80}\b(?:whenever|every time|each time|always|never)\b/,
  /^(?:no,? )?(?:we|i) (?:don't|dont|do not|never|no longer|only) (?:ever )?(?:want|need|support|allow|deploy|use|work|do|eat|drink)\b/,
  /^(?:please )?(?:also |always |meanwhile |just )?(?:rem\w{2,6}r|don't forget|dont forget) to\b.{5}/,
  /^i (?:really |generally |usually )?(?:like|want) (?:short|long|small|brief|concise|terse|simple|plain|explicit|detailed|clean|functional|flat|dark|quiet) \w/,
  /\bi(?:'d| would) (?:rather|prefer|like)(?: that| it if)? you (?:\w+ ){1,8}(?:before|when|whenever|every|always|first)\b/,
  /^(?:the|our) (?:[\w-]+ ){1,3}(?:app|application|service|worker|job|server|backend|frontend|api|database|package|library|site|module|pipeline|cluster|repo) (?:still |now |only |always )?(?:runs? (?:on|in|at|every)|uses?|lives? (?:in|on)|is (?:written|hosted|deployed|generated|built|owned) |needs|depends on|talks to)/,
  /^(?:do not|don't|dont) (?!.{0,80}\b(?:yet|now|this|that)\b)[^,;]{5,80}(?:[,;] (?:it|they|we|ci|that|because|since|as)| (?:because|since))\b.{0,80}\b(?:takes?|is|are|does|costs?|breaks?|has|have|needs?|depends?|relies|rely|uses?|reads?|expects?)\b/,
  /\bwill be \w{2,20}(?:ed|en|t) (?:by|with|in|on|via|as) .{2,60}(?:\bnot|instead of|rather than) /,
  /^(?:please )?(?:use|follow|stick to) (?:the )?(?:conventional commits?|semantic versioning|trunk-based|(?:kebab|camel|snake|pascal|title|sentence)[- _]?case|(?:single|double) quotes|british|american)\b/,
  /^(?:can|could|would|will) (?:you|we) .{3,200}\b(?:in (?:the )?future|from now on|going forward|always)\b/,
];

/** "Use" as an order, with "instead of" or "not" after its object. A single name (no pronoun) also counts. */
const useThis =
  /^(?:utilise[zr]?|préfère|préférez|nutzen?|verwenden?|benutzen?|nimm|usa|usar|utiliza|prefiere|utilize|prefira|utilizza|preferisci|gebruik|używaj|korzystaj z|используй(?:те)?|använd) (?:(?:(?!(?:cette?|ces|diese[rsn]?|est[ea]s?|quest[oaie]|deze|dit|te[jn]|эт\p{L}{1,3}|den här|det här)(?!\p{L}))[\p{L}\p{N}.+#@/_-]{1,40} ?){1,4},? (?:au lieu d'|plutôt qu'|(?:pas|et non|et pas|au lieu d(?:e|u|es)|plutôt que|statt|anstatt|anstelle|nicht|und nicht|en lugar de|en vez de|no|y no|em vez de|ao invés de|não|e não|invece di|e non|non|al posto di|in plaats van|niet|en niet|zamiast|a nie|nie|вместо|а не|не|i stället för|istället för|inte|och inte)(?!\p{L}))|(?!(?:ça|cela|ceci|les?|la|das|dies|es|eso|esto|lo|isso|isto|quello|questo|dat|dit|die|to|tego|это|его|det|den|ambos?|beide)(?!\p{L}))[\p{L}\p{N}.+#@/_-]{3,40}$)/u;

const others: readonly RegExp[] = [
  useThis,
  // German
  /^(?:bitte )?(?:immer|niemals|nie(?= (?:wieder|mehr|auf|in|mit|direkt|die|der|das|den|dem|eine?n?|etwas|an|zu|ohne|von|vor|ins|im|am)(?!\p{L})))(?!\p{L})|(?<!\p{L})bitte (?:immer|nie)(?!\p{L})|(?<!\p{L})(?:ab jetzt|ab sofort|in zukunft|künftig|grundsätzlich|merk dir)(?!\p{L})|(?:antworte|schreib|sprich|rede)\p{L}* (?:\p{L}+ ){0,3}auf (?:deutsch|englisch)|ohne (?:zu fragen|rückfrage|mich zu fragen)|bevor du|^(?:ich (?:bin|heiße|arbeite|bevorzuge|nutze|verwende|wohne|mag)|wir (?:nutzen|verwenden|arbeiten|benutzen|deployen|setzen)|unsere?|mein name|das projekt (?:ist|nutzt|verwendet)|das ist ein)(?!\p{L})|(?<!\p{L})(?:nutze|verwende|benutze|nimm)(?!\p{L}).{0,300}(?<!\p{L})(?:statt|immer|niemals|nicht)(?!\p{L})/u,
  // French
  /^(?:toujours|jamais|ne (?:\p{L}+ )?jamais)(?!\p{L})|(?<!\p{L})(?:dorénavant|désormais|à partir de maintenant|la prochaine fois|à chaque fois que tu|par défaut)(?!\p{L})|(?:répon\p{L}*|parl\p{L}*|écri\p{L}*)(?:[- ]moi)? (?:\p{L}+ ){0,3}en (?:français|francais|anglais)|sans me demander|avant de (?:supprimer|modifier)|^(?:je suis (?:une?|dév\p{L}*|étud\p{L}*|sur)|je m'appelle|je (?:travaille|préfère|vis|n'aime pas)|j'utilise|j'habite|je ne sais pas|nous (?:utilisons|préférons|déployons)|on (?:utilise|n'utilise)|notre|mon nom|c'est un projet|le projet (?:est|utilise)|utilis(?:e|ez) (?:toujours|plutôt))(?!\p{L})|(?<!\p{L})il (?:faut|ne faut) (?:toujours|jamais|pas)(?!\p{L})/u,
  // Spanish
  /^(?:siempre|nunca|jamás)(?!\p{L})|(?<!\p{L})(?:de ahora en adelante|a partir de ahora|la próxima vez|por defecto)(?!\p{L})|(?:respond\p{L}*|habla\p{L}*|escrib\p{L}*) (?:\p{L}+ ){0,3}en (?:español|inglés)|sin preguntar\p{L}*|antes de (?:borrar|modificar)|^(?:soy|me llamo|mi nombre|trabajo|vivo|prefiero|preferimos|uso|usamos|utilizamos|nuestr[oa]s?|el proyecto (?:es|usa)|es un proyecto|no uses|usa siempre)(?!\p{L})|(?<!\p{L})(?:tod[oa]s?|cada) .{3,40}(?<!\p{L})(?:debe|deben|tiene que|tienen que)(?!\p{L})/u,
  // Portuguese
  /^(?:sempre|nunca|jamais)(?!\p{L})|(?<!\p{L})(?:de agora em diante|a partir de agora|da próxima vez|por padrão)(?!\p{L})|(?:respond\p{L}*|fal[ea]|escrev\p{L}*) (?:\p{L}+ ){0,3}em (?:português|inglês)|sem me (?:perguntar|consultar)|antes de (?:apagar|modificar)|^(?:eu sou|sou|me chamo|meu nome|trabalho|moro|prefiro|preferimos|uso|usamos|utilizamos|noss[oa]s?|o projeto (?:é|usa)|é um projeto|não use|use sempre)(?!\p{L})|(?<!\p{L})(?:tod[oa]s?|cada) .{3,40}(?<!\p{L})(?:deve|devem|tem que|têm que)(?!\p{L})/u,
  // Italian
  /^(?:sempre|mai|non (?:usare|toccare|modificare) mai)(?!\p{L})|(?<!\p{L})(?:d'ora in poi|da ora in poi|la prossima volta|per impostazione predefinita)(?!\p{L})|(?:rispond\p{L}*|parla\p{L}*|scriv\p{L}*) (?:\p{L}+ ){0,3}in (?:italiano|inglese)|senza (?:chieder\p{L}*)|prima di (?:cancellare|modificare)|^(?:sono un[ao']?|mi chiamo|lavoro|vivo|preferisco|preferiamo|uso|usiamo|utilizziamo|il nostro|la nostra|i nostri|il progetto (?:è|usa)|è un progetto|usa sempre)(?!\p{L})/u,
  // Dutch
  /^(?:altijd|nooit)(?!\p{L})|(?<!\p{L})(?:voortaan|vanaf nu|standaard gebruiken)(?!\p{L})|(?:antwoord|schrijf|praat) (?:\p{L}+ ){0,3}in het (?:nederlands|engels)|zonder te vragen|voordat je|^(?:ik (?:ben|heet|werk|gebruik|woon|heb liever)|wij gebruiken|we (?:gebruiken|werken|deployen)|onze?|mijn naam|liever|het project (?:is|gebruikt)|dit is een|gebruik (?:altijd|nooit|liever))(?!\p{L})/u,
  // Polish
  /^(?:zawsze|nigdy)(?!\p{L})|(?<!\p{L})(?:od teraz|w przyszłości|domyślnie|następnym razem)(?!\p{L})|(?:odpowiadaj|pisz|mów) (?:\p{L}+ ){0,3}po (?:polsku|angielsku)|bez pyt\p{L}+|zanim (?:usuniesz|zmienisz)|^(?:jestem|nazywam się|mam na imię|pracuję|mieszkam|wolę|używam|używamy|korzystamy|nasza?|nasze|projekt (?:jest|używa)|to jest projekt|nie używaj)(?!\p{L})/u,
  // Russian
  /(?:^|\s)(?:всегда|никогда|впредь|отныне|в следующий раз|запомни|учти|по умолчанию)(?:\s|,|:|$)|(?:отвечай|пиши|говори) (?:\p{L}+ ){0,3}(?:по-русски|на русском|на английском)|без моего|прежде чем|^(?:меня зовут|я (?:работаю|использую|предпочитаю|новичок|живу)|мы (?:используем|пишем|работаем|не используем)|у меня (?:есть|стоит|mac|windows|linux)|у нас|наша?|наше|наши|проект (?:на|использует|написан)|это проект|не используй|используй|я хочу, чтобы ты)(?:\s|$)/u,
  // Turkish
  /^(?:her zaman|asla|hiçbir zaman)(?!\p{L})|(?<!\p{L})(?:bundan sonra|bundan böyle|bir dahaki sefere|varsayılan olarak)(?!\p{L})|(?:türkçe|ingilizce) (?:cevap ver|yanıt ver|konuş|yaz)|sormadan|(?<!\p{L})asla(?!\p{L})|(?<!\p{L})yerine (?:[\p{L}\p{N}.+#@/_-]{1,40} ){1,3}kullan(?!\p{L})|^artık .{1,60}m[ıiuü]yoruz[.!]?$|^(?:benim adım|adım|ben bir|tercihim|projemiz|ekibimiz|bizim|bu proje)(?!\p{L})|(?<!\p{L})(?:kullanıyoruz|kullanıyorum|tercih ederim|tercih ediyorum|severim|sevmem|sevmiyorum|çalışıyorum|yaşıyorum)[.!]?$/u,
  // Swedish
  /^(?:alltid|aldrig)(?!\p{L})|(?<!\p{L})(?:från och med nu|hädanefter|i fortsättningen|nästa gång|som standard)(?!\p{L})|(?:svara|skriv|prata) (?:\p{L}+ ){0,3}på (?:svenska|engelska)|utan att fråga|innan du|^(?:jag (?:är en|heter|jobbar|arbetar|använder|föredrar|bor)|vi (?:använder|jobbar|kör|skriver)|vår|vårt|våra|mitt namn|projektet (?:är|använder)|det här är ett projekt|använd (?:alltid|aldrig|inte))(?!\p{L})/u,
  // Ukrainian
  /(?:^|\s)(?:завжди|ніколи|відтепер|надалі|віднині|наступного разу|запам'ятай|пам'ятай|врахуй|за замовчуванням)(?:\s|,|:|$)|(?:відповідай|пиши|говори) (?:\p{L}+ ){0,3}(?:українською|англійською)|без мого|перш ніж|^(?:мене звати|я (?:працюю|використовую|користуюся|новачок|живу|надаю перевагу|віддаю перевагу)|ми (?:використовуємо|пишемо|працюємо|не використовуємо)|у нас|наш|наша|наше|наші|проєкт (?:на|використовує|написаний)|це проєкт|не використовуй|використовуй|я хочу, щоб ти)(?:\s|$)/u,
  // Indonesian
  /^(?:selalu|jangan pernah|ingat(?:lah)?|jangan lupa|nama saya|saya (?:seorang|bekerja|tinggal|memakai|pakai|lebih suka|tidak suka|masih baru)|kami (?:memakai|pakai|menggunakan|tidak pakai|bekerja)|tim kami|ini proyek|proyek (?:kami|ini) (?:adalah|memakai|pakai|menggunakan))(?!\p{L})|(?<!\p{L})(?:mulai sekarang|ke depannya|untuk seterusnya|lain kali)(?!\p{L})|(?:jawab|tulis|balas) (?:\p{L}+ ){0,3}dalam bahasa|tanpa (?:bertanya|izin|persetujuan)|sebelum (?:menghapus|mengubah)|^jangan (?:gunakan|pakai) .{1,80} di (?:proyek|repo)|(?<!\p{L})(?:setiap|semua) .{1,60} (?:harus|wajib)(?!\p{L})|^(?:gunakan|pakai) .{1,80} (?:bukan|daripada|alih-alih)(?!\p{L})/u,
  // Vietnamese
  /^(?:luôn|không bao giờ|đừng bao giờ|(?:hãy )?(?:ghi )?nhớ|tên tôi|tôi (?:tên|là|làm|sống|thích|không thích|mới học)|chúng tôi (?:dùng|không dùng|sử dụng|làm)|đây là (?:một )?dự án|dự án (?:này )?(?:là|dùng)|(?:không|đừng) (?:được )?(?:dùng|sử dụng|sửa) .{1,80} (?:trong|ở) (?:dự án|repo))(?!\p{L})|(?<!\p{L})(?:từ giờ|từ nay|từ bây giờ|sau này|lần sau)(?!\p{L})|(?:trả lời|viết|nói) (?:\p{L}+ ){0,3}bằng tiếng|khi chưa (?:hỏi|được)|mà không hỏi|trước khi (?:xóa|xoá|sửa)|^(?:mọi|mỗi|tất cả) .{1,60} phải(?!\p{L})|^(?:dùng|sử dụng) .{1,80} (?:thay vì|thay cho|không dùng|không phải)(?!\p{L})/u,
  // Arabic
  /^(?:دائم(?:ا|ًا)|تذكّ?ر|لا تنسى?|اسمي|أنا (?:مطورة?|مهندسة?|مبتدئة?|طالبة?|جديدة?)|(?:نحن )?(?:لا )?(?:نستخدم|نستعمل)|أستخدم|أفضّ?ل|نفضل|مشروعنا|فريقنا|هذا مشروع)(?!\p{L})|(?<!\p{L})(?:من الآن (?:فصاعد|وصاعد)(?:ا|ًا)|(?:أجب|اكتب|تحدث) (?:\p{L}+ ){0,3}بال(?:عربية|إنجليزية)|دون أن تسألني|قبل أن ت(?:حذف|غير|عدل))|^لا ت\p{L}{1,12} .{1,100} (?:أبد(?:ا|ًا)|في هذا المشروع)(?!\p{L})|^(?:يجب|لا بد) أن .{0,60} كل(?!\p{L})/u,
  // Hindi
  /^(?:हमेशा|सदैव|याद रख(?:ो|ना|ें)|ध्यान रख(?:ो|ना|ें)|मेरा नाम|हमार(?:ा|ी|े))(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:अब से|आगे से|कभी (?:भी )?(?:मत|नहीं|न))(?![\p{L}\p{M}])|(?:हिंदी|हिन्दी|अंग्रेज़ी|अंग्रेजी) में (?:जवाब|लिख|बात)|(?:इस्तेमाल|उपयोग|प्रयोग) (?:(?:करते|करता|करती) (?:हैं|हूँ)|(?:मत|न|नहीं) कर)|पसंद (?:है|हैं|नहीं)|पूछे बिना|पहले मुझसे पूछ|हर .{1,60} (?:होना|होनी|होने) चाहिए|की जगह .{1,40} (?:इस्तेमाल|उपयोग)/u,
  // Persian
  /^(?:همیشه|هرگز|هیچ[ ‌]?وقت|یادت باش\p{L}*|به خاطر بسپار|اسم من|من (?:یک )?(?:برنامه[ ‌]?نویس|توسعه[ ‌]?دهنده|دانشجو)|تیم ما|پروژه ما|این پروژه)(?!\p{L})|(?<!\p{L})(?:از (?:این|حالا|الان) به بعد|دفعه بعد|به طور پیش[ ‌]?فرض)(?!\p{L})|(?:فارسی|انگلیسی) (?:جواب|پاسخ|بنویس|صحبت)|^ما از .{2,60} استفاده می[ ‌]?کنیم|ترجیح می[ ‌]?د|بدون (?:اجازه|پرسیدن)/u,
];

const asian: readonly RegExp[] = [
  // Chinese
  /以后|今后|从现在(?:开始|起)|始终|总是|一律|每次都|永远不|绝不|禁止|严禁|统一(?:使用|用)|^(?:我是|我叫|我的名字|我在用|我用的是|我更?喜欢|我们(?:用|使用|采用|团队|公司|项目)|本项目|当前项目|这个项目|该项目|我有[^没]|不要使用|必须使用|优先使用)|必须(?:使用|用|保证|先|在)|记住|^我们的.{1,8}(?:用的是|使用的?是?|采用)|^我(?:住在|在.{1,10}(?:工作|上班))|^这(?:是|个是)(?:一个|.{0,12}(?:级|项目|系统|网站|应用))|用(?:中文|英文)(?:回答|写|回复)|之前先问|^(?:后端|前端|数据库|线上|生产)(?:环境|系统|是|用)/u,
  // Japanese
  /(?:日本語|英語)で(?:答え|書い|返)|(?:に住んで|で働いて)い(?:ます|る)|前に必ず|確認なしに|^(?:これは|バックエンドは|フロントエンドは|データベースは).{2,40}(?:です|ます|プロジェクト)。?$|今後|これから(?:は|も)|必ず|常に|絶対に|禁止|毎回|覚えて(?:おいて|ください)?|^(?:私は|僕は|私の|僕の|弊社|うちの|このプロジェクトは|当プロジェクト)|を(?:使って(?:います|いる|ください)|使います|利用します|採用します)|(?:して|使わ)ないで(?:ください)?|(?:予定|考えて(?:い)?)(?:です|ます)。?$/u,
  // Korean
  /(?:한국어|영어)로 (?:답|써|작성)|에 살(?:고 있|아)|에서 일(?:합니다|하고|해요)|묻지 않고|물어보지 않고|전에 (?:항상|먼저) 물어|^(?:백엔드는|프론트엔드는|데이터베이스는)|앞으로|이제부터|지금부터|항상|언제나|절대|매번|반드시|기억해|^(?:저는|나는|제 이름|우리(?:는| 팀| 회사)|이 프로젝트는)|사용하지 (?:마|말)|을 사용합니다|를 사용합니다/u,
];

/** Words that no other of these languages has: its patterns need not be tried. */
const surelyEnglish =
  /\b(?:the|and|you|this|that|for|with|should|don't|it|our|are|from|have|when|never|always|please|they|your|they're|i'm|we're)\b/;

/** Whether a clause has a cue, by its words and the classes of cues in it. */
export function hasCue(clause: string, classes: ReadonlyMap<string, unknown>): boolean {
  const said = lowered(plain(clause));
  const is = (pattern: RegExp) => pattern.test(said);
  if (english.some(is)) return true;
  if ((!surelyEnglish.test(said) && others.some(is)) || (cjk.test(said) && asian.some(is))) return true;
  return isGeneralRule(classes);
}

/** "Always" or "never" with a used thing, or a duty, in any language. */
function isGeneralRule(classes: ReadonlyMap<string, unknown>): boolean {
  const has = (name: string) => classes.has(name);
  return (has('always') || has('never')) && (has('use') || has('must')) && !has('symptom') && !has('moment');
}

/** In lower case; the Turkish İ becomes a plain i. */
export function lowered(text: string): string {
  return text.toLowerCase().replaceAll('i\u0307', 'i');
}

/** The kind of a clause shows in its first UTF-16 units. */
export const reach = 400;

/** Typographic apostrophes made plain, without marks before the first word; as far as `reach`. */
export function plain(clause: string): string {
  return clause
    .slice(0, reach)
    .replace(/[’‘]/gu, "'")
    .replace(/^[\s*_"'`]+/u, '');
}
