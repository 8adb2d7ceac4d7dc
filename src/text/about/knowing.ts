/** "I know little of Docker": what the speaker has not learnt, in European languages; without the letters around. */
const unversed = [
  "i (?:know|understand) (?:very |almost |next to |only )?(?:little|nothing|not much) (?:about|of)|i(?:'m| am) (?:new to|not (?:good|experienced|familiar)|no expert)|i have (?:no|little|hardly any) experience|i(?:'ve| have) never (?:used|written|worked with|learn(?:ed|t))",
  'ich (?:hab|habe) (?:gar |überhaupt )?(?:keine|wenig|kaum) (?:ahnung|erfahrung)(?! w| ob| d)|(?:hab|habe) ich (?:gar |überhaupt )?(?:keine|wenig|kaum) (?:ahnung|erfahrung)(?! w| ob| d)|(?:kenne|kenn) ich mich (?:\\p{L}+ ){0,2}?(?:nicht|kaum|wenig) (?:gut )?aus',
  "je n'y connais rien|je (?:ne )?(?:connais|maîtrise) (?:presque rien|pas grand-chose|très peu|mal|à peine)",
  'no sé (?:casi |prácticamente )?nada (?:de|sobre)|sé (?:muy )?poco (?:de|sobre)|no entiendo (?:mucho|nada) de',
  'não (?:percebo|entendo|sei) (?:quase )?nada (?:de|sobre)|(?:percebo|entendo|sei) (?:muito )?pouco (?:de|sobre)',
  '(?:so|capisco|conosco) (?:molto )?poco(?! (?:fa|prima))|non (?:so|capisco) (?:quasi )?(?:niente|nulla) di',
  '(?:weet|begrijp|snap) ik (?:bijna |vrijwel )?(?:niets|weinig|niks)|ik (?:weet|begrijp|snap) (?:bijna |vrijwel )?(?:niets|weinig|niks) van',
  '(?:słabo|ledwo|prawie nie) znam|nie znam się na|(?:mało|niewiele|nic nie) wiem (?:o|na temat)',
  '(?:плохо|слабо|почти не|совсем не|не) разбираюсь|плохо знаю|(?:мало|ничего не) знаю (?:о|про)',
  'jag (?:kan|vet) (?:nästan |knappt )?(?:ingenting|inget|lite|något) om|jeg (?:ved|vet|kan) (?:næsten |nesten )?(?:intet|ingenting|ikke noget|lite|lidt) om',
  '(?:dan|den|tan|ten) (?:pek |hiç |çok )?anlamam|hakkında (?:pek |hiç )?(?:bir şey )?bilmiyorum',
].join('|');

