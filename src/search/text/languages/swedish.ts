import { stemmer } from '@orama/stemmers/swedish';
import type { Language } from './language.ts';

export const SWEDISH: Language = {
  name: 'Swedish',
  code: 'sv',
  stopWords:
    'och eller men att som om när där var hur varför vad vem vilken vilket vilka vart varifrån jag mig min mitt mina du dig din ditt dina han honom hans hon henne hennes den det de dem dess deras vi oss vår vårt våra ni er ert era man sig sin sitt sina en ett denna detta dessa i på av för med till från om under över vid hos mellan efter innan före utan mot genom sedan bakom bredvid inte ingen inget inga bara också även än så mycket mer mest alltid redan då nu här ja nej är vara varit blir bli blev blivit har ha hade haft ska skall skulle kan kunde måste får få fick vill ville någon något några alla allt annan andra båda ju väl eftersom lite slags brukar ',
  asking: 'förklara förklarar berätta säg säga visa beskriv beskriva snälla tack skulle kunna vet betyder',
  letters: 'åäö',
  endings: /(?:arna|erna|ade|ning|ningen|het|skt|ligt|orna|ar|or|a)$/,
  stem: stemmer,
  compounds: true,
  // Snowball leaves the article of words in -a: skola, skolan.
  otherForms: (word) => (/...ans?$/.test(word) ? [word.replace(/ns?$/, '')] : []),
  spellings: [
    ['ä', 'ae'],
    ['ö', 'oe'],
    ['å', 'aa'],
  ],
  irregularForms: `
gå gick gått går
komma kom kommit kommer
springa sprang sprungit springer löpning
äta åt ätit äter
dricka drack druckit dricker
skriva skrev skrivit skriver
se såg sett ser
ta tog tagit tar
ge gav gett ger givit
hitta hittade
sova sov sovit sover
hjälpa hjälpte hjälpt
göra gjorde gjort gör
säga sa sade sagt säger
veta visste vetat vet
flyga flög flugit flyger flyg
simma simmade simmat simning
sjunga sjöng sjungit sjunger
bryta bröt brutit bryter
dra drog dragit drar
bära bar burit bär
köpa köpte köpt köper
sälja sålde sålt säljer
ligga låg legat ligger
sitta satt suttit sitter
stå stod stått står
heta hette hetat heter
bok böcker böckerna bokens
fot fötter
hand händer
natt nätter
bror bröder
mor mödrar
far fäder
dotter döttrar
tand tänder
man män
son söner
stad städer
land länder
barn barnen
vinna vann vunnit
låta lät låtit låter
finna fann funnit finns
stiga steg stigit
skära skar skurit
sluta slutade slutat`,
  time: {
    months: 'januari februari mars april maj juni juli augusti september oktober november december',
    weekdays: 'sondag(?:en)? mandag(?:en)? tisdag(?:en)? onsdag(?:en)? torsdag(?:en)? fredag(?:en)? lordag(?:en)?',
    days: 'idag|i_dag|ikvall igar|i_gar|igar_kvall i_forrgar|forrgar',
    units: 'dag|dagar|dagen vecka|veckor|veckan helg|helgen manad|manader|manaden ar|aret',
    numbers: 'en|ett tva tre fyra fem sex sju atta nio tio',
    last: 'forra|senaste|sista',
    this: 'denna|den har|det har',
    ago: ['for', 'sedan'],
    others: 'imorgon|i morgon|nyligen|sedan|nasta|i (?:somras|hostas|vintras|varas|fjol)|var|sommar|host|vinter',
    when: 'nar|hur lange|vilket ar|vilken (?:dag|manad)',
    doing:
      'visa|hande|hant|hander|gjorde|gjort|gor|beslutade|beslutat|bestamde|bestamt|diskuterade|diskuterat|pratade|pratat|jobbade|arbetade|larde|sa|sade|anteckningar|handelser|saker|minnen|nytt|nyheter|lista|sammanfatta\\p{L}*|sparade|noterade',
  },
  ends: {
    until:
      '(?:till|tills|fram till|t\\.o\\.m\\.?) (?:och med )?(?:den |nasta |pa )?|galler till (?:och med )?(?:den )?',
    expires: 'gar ut|loper ut|upphor|slutar',
    tomorrow: 'i ?morgon',
    next: 'nasta',
    end: 'slutet (?:av|pa)',
    range: ['fran(?: den)?', 'till(?: den)?'],
    passing:
      'semester|ledig\\p{L}*|pa resa|resa|reser|tjansteresa|sjuk\\p{L}*|borta|franvarande|hemifran|pa besok|gaster|jour|tid hos|mote|demo|prov|tenta|flyg|stangt?|stangda|hotell|konferens|workshop|foraldraledig',
    never:
      'flytt\\p{L}*|skjut\\p{L}*|varje|varannan|alltid|dagligen|oftast|vanligtvis|ofta|fodelsedag|om|maste|ska|lamna\\p{L}*|klar[at]?',
    past: 'var|hade|blev|bodde|arbetade|jobbade|stannade|varade|har (?:bott|varit|arbetat|jobbat)|beslutade|\\p{L}{3,}ade',
  },
  tasks: {
    left: '(?:kvar )?att gora|(?:inte|ej) (?:gjort|gjorda|klart|klara)',
    finished: '(?:har jag|har vi) (?:redan )?(?:gjort|avslutat)|redan (?:gjort|klart)',
    open: 'oppna|oppet|kvar|aterstar|aterstaende',
    done: 'klara?|klart|gjorda?|gjort|avslutade?|fardig[at]?',
    dropped: 'avbrutna|installda|strukna',
    task: 'uppgift(?:er(?:na)?)?|saker|lista',
  },
};
