import { stemmer } from '@orama/stemmers/norwegian';
import type { Language } from './language.ts';

export const NORWEGIAN: Language = {
  name: 'Norwegian',
  code: 'nb',
  stopWords:
    'og eller men at som om når hvor hvordan hvorfor hva hvem hvilken hvilket hvilke jeg meg min mitt mine du deg din ditt dine han ham hans hun henne hennes den det de dem deres vi oss vår vårt våre dere man seg sin sitt sine en et ei denne dette disse i på av for med til fra under over ved hos mellom etter før uten mot gjennom siden bak ikke ingen bare også enn så mye mer mest alltid allerede da nå her der ja nei er være vært blir bli ble blitt har ha hadde hatt skal skulle kan kunne må måtte får få fikk vil ville noen noe alle alt annen andre begge fordi litt slags pleier ',
  asking: 'forklare forklar fortell fortelle si vis vise beskriv beskrive takk kunne vet betyr',
  letters: 'åøæ',
  endings: /(?:ene|ningen|het|skt|lig|ligt)$/,
  stem: stemmer,
  compounds: true,
  spellings: [
    ['ø', 'oe'],
    ['å', 'aa'],
  ],
  irregularForms: `
gå gikk gått går
komme kom kommet kommer
løpe løp løpt løper
spise spiste spist spiser
drikke drakk drukket drikker
skrive skrev skrevet skriver
se så sett ser
ta tok tatt tar
gi ga gitt gir
finne fant funnet finner
sove sov sovet sover
gjøre gjorde gjort gjør
si sa sagt sier
vite visste visst vet
fly fløy fløyet flyr
synge sang sunget synger
brekke brakk brukket
dra dro dratt drar
kjøpe kjøpte kjøpt
selge solgte solgt selger
ligge lå ligget ligger
sitte satt sittet sitter
stå sto stått står
hete het hett heter
bok bøker bøkene
bror brødre
mor mødre
far fedre
datter døtre
tann tenner
mann menn
barn barna
by byer
fot føtter
hånd hender`,
  time: {
    months: 'januar februar mars april mai juni juli august september oktober november desember',
    weekdays: 'sondag(?:en)? mandag(?:en)? tirsdag(?:en)? onsdag(?:en)? torsdag(?:en)? fredag(?:en)? lordag(?:en)?',
    days: 'i_dag|i_kveld i_gar|i_gar_kveld i_forgars',
    units: 'dag|dager|dagen uke|uker|uken|uka helg|helgen|helga maned|maneder|maneden ar|aret',
    numbers: 'en|et|ett to tre fire fem seks sju|syv atte ni ti',
    last: 'forrige|siste',
    this: 'denne|dette',
    ago: ['for', 'siden'],
    others: 'i morgen|nylig|siden|neste|i fjor|var|sommer|host|vinter',
    when: 'nar|hvor lenge|hvilket ar|hvilken (?:dag|maned)',
    doing:
      'vis|skjedde|skjedd|skjer|hendte|gjorde|gjort|gjor|bestemte|bestemt|besluttet|diskuterte|diskutert|snakket|jobbet|laerte|sa|notater|hendelser|ting|minner|nytt|nyheter|liste|oppsummer\\p{L}*|lagret|noterte',
  },
  ends: {
    until: '(?:fram |frem )?til (?:og med )?(?:den |neste |pa )?|inntil (?:den )?|gyldig til (?:og med )?',
    expires: 'utloper|gar ut|opphorer|slutter',
    tomorrow: 'i morgen',
    next: 'neste',
    end: 'slutten av',
    range: ['fra(?: den)?', 'til(?: den)?'],
    passing:
      'ferie|fri|pa reise|reise|reiser|tjenestereise|syk\\p{L}*|borte|hjemmekontor|pa besok|gjester|vakt|time hos|mote|demo|eksamen|fly|stengt|stengte|hotell|konferanse|workshop|permisjon',
    never:
      'flytt\\p{L}*|utsatt|utsett\\p{L}*|hver|hvert|alltid|daglig|vanligvis|ofte|bursdag|hvis|ma|skal|levere\\p{L}*|ferdig',
    past: 'var|hadde|ble|bodde|arbeidet|jobbet|varte|har (?:bodd|vaert|jobbet|arbeidet)|bestemte',
  },
  tasks: {
    left: '(?:igjen )?a gjore|gjenstar|ikke (?:gjort|ferdige?)',
    finished: '(?:har jeg|har vi) (?:allerede )?(?:gjort|fullfort)|allerede gjort',
    open: 'apne|apent?|igjen|gjenstaende',
    done: 'ferdige?|gjort|fullforte?|utforte?',
    dropped: 'avbrutte?|avlyste?|droppet',
    task: 'oppgave(?:r|ne)?|ting|liste',
  },
};
