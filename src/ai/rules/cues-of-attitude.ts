import { type Cue, word } from './cue.ts';

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';

/**
 * What someone likes and what someone wants, in many languages. They outweigh what the sentence is about: who does not
 * like long meetings tells of no meeting.
 */
export const preferenceCues: readonly Cue[] = [
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

export const goalCues: readonly Cue[] = [
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
