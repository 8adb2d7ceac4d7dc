import { stemmer } from '@orama/stemmers/dutch';
import type { Language } from './language.ts';

export const DUTCH: Language = {
  name: 'Dutch',
  code: 'nl',
  stopWords:
    'de het een der des en of maar want dus omdat dat die dit deze wat wie waar wanneer hoe waarom welke welk hoeveel waarheen waarvoor waarover waarmee ik mij me mijn m\u0027n jij je jou jouw u uw hij hem zijn z\u0027n zij ze haar wij we ons onze jullie hen hun men zich in op aan van voor met bij door over onder tussen naar uit om tot te ten ter tegen sinds zonder tijdens na binnen achter naast niet geen niets ook nog al wel toch maar eens er daar hier zo heel erg meer meest altijd alleen dan nu toen als ja nee is ben bent was waren geweest zijn heb hebt heeft hebben had hadden gehad word wordt worden werd werden geworden zal zult zullen zou zouden kan kunt kunnen kon konden moet moeten moest mag mogen mocht wil wilt willen wilde ga gaat gaan ander andere anderen veel iets iemand niemand alles alle elk elke ieder iedere beide nogmaals soort',
  asking:
    'uitleggen vertel vertellen zeg zeggen beschrijf beschrijven alsjeblieft alstublieft bedankt kun zou weet betekent dient',
  letters: 'ëïéèö',
  endings: /(?:tje|tjes|heid|lijk|isch|ijn|ij|oor|aar|sch|aan|oek|oom)$/,
  stem: (word) => undoubled(stemmer(word)),
  compounds: true,
  otherForms: (word) => {
    const { joint = '', rest = '' } = PARTS.exec(word)?.groups ?? {};
    const verbs = rest === '' ? [word.replace(/^ge(?=.{3})/, '')] : [joint + rest, rest];
    const infinitives = verbs.map((verb) => verb.replace(/(?<=..[^aeiou])(?:[dt]en|[dt]e|[dt])$/, 'en'));
    return [...verbs, ...infinitives].filter((form) => form !== word);
  },
  irregularForms: `
gaan ging gingen gegaan
komen kwam kwamen gekomen
rijden reed reden gereden
vliegen vloog vlogen gevlogen vlucht
lopen liep liepen gelopen
spreken sprak spraken gesproken
eten at aten gegeten
drinken dronk dronken gedronken
lezen las lazen gelezen
schrijven schreef schreven geschreven
zien zag zagen gezien
nemen nam namen genomen
geven gaf gaven gegeven
vinden vond vonden gevonden
slapen sliep sliepen
helpen hielp hielpen geholpen
denken dacht dachten gedacht
brengen bracht brachten gebracht
weten wist wisten geweten
blijven bleef bleven gebleven
zwemmen zwom zwommen gezwommen
zingen zong zongen gezongen zang
trekken trok trokken getrokken
breken brak braken gebroken
verliezen verloor verloren
beginnen begon begonnen
dragen droeg droegen
kopen kocht kochten gekocht
verkopen verkocht verkochten
zoeken zocht zochten gezocht
sterven stierf gestorven
sluiten sloot gesloten
vergeten vergat
winnen won wonnen gewonnen
kijken keek keken gekeken
krijgen kreeg kregen gekregen
zitten zat zaten gezeten
staan stond stonden gestaan
liggen lag lagen gelegen
heten heette geheten
roepen riep riepen
vertrekken vertrok
kind kinderen
stad steden
ei eieren
doen deed deden gedaan doet`,
  time: {
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
    weekdays: 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag',
    days: 'vandaag|vanavond gisteren|gisteravond eergisteren',
    units: 'dag|dagen week|weken weekend maand|maanden jaar|jaren',
    numbers: 'een twee drie vier vijf zes zeven acht negen tien',
    last: 'vorige?|afgelopen|laatste',
    this: 'deze|dit',
    ago: ['', 'geleden'],
    others: 'morgen|onlangs|laatst|sinds|volgende?|lente|zomer|herfst|winter',
    when: 'wanneer|sinds wanneer|tot wanneer|hoe lang|in welk jaar|in welke maand|op welke dag',
    doing:
      'toon|vertel|bezig|afgerond|afgekregen|laat|gebeurd\\p{L}*|gebeurt|gebeurde|gedaan|deed|deden|doe|besloten|besproken|gesproken|gewerkt|geleerd|gezegd|afgesproken|notities|gebeurtenissen|dingen|herinneringen|nieuws?|lijst|samenvatting|genoteerd|opgeslagen|voorgevallen',
  },
  ends: {
    until: 'tot (?:en met |aan )?(?:de |volgende |komende )?|t/m |geldig tot (?:en met )?',
    expires: 'verloopt|vervalt|eindigt|loopt af|loopt',
    tomorrow: '(?<!(?:de|goede|elke) )morgen',
    next: 'volgende',
    end: '(?:het )?eind(?:e)?(?: van(?: de| het| deze| dit)?)?',
    range: ['van(?: de)?', 'tot(?: en met)?(?: de)?|t/m'],
    passing:
      'vakantie|verlof|op reis|reis|ziek|afwezig|thuis\\p{L}*|op bezoek|bezoek|gasten|piketdienst|afspraak|vergadering|demo|examen|vlucht|gesloten|hotel|conferentie|workshop|dienstreis|zakenreis|bij de tandarts',
    never:
      'verplaatst|verschoven|uitgesteld|elke?|iedere?|altijd|dagelijks|wekelijks|meestal|vaak|normaal|verjaardag|als|moet|moeten|af zijn|inleveren',
    past: 'was|waren|had|hadden|werd|werden|bleef|bleven|woonde|werkte|ge\\p{L}{3,}(?:t|d|en)(?<!gesloten|geboekt|gepland|geldig|gesperd)',
  },
  tasks: {
    left: 'te doen|nog (?:niet )?(?:doen|gebeuren|open|gedaan)|staat (?:er )?nog (?:open|uit)',
    finished: '(?:al|reeds) (?:gedaan|klaar|afgerond)|(?:heb ik|hebben we) (?:gedaan|afgerond)',
    open: 'open|openstaande?|overgebleven',
    done: 'gedaan|klaar|afgeronde?|voltooide?|afgevinkte?',
    dropped: 'geannuleerde?|geschrapte?|vervallen',
    task: 'taken|taak|to-?dos?|dingen|lijst',
  },
};

/** loop and lopen, bak and bakken are one stem: a doubled vowel before the last consonant is written once. */
function undoubled(stem: string): string {
  return stem.replace(/([aeou])\1(?=[^aeiou]$)/, '$1').replace(/(?<=[aeo])v$|(?<=[eij])v$/, 'f');
}

const PREFIXES =
  'terug|samen|tegen|binnen|buiten|achter|boven|langs|rond|thuis|voor|open|weg|los|vast|door|over|mee|toe|uit|aan|bij|na|om|op|af|in';
const PARTS = new RegExp(`^(?:${PREFIXES})(?<joint>ge|te)?(?<rest>.{3,})$`);
