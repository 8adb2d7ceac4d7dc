import { foldCase } from '../../domain/text.ts';

type Cue = [weight: number, pattern: RegExp];

/** Pieces of patterns over folded text (lower case, no accents). A word begins where no letter is before. */
export const word = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u');

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';

/** Likes and wishes, in many languages. They outweigh the topic: "I don't like long meetings" is about no meeting. */
const preferenceCues: readonly Cue[] = [
  [
    3,
    word(
      "(?:do not|don't|does not|doesn't|did not|didn't|never) (?:really |particularly |much )?(?:like|love|enjoy|want|eat|drink|care for)|(?:really|absolutely|totally|truly|always) (?:likes?|loves?|hates?|enjoys?|dislikes?|prefers?)|can(?:'t|not) (?:stand|bear)|not a (?:big )?fan of|would rather|i'd rather|favou?rites?",
    ),
  ],
  [1.2, word(`every (?:day|morning|evening|night|week|weekend|${weekday})|on ${weekday}s|as a rule|vegetarian|vegan`)],
  [
    3,
    word(
      "mag (?:kein\\p{L}*|nicht|gern\\p{L}*|am liebsten)|am liebsten|nicht (?:leiden|ausstehen)|verabscheu\\p{L}+|vegetarier\\p{L}*|(?:je )?n'aime(?:s|nt)? pas|(?:ne )?supporte pas|no (?:me|le|nos|les) gustan?|no soport[oa]|prefier[oea]\\p{L}*|me encantan?|nao (?:gosto|gosta|suporto)|prefiro|prefere|non (?:mi|gli|le) piac\\p{L}+|non sopport[oa]|mi piac(?:e|ciono)|hou(?:dt|d)? (?:niet |erg )?van|liever|(?:nie )?lubi\\p{L}*|uwielbia\\p{L}*|wole|woli|nienawidz\\p{L}*|nie (?:cierpi\\p{L}*|znos\\p{L}*)|ulubion\\p{L}+|sev(?:er|iyor|mem|mez|miyor|dig)\\p{L}*|tercih ed\\p{L}+|nefret ed\\p{L}+|hoslan\\p{L}+|bayılır\\p{L}*|vejetaryen\\p{L}*",
    ),
  ],
  [
    2,
    word(
      'allergisch|allergique|alergic[oa]|allergic[oa]|uczulon\\p{L}+|alerji\\p{L}*|vegetarien\\p{L}*|vegetarian[oa]|wegetarian\\p{L}*|detest[oa]|amo|gillar|tycker (?:inte )?om|alskar|hatar|foredrar|favorit\\p{L}*|kan (?:ikke )?(?:godt )?lide|elsker|hader|hater|foretrækker|foretrekker|liker|yndlings\\p{L}+|обожа\\p{L}+|терпеть не могу|не люблю|аллергия|вегетариан\\p{L}+',
    ),
  ],
];

/** Dislikes, by verbs of the present: what was hated once may be an event. They outweigh the topic as likes do. */
const dislikeCues: readonly Cue[] = [
  [
    4,
    word(
      "(?:hates?|hating)(?! to (?:say|admit|ask|break|bother|be the one))|dislikes?|detests?|loathes?|despises?|abhors?|can't (?:abide|tolerate)|drives? (?:me|us|him|her|them) (?:crazy|mad|nuts)|(?:annoy|irritate|bother)s? (?:me|us|him|her|them)|(?:gets?|grates?) on (?:my|our|his|her|their) nerves",
    ),
  ],
  [
    4,
    word(
      "hass(?:e|t|en)|verabscheu\\p{L}+|(?:nerv|stor)(?:t|en) (?:mich|uns|ihn|sie)|graut (?:mir|es mir)|deteste(?:s|nt)?|hai[st]|haissent|(?:ai|a|ont) horreur (?:de|du|des|d)|(?:m'|l')(?:agace|enerve|horripile)(?:nt)?|odi(?:o|a|an|ano)|odei(?:o|a|am)|detest[oa]n?|aborre(?:zco|ce|cen)|no aguant[oa]n?|nao aguent[oa]m?|me (?:molesta|irrita|fastidia|revienta)[nm]?|(?:mi|gli|le|ci) (?:da|danno) (?:fastidio|noia)|haat|haten|een hekel aan|(?:kan|kunnen) (?:er )?niet tegen|verafschuw\\p{L}*",
    ),
  ],
  [
    4,
    word(
      '(?:hatar|avskyr|ogillar)|(?:tal|star) inte(?: ut med)?|hader|afskyr|kan ikke (?:fordrage|udsta|holde ud)|(?:hater|avskyr|misliker)|(?:taler|orker|tåler) ikke|(?:vihaa|inhoa)\\p{L}*|(?:en|ei|emme) (?:pida|kesta|voi sietaa)|nienawidz\\p{L}*|nie (?:cierpi|znos|lubi)\\p{L}*|(?:wkurza|denerwuje|irytuje)\\p{L}* mnie|nefret ed\\p{L}+|(?:katlanam|dayanam|tahammul edem)\\p{L}+|sinir ol\\p{L}+|ненави(?:жу|дит|дят|дим)|не (?:люблю|любит|любят|любим|выношу|выносит|переношу|переносит|терплю|терпит|нравит\\p{L}+)|терпеть не мо\\p{L}+|(?:бес|раздража|выбешива)\\p{L}+ (?:меня|его|ее|нас)|меня (?:бес|раздража)\\p{L}+',
    ),
  ],
  [
    4,
    /讨厌|討厭|不喜欢|不喜歡|厌恶|受不了|反感|最烦|嫌い|苦手|嫌だ|イヤだ|耐えられない|好きでは?ない|好きじゃない|싫어|싫다|싫은|싫습|질색|혐오|못 참|안 좋아/u,
  ],
];

