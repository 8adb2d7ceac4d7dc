import { once } from '../base/once.ts';
import type { NameKind } from '../domain/name-kinds.ts';
import { isGivenName } from './personal/people.ts';
import { isKin, isRelation, kinBefore } from './told-names.ts';

/** These words stand before a person: somebody is met, asked or given something. */
const toPerson =
  /(?<!\p{L})(?:met|meets?|asks?|asked|tells?|told|thanks?|thanked|invited?|married|lend|lent|gave|owe|owes|promised|remind|reminded|dog|cat|puppy|kitten|boss|manager|friend|fragt?|chat|chien|promis à|écrit à|parlé à|quedé con|perro|gato|conheci|amigo|amiga|pies|kot|кот|пёс|позвонил|спросил|(?:созвон|встрет|поговор|говор)ил\p{L}* с|(?:lunch|dinner|breakfast|coffee|drinks|spoke|talked|chatted|argued|met|play(?:ed|ing) \p{L}+|went(?: \p{L}+){0,3}) (?:with|to)|(?:déjeuné|dîné|mangé|parlé|discuté) avec)\s$/iu;
/** Behind who acts, feels or is related. */
const ofPerson =
  /^(?:['’]s (?:wife|husband|mother|mom|mum|father|dad|sister|brother|son|daughter|kids|birthday|parents|friend|boss|phone|surgery)|,? (?:and I|who|the (?:dog|cat|neighbou?r|plumber|dentist))(?!\p{L})| (?:\p{Ll}+ly )?(?:likes|loves|lives|hates|wants|said|says|told|thinks|thought|feels|felt|prefers|enjoys|enjoyed|met|plans|went|goes|moved|bought|cooks|sings|paints|painted|teaches|studies|works (?:at|for|as|in)|eats|drinks|sleeps|is (?:\d+ years|allergic|afraid|vegetarian|vegan|married|pregnant|retired|on (?:holiday|vacation|leave|call))|is (?:my|our) (?:\p{Ll}+ )?(?:wife|husband|mother|mom|mum|father|dad|sister|brother|son|daughter|cousin|aunt|uncle|niece|nephew|partner|fiancée?|friend|neighbou?r|boss|manager|colleague|landlord|landlady|doctor|dentist|therapist|teacher|trainer|dog|cat|parrot|hamster)(?!\p{L})|was born|turns \d|has (?:a (?:son|daughter|dog|cat|brother|sister)|two (?:sons|daughters|kids))|hat (?:[^\n]{1,20} )?Geburtstag|(?:mag|liebt|wohnt|arbeitet|isst|trinkt|ruft|sagt|heiratet|verträgt|backt|schläft|telefoniert|gesprochen|getroffen|gestritten|verabredet)(?!\p{L})|(?:habite|aime|travaille|mange|dort|joue|arrive|garde|a peur)(?!\p{L})|(?:vive|trabaja|come|duerme|muerde|cumple|tiene (?:miedo|\d+ años)|saca|mora|gosta|trabalha|abita|lavora|mangia|woont|houdt|eet|bor|jobbar|mieszka|pracuje|lubi|je|boi|piecze|ma \d+ lat)(?!\p{L})|(?:жив[её]т|любит|работает|ест|спит|печ[её]т|говорит|сказал\p{L}?|отвечает за)(?!\p{L})))/u;
/** A pronoun later in the sentence refers to the name: "Bruno needs his pills". */
const ofSomebody = /^[^.!?\n\p{Lu}]{0,60}?(?<!\p{L})(?:he|she|him|his|hers?)(?!\p{L})/u;
/** Before the name that a relative, a colleague or a pet has: "my manager is", "unsere Katze heißt", "se llama". */
const named =
  /(?<!\p{L})(\p{L}{2,20})(?:(?:['’]s name)? (?:is|was)(?: called| named)?| (?:called|named|heißt|hieß|ist|es|está|era|est|é|è|to|heet|heter|är|зовут|звали|это)| (?:se|si) (?:llama|chama|chiama)| s['’]appelle| chama-se| nazywa się)\s$/u;
/** "My dog", "unser Hund". */
const possessed =
  /(?<!\p{L})(?:my|our|his|her|their|m[ae]in\p{L}{0,2}|unser\p{L}{0,2}|sein\p{L}{0,2}|ihre?\p{L}?|mon|ma|notre|son|sa|mi|su|nuestr[oa]|meu|minha|nossa?|mio|mia|mijn|onze|min|mój|moja|nasza?|мо\p{L}{1,3}|наш\p{L}{0,2})\s(\p{L}{2,20})\s$/iu;
/** "Yuki and Jonas live": a verb of several. */
const ofPeople =
  /^ (?:like|love|live|hate|want|think|feel|prefer|enjoy|plan|cook|sing|paint|eat|drink|sleep)(?!\p{L})/u;
const behindAnother = /\p{L},? and\s$/u;
/** What follows "of Kitimat" may be said of another. */
const dependent =
  /(?<!\p{L})(?:of|from|for|by|about|outside|von|für|über|de|du|des|del|pour|para|por|di|della|per|van|voor|av|fra|от|для|о)\s$/iu;
/** A thing of a kind, and no person: "the Dragon". */
const determined = /(?<!\p{L})(?:the|this|these|each|every)\s$/iu;
/** Whether a word stands as a noun does: "the Thief", unlike most names. */
export const isDetermined = (before: string) => determined.test(before);
/** Before a place or a tool. */
const toThing =
  /(?<!\p{L})(?:in|at|on|into|near|via|using|uses?|used|install(?:ed)?|deploy(?:ed)?|run(?:ning)?|played?|playing|reading|watch(?:ed|ing)?|im|auf|nach|aus|nutz(?:en|t)|à|sous|dans|utilise|tourne sous|en|usa|usamos|compramos en|em|na|no|w|на|в|во)\s$/iu;
/** Behind a tool, a firm or a place. */
const ofThing =
  /^(?:['’]s (?:API|pricing|docs|website)| (?:\p{Lu}\p{L}* )?(?:runs?|invoices?|account|server|cluster|key|keys|state|bucket|office|docs?|version|\d|image|container|logs?|pipeline|app|bill|store|street|tour|games?|movie|film|book|series|läuft|antwortet|schickt|costs?|supports?|tourne|wysyła|se reinicia|работает на))(?!\p{L})/u;

const wordBefore = /(\p{L}+)\.?\s$/u;

/**
 * What the words around a name show it to be, in a text where words have capitals; undefined where they show neither.
 * `perhaps`: a pronoun behind it may be of that person, or of another one.
 * @param before the text up to it; @param behind the text behind it
 */
export function shownKind(before: string, behind: string): NameKind | 'perhaps' | undefined {
  if (toPerson.test(before)) return 'person';
  if (ofThing.test(behind) || determined.test(before)) return 'thing';
  const isDependent = dependent.test(before) && !/^['’]s /u.test(behind);
  if (!isDependent && ofPerson.test(behind)) return 'person';
  if (behindAnother.test(before) && ofPeople.test(behind)) return 'person';
  // "In Nora's house" is no place called Nora.
  if (toThing.test(before) && !/^['’]s /u.test(behind)) return 'thing';
  return !isDependent && ofSomebody.test(behind) ? 'perhaps' : undefined;
}

/** Whether a text says whose a name is: "my sister Ines", "my cat is called Momo", "Mei, my sister,". Parameters as of `shownKind`. */
export function isTold(before: string, behind: string): boolean {
  const last = wordBefore.exec(before)?.[1];
  const who = named.exec(before)?.[1] ?? possessed.exec(before)?.[1];
  return (last !== undefined && isKin(last)) || (who !== undefined && isSomebody(who)) || isApposed(behind);
}

/** "My sister ", or "Schwester " at the beginning of a statement. */
const related =
  /(?:(?<!\p{L})(?:my|our|m[ae]in\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|notre|mi|nuestr[oa]|meu|minha|nossa?|mio|mia|mijn|onze|min|mój|moja|nasza?|мо\p{L}{1,3}|наш\p{L}{0,2})\s|(?<=^|[.!?,;:]\s))(\p{L}{2,20})\s$/iu;

/** Who somebody is to the speaker, as a text says it before the name: "my sister Yuki". Undefined: it does not say. */
export function relationIn(text: string, name: string): string | undefined {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - maxRelation), at);
    const [found, word = ''] = related.exec(before) ?? [];
    const relation = found !== undefined && isRelation(word) ? found : kinBefore(before);
    if (relation !== undefined) return relation + name;
  }
  return undefined;
}
/** UTF-16 units before a name that say who it is. */
const maxRelation = 40;

const isSomebody = (word: string) => isKin(word) || role.test(word);

/** Behind who is called at the beginning, or at the end, of a sentence: no list of names goes on. */
const [callFirst, callLast] = [
  /^(?:[!?]|[,.](?! (?:(?!I(?!\p{L}))\p{Lu}|and|und|et|y|e|och|i|и)(?!\p{Ll}))| [-–—:] )/u,
  /^(?:[!?.](?:\s|$)|\s*$)/u,
];

/** Whether a name only calls somebody. @param behind the text behind it @param isFirst it begins the sentence */
export function isCalling(behind: string, isFirst: boolean): boolean {
  return (isFirst ? callFirst : callLast).test(behind) && !isApposed(behind);
}

/** Behind a name that a sentence says what it is: "is my sister", "the dog", "は医者です". */
const copula =
  /^(?:(?: (?:is|was|ist|war|est|es|é|è|är|er|jest|to|это) (?:an?|the|my|our|his|her|their|eine?|der|die|das|mein|meine|unsere?|une?|le|la|mon|ma|notre|un|una|el|mi|nuestr[oa]|um|uma|o|meu|minha|uno|il|mio|mia|een|de|mijn|onze|en|ett|min|mój|moja|nasz|мо[йяё]|наш\p{L}?)| the (?:dog|cat|parrot|hamster|horse|neighbou?r|plumber|dentist|landlord|landlady))(?!\p{L})| [–—] \p{L}|は[^。\n]{1,30}(?:です|だ|である)(?:[。\s]|$)|是|(?:은|는) [^.\n]{1,30}(?:이다|입니다|예요|이에요|야)(?:[.\s]|$))/u;

/** ", my sister", " (our vet": what somebody is, behind the name. */
const apposed =
  /^(?:,| \(| [–—-]) ?(?:my|our|the|his|her|mein|meine|unsere?|mon|ma|notre|mi|nuestr[oa]|meu|minha|mijn|onze|min|mój|moja|nasza?|мо[йяё]|наш\p{L}?) (\p{L}{1,20})(?: (\p{L}{1,20}))?/u;
const role =
  /^(?:boss|manager|friend|neighbou?r|colleague|landlord|landlady|doctor|dentist|vet|plumber|teacher|therapist|trainer|coach|partner|dog|cat|puppy|kitten|parrot|hamster|rabbit|chef|chien(?:ne)?|chat(?:te)?|voisine?|perr[oa]|gatt?[oa]|jef[ea]|vecin[oa]|chefe|cachorr[oa]|cão|capo|cane|kot|pies|szef(?:owa)?|kat|hond|кота?|кошк[уа]|собак[уа]|п[её]с|пса|начальни\p{L}{1,3}|коллег[уа]|сосед\p{L}{0,2})$/iu;

/** Whether a text says behind a name whose it is: ", my sister". */
export function isApposed(behind: string): boolean {
  const [, first = '', second = ''] = apposed.exec(behind) ?? [];
  return [first, second].some(isSomebody);
}

/** Whether a text says behind a name what it is of. */
export function isDefined(behind: string): boolean {
  return copula.test(behind) || isApposed(behind);
}

/** Abbreviations of common nouns, which name nothing. */
const nouns = new Set(
  `AI AIs API APR ASAP ATM BBQ BTW CD CEO CFO CI CLI CMS CPR CPU CRM CRUD CSS CSV CTA CTO CV CVS DB DIY DM DMs DNA DNS DVD EOD ER ETA ETL EV FAQ
  FPS FTP FYI GB GDP GPA GPS GPU GUI HCI HD HDD HP HR HTML HTTP HTTPS ICP ID IDE IDs IM IMO IoT IP IPO IQ IRL ISP IT IVA IVF JPEG JSON JWT
  KPI KYC LAN LED LGBT LGBTQ LGBTQIA LLC LLM LMS MB MBA MBTI ML MRI MVP NFT NGO NLP NPC OAuth OCR OK OKR OOP ORM OS OTP PC PDF PhD PIN PIP PM POC
  PR PS PTSD QA QR RAM REST RFC ROI RPC RPE RPG RSS RSVP RV SaaS SDK SEO SLA SMS SOP SQL SSD SSH SSL SSO STEM SUV SWOT TB TBD TCP TDD TLS TODO
  TTL TV TVA UI UDP UML URI URL USB USP UTC UUID UX VAT VIP VM VPN VR WC WIFI WLAN XML XP YAML ZIP MwSt PLZ PKW LKW EDV GmbH RH TGV BD CDI CDD
  IRPF DNI ASMR ADHD AC DC DJ MC FHP TL TLDR FOMO BPM ADHS`.split(/\s+/u),
);
/** The same in numbers: "URLs", "Q3". */
const numbered = /^(?:Q[1-4]|H[12]|W\p{N}{1,2})$/u;

export function isAbbreviatedNoun(name: string): boolean {
  return nouns.has(name) || nouns.has(name.replace(/s$/u, '')) || numbered.test(name);
}

/** German counts in nouns: "16:30 Uhr". */
const unit =
  /^(?:Uhr|Euro|Cent|Prozent|Grad|Meter|Kilometer|Liter|Gramm|Kilo|Minuten?|Stunden?|Tagen?|Tag|Wochen?|Monat(?:en?)?|Jahr(?:en?)?|Personen|Seiten|Stück|Mal|Millionen)$/u;
/** Of a country or a people, in English. */
const demonym =
  /^(?:African|American|Arab|Arabic|Argentin(?:e|ian)|Asian|Australian|Austrian|Belgian|Brazilian|British|Bulgarian|Canadian|Chilean|Chinese|Colombian|Croatian|Cuban|Czech|Danish|Dutch|Egyptian|English|European|Finnish|French|German|Greek|Hungarian|Icelandic|Indian|Indonesian|Iranian|Irish|Israeli|Italian|Jamaican|Japanese|Kenyan|Korean|Lebanese|Mediterranean|Mexican|Moroccan|Nigerian|Norwegian|Persian|Peruvian|Polish|Portuguese|Romanian|Russian|Scandinavian|Scottish|Spanish|Swedish|Swiss|Syrian|Thai|Turkish|Ukrainian|Vietnamese|Welsh)s?$/u;

/** Whether a word with a capital is no name in any text. @param isCounted a number stands before it */
export function isNoun(word: string, isCounted: boolean): boolean {
  return demonym.test(word) || (isCounted && unit.test(word));
}

/** "Resort A", "Act I", "Phase 2": one of several, unless it is a person. @param behind the text behind the name */
export function isOneOfSeveral(name: string, behind: string): boolean {
  const [first = '', ...rest] = name.split(' ');
  const isCounted = rest.length === 0 && /^ \p{N}{1,2}(?![\p{L}\p{N}])/u.test(behind);
  const isLettered = rest.length === 1 && /^(?:[A-Z]|[IVX]{1,4}|\p{N}{1,2})$/u.test(rest[0]!);
  return (isCounted || isLettered) && /^\p{Lu}\p{Ll}+$/u.test(first) && !isGivenName(first);
}

/** What only a thing is called: digits, a capital inside, abbreviations, and words of places, firms and titles. */
const ofThings =
  /\p{N}|\p{Ll}\p{Lu}|^\p{Lu}{2,}$|\.[a-z]|(?<!\p{L})of (?:the )?|(?<!\p{L})(?:the|for|and) |(?<!\p{L})(?:Inn|Hotel|Hostel|Studios?|Park|Insurance|Street|Avenue|Road|Islands?|River|Lake|Mount|Beach|Cafe|Café|Restaurant|Palace|Office|Treaty|War|Club|Bank|School|University|College|Church|Museum|Hospital|Clinic|Certificate|Form|Note|Notes|Studio|City|Zealand|Kingdom|States|Team|Group|Company|Corp|GmbH|Cloud|Server|App|Project|Guide|Book|Board|Store|Shop|Airport|Station|Valley|Bridge|Castle)$/u;

/** Whether a name is hardly that of a person. */
export function isThing(name: string): boolean {
  return ofThings.test(name);
}

/** Cases of a Slavic name, and what they have in place of its ending. */
const slavic = /^\p{Script=Cyrillic}{4}/u;
const cases = /(?:ой|ою|ей|ею|ем|ом|ым|ам|ями|ах|у|ю|е|ы|и|а|я)$/u;
const endings = ['', 'а', 'я', 'й', 'ия', 'ий', 'ь'];

/** The nominative of a given name in a Slavic case: "Оксаной" is Оксана. Other names as they are. */
export function nominative(name: string): string {
  if (!slavic.test(name)) return name;
  const [first = '', ...rest] = name.split(' ');
  if (isGivenName(first)) return name;
  for (const stem of [first.replace(cases, ''), first.slice(0, -1)]) {
    const found = endings.find((ending) => isGivenName(stem + ending));
    if (found !== undefined) return [stem + found, ...rest].join(' ');
  }
  return name;
}

/** Short forms that do not begin their name, or that are names too: `short=name`. */
const shorts = once(() => {
  const all = new Map<string, string[]>();
  for (const one of shortForms.split(/\s+/u)) {
    const [short = '', name = ''] = one.split('=');
    all.set(short, [...(all.get(short) ?? []), name]);
  }
  return all;
});
const shortForms = `abby=abigail alex=alexander alex=alexandra andi=andreas andy=andrew asia=joanna bartek=bartosz basia=barbara basti=sebastian becky=rebecca
  ben=benjamin beppe=giuseppe beth=elizabeth beto=roberto betty=elizabeth bill=william bob=robert cathy=catherine charlie=charles chema=josé
  chico=francisco chris=christian chris=christine chris=christopher chuck=charles concha=concepción dan=daniel danny=daniel dave=david
  deb=deborah debbie=deborah dick=richard drew=andrew ed=edward eddie=edward flo=florian fred=frédéric fritz=friedrich gabe=gabriel
  gabi=gabriele gigi=luigi gosia=małgorzata greg=gregory hank=henry hans=johannes harry=henry jack=john jamie=james jeff=jeffrey
  jen=jennifer jenny=jennifer jim=james jimmy=james joe=joseph johnny=john jon=jonathan josh=joshua jupp=josef kasia=katarzyna
  kate=catherine kate=katherine kathy=katherine katie=katherine ken=kenneth kike=enrique krzysiek=krzysztof kuba=jakub larry=lawrence
  liam=william liz=elizabeth lizzie=elizabeth lola=dolores lollo=lorenzo lupe=guadalupe magda=magdalena maggie=margaret manu=emmanuel
  matt=matthew meg=margaret micha=michael mick=michael mike=michael mimmo=domenico mo=mohammed nacho=ignacio nick=nicholas nick=nicolas
  nico=nicholas ola=aleksandra paco=francisco pancho=francisco pat=patricia pat=patrick patty=patricia peggy=margaret pepe=josé
  peppe=giuseppe pete=peter phil=philip pippo=filippo quique=enrique resi=theresa rich=richard rick=richard rob=robert robbie=robert
  ron=ronald sam=samantha sam=samuel sascha=alexander sasha=alexander sepp=josef steffi=stefanie steve=stephen steve=steven sue=susan
  susi=susanne ted=edward tim=timotheus tim=timothy tom=thomas tomek=tomasz tommy=thomas toni=anton tony=anthony toño=antonio uli=ulrich
  val=valerie vicky=victoria will=william wojtek=wojciech zach=zachary zosia=zofia zé=josé андрюша=андрей аня=анна ваня=иван володя=владимир
  дима=дмитрий женя=евгений катя=екатерина коля=николай лена=елена леша=алексей лёша=алексей маша=мария миша=михаил настя=анастасия
  наташа=наталья оля=ольга саша=александр саша=александра серёжа=сергей таня=татьяна`;

/** The given names that a short form is commonly of; all in lower case. */
export function namesOfShort(short: string): readonly string[] {
  return shorts().get(short) ?? [];
}

const currencies = once((): ReadonlySet<string> => new Set(Intl.supportedValuesOf('currency')));

/** Whether a name is the sign of a currency beside an amount: "16 million JPY", "EUR 20". */
export function isMoney(name: string, before: string, behind: string): boolean {
  const isBeside = /\p{N}(?:[ \u00a0]\p{L}{1,10})?[ \u00a0]$/u.test(before) || /^[ \u00a0]?\p{N}/u.test(behind);
  return isBeside && /^[A-Z]{3}$/.test(name) && currencies().has(name);
}