/** How to speak to the user, also by name, and what to do "when you explain something". */
const addressed = [
  'tutoy|vouvoy|tutear|tutea(?!\\p{L})|tutéa|tutoyeer|(?:du|ihr)zen|duzt|dammi del (?:tu|lei)|diamoci del tu|háblame de (?:tú|usted|vos)|por tu(?!\\p{L})|zeg (?:maar |gewoon )?(?:je|jij|u) tegen|po imieniu|per (?:du|ty|pan)(?!\\p{L})|sinutel|на «?(?:ты|вы)',
  "(?:when|whenever|if) you (?:explain|answer|reply|show me|write to me)|wenn du (?:mir )?(?:\\p{L}+ )?(?:erklärst|antwortest|schreibst)|quand tu (?:m(?:e |'))?(?:expliques|réponds|écris)|cuando (?:me )?(?:expliques|respondas|contestes|escribas)|quando (?:me |mi )?(?:expliques|explicar|respondes|responder|spieghi|rispondi|scrivi)|als je (?:me |mij )?(?:iets )?(?:uitlegt|antwoordt|schrijft)|(?:gdy|kiedy|jak) (?:mi )?(?:coś )?(?:tłumaczysz|wyjaśniasz|odpowiadasz)|когда (?:ты )?(?:мне )?(?:что-то )?(?:объясня|отвеча|пиш)|när du (?:förklarar|svarar|skriver)|når du (?:forklarer|svarer|skriver)",
  "explain (?:it |this |everything |things |that )?(?:from scratch|from the ground up|simply|like i)|(?:von grund auf|ganz einfach) erkl|erklär (?:\\p{L}+ ){0,2}?(?:von grund auf|ganz einfach|wie für)|that(?:'s| is) how i (?:learn|think|work|remember)|so lerne ich|c'est comme ça que j'apprends|così imparo|así aprendo",
  'i find (?:it )?(?:\\p{L}+ ){1,5}?(?:tiring|easier|easiest|hard|harder|annoying|confusing|helpful|useful|distracting|stressful)|ich finde (?:\\p{L}+ ){1,5}?(?:anstrengend|nervig|hilfreich|verwirrend|angenehm)|je trouve (?:\\p{L}+ ){1,5}?(?:fatigant|pénible|utile|agaçant)|me (?:cansan|molestan|aburren|gustan|encanta)|mi (?:stancano|piacciono|annoiano)|ik vind (?:\\p{L}+ ){1,5}?(?:vermoeiend|fijn|vervelend|handig|prettig)',
  "i(?:'m| am) (?:saving (?:up )?for|training for|learning (?:to|how)|studying (?:for|to)|trying to (?:lose|learn|quit|get better))|je préfère (?:qu'|que |les |des )|ich spare (?:auf|für)|i work from home|arbeite (?:ich )?(?:von zu hause|im homeoffice)|travaille (?:de chez moi|à la maison|en télétravail)|trabajo desde casa|trabalho (?:de|em|a partir de) casa|lavoro da casa|werk(?:t)? ik thuis|ik werk thuis|pracuję zdalnie|работаю (?:из дома|удал[её]нно)|jobbar hemifrån",
  'keep (?:your|the) (?:answers?|replies|responses|explanations)|talk to me|antworte? mir|erkläre? mir|schreibe? mir|réponds?-moi|répondez-moi|explique-moi|parle-moi|(?:contésta|respónde|explíca|escríbe|hábla)me|(?:responde|explica|escreve|fala)-me|me (?:responda|explique)|(?:rispond|spieg|scriv|parl)[ai]mi|(?:antwoord|geef|leg) (?:mij|me) (?:\\p{L}+ ){0,2}?(?:antwoord|uit|kort)|(?:odpowiadaj|tłumacz|wyjaśniaj|pisz) mi|(?:zawsze )?mi (?:tłumacz|odpowiadaj|wyjaśniaj)|(?:отвечай|объясняй|пиши) (?:мне|всегда мне)|svara mig|förklara för mig',
].join('|');

/** "Whichever project it is": a habit that goes with the person. */
const anyProject =
  'whatever (?:project )?i work on|(?:no matter|regardless of) (?:which|what|the) (?:project|repo)|across (?:all )?my (?:projects|repos)|egal (?:an |in |bei )?welche\\p{L}* (?:projekt|repo)|quel que soit le projet|sea cual sea el proyecto|en cualquier proyecto|em qualquer projeto|qualunque sia il progetto|in qualsiasi (?:mio )?progetto|(?:in welk project dan ook|ongeacht het project)|niezależnie od projektu|w dowolnym projekcie|независимо от проекта|oavsett projekt|uanset projekt|uansett prosjekt|hangi proje(?:de)? olursa olsun';

/** Of the person wherever no words of a project stand beside. */
export const furtherOwn = new RegExp(`(?<!\\p{L})(?:${addressed})|(?<!\\p{L})(?:${unversed})`, 'u');

/** Of the person in any case. */
export const furtherEverywhere = new RegExp(`(?<!\\p{L})(?:${anyProject})`, 'u');

/** The same in Chinese, Japanese and Korean. */
export const asianUnversed =
  /对[^，。]{1,20}(?:不太?|不怎么|完全不|一点也?不)(?:懂|了解|熟)|(?:不太|不怎么)会(?:用|写)|(?:は|のこと|について)[^。]{0,6}(?:よく|あまり|ほとんど|全然|まったく)(?:分か|わか|知)(?:りません|らない|っていない)|(?:詳しく|くわしく)(?:ない|ありません)|(?:잘|거의|전혀) (?:몰라|모릅니다|모르는)|처음 (?:써|배우)/u;

/** A cause that is not known is a question of the moment. */
export const asianCause = /原因|理由|エラー|为什么|为何|怎么回事|なぜ|どうして|이유|원인|왜|오류/u;

export const asianEverywhere =
  /(?:我的?所有|不管(?:是)?(?:哪个|什么)|无论(?:哪个|什么))(?:的)?项目|(?:私|自分|僕|俺)の(?:\S{0,6})?プロジェクト(?:では|で)(?:は)?(?:いつも|常に|必ず|全て|すべて)|どの(?:プロジェクト|リポジトリ)でも|(?:제|내|나의) (?:모든 )?프로젝트|(?:어느|어떤) 프로젝트(?:에서)?(?:든|나|도)/u;