const goalCues: readonly Cue[] = [
  [
    3,
    word(
      "(?:i|we|he|she|they)'d (?:like|love) to|wurden? (?:ich |wir )?(?:gern\\p{L}*|liebend)|j'aimerais|aimerais|aimerait|me gustaria|le gustaria|gostaria|vorrei|vorrebbe|zou (?:ik )?graag|chciał\\p{L}+|isterim|isterdim|skulle vilja|vil gerne|vil gjerne|kunne tænke mig|хотел\\p{L}* бы",
    ),
  ],
  [
    2.5,
    word(
      'plant|vorhabe|compte\\p{L}* (?:faire|apprendre|partir|acheter)|quisiera|planeo|pienso|planejo|pretend[oe]|intendo|progetto di|van plan|chce|chcemy|planuj\\p{L}+|zamierza\\p{L}*|celem|marze|istiyor\\p{L}*|planlıyor\\p{L}*|hedef\\p{L}+|hayalim|vill|planerar|tanker|vil|planlægger|planlegger|собира\\p{L}+сь',
    ),
  ],
];

const month =
  'jan(?:uary)?|feb(?:ruary)?|march|april|may \\d+|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/**
 * Cues that hints of presets can't express: patterns such as dates, and words of languages other than English. They
 * count for the preset category with the same name; a character's own categories are found by their names and hints.
 */
