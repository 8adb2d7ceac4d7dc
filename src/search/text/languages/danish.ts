import { stemmer } from '@orama/stemmers/danish';
import type { Language } from './language.ts';

export const DANISH: Language = {
  name: 'Danish',
  code: 'da',
  stopWords:
    'og eller men at som om når hvornår hvor hvordan hvorfor hvad hvem hvilken hvilket hvilke jeg mig min mit mine du dig din dit dine han ham hans hun hende hendes den det de dem deres vi os vores jer jeres man sig sin sit sine en et denne dette disse i på af for med til fra under over ved hos mellem efter før uden mod gennem siden bag ikke ingen bare også end så meget mere mest altid allerede da nu her der ja nej er være været bliver blive blev blevet har have havde haft skal skulle kan kunne må måtte får få fik vil ville nogen noget nogle alle alt anden andre begge fordi lidt slags plejer ',
  asking: 'forklare forklar fortæl fortælle sig vis vise beskriv beskrive tak kunne betyder',
  letters: 'åøæ',
  endings: /(?:erne|ningen|hed|sk|lig|ligt)$/,
  stem: stemmer,
  compounds: true,
  spellings: [
    ['ø', 'oe'],
    ['å', 'aa'],
  ],
  irregularForms: `
gå gik gået går
komme kom kommet kommer
løbe løb løbet løber
spise spiste spist spiser
drikke drak drukket drikker
skrive skrev skrevet skriver
se så set ser
tage tog taget tager
give gav givet giver
finde fandt fundet finder
sove sov sovet sover
gøre gjorde gjort gør
sige sagde sagt siger
vide vidste vidst ved
flyve fløj fløjet flyver
synge sang sunget synger
brække brækkede brækket
tage tog taget
købe købte købt
sælge solgte solgt sælger
ligge lå ligget ligger
sidde sad siddet sidder
stå stod stået står
hedde hed heddet hedder
bog bøger bøgerne
bror brødre
mor mødre
far fædre
datter døtre
tand tænder
mand mænd
barn børn børnene
by byer
fod fødder
hånd hænder`,
  time: {
    months: 'januar februar marts april maj juni juli august september oktober november december',
    weekdays: 'sondag(?:en)? mandag(?:en)? tirsdag(?:en)? onsdag(?:en)? torsdag(?:en)? fredag(?:en)? lordag(?:en)?',
    days: 'i_dag|i_aften i_gar|i_gar_aftes i_forgars',
    units: 'dag|dage|dagen uge|uger|ugen weekend|weekenden maned|maneder|maneden ar|aret',
    numbers: 'en|et to tre fire fem seks syv otte ni ti',
    last: 'sidste|forrige',
    this: 'denne|dette',
    ago: ['for', 'siden'],
    others: 'i morgen|for nylig|siden|naeste|i fjor|forar|sommer|efterar|vinter',
    when: 'hvornar|hvor laenge|hvilket ar|hvilken (?:dag|maned)',
    doing:
      'vis|skete|sket|sker|haendte|gjorde|gjort|lavede|lavet|besluttede|besluttet|aftalte|aftalt|diskuterede|talte|snakkede|arbejdede|laerte|sagde|noter|begivenheder|ting|minder|nyt|nyheder|liste|opsummer\\p{L}*|gemte|noterede',
  },
  ends: {
    until: '(?:indtil|frem til|til) (?:og med )?(?:den |naeste |pa )?|gyldig(?:t)? (?:ind)?til (?:og med )?',
    expires: 'udlober|ophorer|slutter',
    tomorrow: 'i morgen',
    next: 'naeste',
    end: '(?:slutningen|udgangen) af',
    range: ['fra(?: den)?', 'til(?: den)?'],
    passing:
      'ferie|fri|pa rejse|rejse|rejser|forretningsrejse|syg\\p{L}*|vaek|fravaerende|hjemmefra|pa besog|gaester|vagt|tid hos|mode|demo|eksamen|fly|lukket|lukkede|hotel|konference|workshop|orlov|barsel',
    never:
      'flytt\\p{L}*|udsat|udskudt|hver|hvert|altid|dagligt|normalt|ofte|fodselsdag|hvis|skal|ma|aflevere\\p{L}*|faerdig',
    past: 'var|havde|blev|boede|arbejdede|varede|har (?:boet|vaeret|arbejdet)|besluttede',
  },
  tasks: {
    left: '(?:tilbage )?at gore|mangler (?:(?:der|jeg|vi|stadig|endnu) )*(?:at )?(?:blive )?(?:gjort|gore|lave)?|udestar|ikke (?:gjort|faerdige?)',
    finished: '(?:har jeg|har vi) (?:allerede )?(?:gjort|lavet|afsluttet)|allerede gjort',
    open: 'abne|abent?|tilbage|udestaende',
    done: 'faerdige?|gjort|lavet|afsluttede?|udforte?',
    dropped: 'aflyste?|annullerede?|droppede?',
    task: 'opgave(?:r|rne)?|ting|liste',
  },
};