const cues = new Map<string, readonly Cue[]>(
  Object.entries({
    events: [
      [
        2,
        word(
          'wczoraj|jutro|w zeszł\\p{L}+|w przyszł\\p{L}+|spotkanie|wizyt[ae]|slub|dun|yarın|gecen \\p{L}+|gelecek \\p{L}+|toplantı\\p{L}*|randevu\\p{L}*|dugun\\p{L}*|igar|imorgon|i morgon|forra \\p{L}+|nasta \\p{L}+|mote|brollop|i gar|i morgen|sidste \\p{L}+|næste \\p{L}+|neste \\p{L}+|forrige \\p{L}+|møde|møte|bryllup|vorige \\p{L}+|volgende \\p{L}+|vergadering|bruiloft|semana passada|mes passado|ano passado|proxim[oa] \\p{L}+|reuniao|casamento|consulta|scors[oa]|prossim[oa] \\p{L}+|riunione|matrimonio|(?:semaine|mois|annee|an) (?:dernier|derniere|prochain|prochaine)|hier|mariage|(?:semana|mes|ano) (?:pasad[oa]|proxim[oa])',
        ),
      ],
      [
        2,
        word(
          `yesterday|tomorrow|tonight|last (?:night|week|month|year|summer|winter|spring|autumn|fall|${weekday})|next (?:week|month|year|${weekday})|(?:an?|\\d+|two|three|few) (?:day|week|month|year)s? ago`,
        ),
      ],
      [
        1.5,
        word(
          `(?:on|this|by) ${weekday}|${weekday} (?:at|morning|evening|afternoon|night)|(?:in|on|since|until) (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:${month})|(?:${month}) \\d{1,2}(?:st|nd|rd|th)?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}`,
        ),
      ],
      // A time of day alone is no event: "never before 10am".
      [0.3, word('(?:at|before|after|until|around) \\d{1,2}(?::\\d{2})? ?(?:am|pm)?')],
      [
        2,
        word(
          'gestern|morgen um|ubermorgen|vorgestern|letzte[rsn]? \\p{L}+|nachste[rsn]? \\p{L}+|termin|besprechung|hochzeit|geburtstagsfeier|hier soir|demain|la semaine (?:derniere|prochaine)|rendez-vous|reunion|ayer|manana a|la semana (?:pasada|que viene)|cita con|boda|ieri|domani|appuntamento|ontem|amanha|gisteren|morgen om|afspraak|вчера|завтра|встреча|свадьба',
        ),
      ],
      [2, /昨天|明天|后天|上周|下周|会议|婚礼|昨日|明日|来週|先週|会議|어제|내일|다음 주|회의/u],
      // A day of the week: what recurs on it is a rule or a habit, which says more.
      [
        0.6,
        word(
          `${weekday}|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:el|este|proximo) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|(?:lune|marte|mercole|giove|vener)di|sabato|(?:segunda|terca|quarta|quinta|sexta)-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|mandag|tirsdag|onsdag|torsdag|fredag|lordag|w (?:poniedziałek|wtorek|srode|czwartek|piatek|sobote|niedziele)|pazartesi|salı|carsamba|persembe|cuma|cumartesi`,
        ),
      ],
      [
        0.6,
        word(
          "во? (?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|[ув] (?:понеділок|вівторок|середу|четвер|п'ятницю|суботу|неділю)|يوم (?:الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد)",
        ),
      ],
      [
        0.6,
        /(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार|[月火水木金土日]曜|(?:周|星期|礼拜)[一二三四五六日天]|[월화수목금토일]요일/u,
      ],
    ],
    preferences: [
      ...preferenceCues,
      ...dislikeCues,
      [
        2,
        word(
          "can't stand|mag (?:kein|gern|am liebsten)\\p{L}*|mag|liebt?|lieber|bevorzug\\p{L}+|lieblings\\p{L}*|hass[et]\\p{L}*|(?:trink|ess|iss|les|lies|hor|spiel|geh|mach|koch|reis)\\p{L}* (?:sehr )?gern\\p{L}*|aime\\p{L}*|j'aime|j'adore|adore|prefere\\p{L}*|deteste\\p{L}*|gusta\\p{L}*|encanta\\p{L}*|prefier\\p{L}+|odi[oa]|favorit[oa]s?|piace|piacciono|preferisc\\p{L}+|adoro|gost[oa]\\p{L}*|prefir\\p{L}+|houdt? van|liever|lievelings\\p{L}*|нравится|нравятся|люблю|любит|предпочита\\p{L}+|ненавижу|любим\\p{L}+",
        ),
      ],
      [2, /喜欢|喜歡|讨厌|偏好|最爱|爱吃|爱喝|好き|嫌い|大好物|좋아|싫어|선호/u],
    ],
    goals: [
      ...goalCues,
      [0.8, word("(?:i|we)(?:'ll| will)")],
      [
        2.5,
        word(
          'mochte|will (?:ich|er|sie)|ich (?:plane|will)|vorhaben|ziel ist|veux|voudrais|objectif|prevois?|quiero|quiere|planea\\p{L}*|meta es|objetivo|voglio|vorrei|obiettivo|quero|pretendo|wil|van plan|doel|хочу|хочет|планиру\\p{L}+|цель|мечта\\p{L}*',
        ),
      ],
      [2, /想要|打算|计划|目标|希望|たい(?:です|と思)|つもり|予定|目標|싶어|계획|목표/u],
    ],
    relationships: [
      [
        2,
        word(
          'mein(?:er|em|en) (?:frau|mann|mutter|vater|schwester|bruder|tochter|sohn|freundin|freund|chefin|chef)|(?:moj|moja|moje|mojej|mojego) (?:zona|maz|mama|matka|tata|ojciec|siostra|brat|corka|syn|przyjaciel|przyjaciołka|kolega|kolezanka|szef|szefowa|pies|kot)|karım|kocam|esim|annem|babam|(?:kız |erkek )?kardesim|ablam|abim|agabeyim|kızım|oglum|arkadasım|patronum|mudurum|kopegim|kedim|min (?:fru|man|mamma|pappa|syster|bror|dotter|son|van|kollega|chef|hund|katt|kone|mand|mann|mor|far|søster|datter|søn|sønn|ven|venn|sjef|kat)|sposat[oa]|casad[oa]|getrouwd|gift|evli\\p{L}*|zonaty|mezatka',
        ),
      ],
      [
        2,
        word(
          'meine? (?:frau|mann|mutter|vater|schwester|bruder|tochter|sohn|freundin|freund|kollegin|kollege|chefin|chef|hund|katze)|verheiratet|(?:ma|mon) (?:femme|mari|mere|pere|soeur|frere|fille|fils|amie?|collegue|patronne?|chien|chat)|(?:est|suis) mariee?|mi (?:esposa|esposo|mujer|marido|madre|padre|hermana|hermano|hija|hijo|amiga|amigo|jefa|jefe|perro|gato)|mia (?:moglie|madre|sorella|figlia|amica)|mio (?:marito|padre|fratello|figlio|amico|capo|cane|gatto)|minha (?:esposa|mae|irma|filha|amiga)|meu (?:marido|pai|irmao|filho|amigo|chefe)|mijn (?:vrouw|man|moeder|vader|zus|broer|dochter|zoon|vriendin|vriend|baas|hond|kat)|мо[йяеи] (?:жена|муж|мама|папа|мать|отец|сестра|брат|дочь|сын|друг|подруга|собака|кошка|начальник)',
        ),
      ],
      [
        2,
        /妻子|丈夫|老婆|老公|妈妈|爸爸|姐姐|妹妹|哥哥|弟弟|女儿|儿子|朋友|同事|老板|妻|夫|母|父|姉|兄|娘|息子|友達|同僚|上司|아내|남편|어머니|아버지|누나|언니|오빠|동생|친구|동료/u,
      ],
    ],
    facts: [
      [
        1.5,
        word(
          'wohnen|leb(?:e|t|en) in|habe|haben|chodz\\p{L}+ do|habit\\p{L}+|mieszka\\p{L}*|pracuj\\p{L}+|nazywa\\p{L}* sie|mam na imie|ma na imie|urodził\\p{L}*|yasıyor\\p{L}*|oturuyor\\p{L}*|calısıyor\\p{L}*|adım|ismim|dogdum|dogumlu\\p{L}*|heter|hedder|bor|jobbar|arbetar|fodd|wonen|werken|arbejder|jobber|arbeider|født|woon|werk|geht in die|besucht die|telefonnummer|numero de telephone',
        ),
      ],
      [1, word('jest|jestem|ma|mam|ar|har|er')],
      [
        1.5,
        word(
          "i'm|i am|he's|she's|my name|heisst|heisse|wohnt?|wohne|arbeite\\p{L}*|geboren|s'appelle|m'appelle|habite\\p{L}*|travaille\\p{L}*|nee? (?:a|en|le)|se llama|me llamo|vive|vivo|trabaj[oa]|naci\\p{L}*|si chiama|mi chiamo|abit[oa]|lavor[oa]|se chama|mor[oa]|trabalh[oa]|heet|woont?|werkt?|зовут|живу|живет|работа\\p{L}+|родил\\p{L}+",
        ),
      ],
      [
        1,
        word(
          'ist|sind|hat|ich bin|est|sont|ont|suis|es (?:un|una|el|la)|tiene|tengo|soy|sono|io ho|tem|tenho|sou|heeft|zijn|ik ben',
        ),
      ],
      [1.5, /叫|住在|工作|出生|名字|电话|地址|住んで|働いて|名前|生まれ|이름|살아|살고|일하/u],
      [0.6, /是|です|입니다|이다/u],
    ],
    skills: [
      [
        2,
        word(
          "(?:i'm|i am|im|he is|she is) (?:new to|a beginner|not (?:very |too |that |really )?(?:familiar|experienced|good) (?:with|at|in))|never (?:used|learned|worked with)|anfanger\\p{L}*|debutant\\p{L}*|principiante|iniciante|poczatkujac\\p{L}*|nyborjare|новичок|новичка",
        ),
      ],
      [2, /新手|不熟悉|不太懂|初心者|詳しくない|초보/u],
      [
        2,
        word('kann|beherrsch\\p{L}+|erfahrung mit|sait|maitrise|sabe|domina|conosce|kan goed|умеет|умею|знает|владеет'),
      ],
      [2, /会说|擅长|精通|熟悉|できる|得意|할 수|잘하/u],
    ],
    decisions: [
      [
        2,
        word(
          "let's (?:use|go with)|we (?:will|'ll) (?:use|go with)|beschlossen|entschieden|entscheidung|decide\\p{L}*|decidi\\p{L}*|deciso|besloten|решил\\p{L}*|выбрал\\p{L}*",
        ),
      ],
      [2, /决定|选择了|決め|決定|결정/u],
    ],
  }),
);

/** The cues for a category of this name; none for names of no preset. */
export function cuesOf(categoryName: string): readonly Cue[] {
  return cues.get(foldCase(categoryName)) ?? [];
}
