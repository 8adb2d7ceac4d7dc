import { stemmer } from '@orama/stemmers/german';
import type { Language } from './language.ts';

export const GERMAN: Language = {
  name: 'German',
  code: 'de',
  stopWords:
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner ich mich mir du dich dir er ihn ihm sie ihr ihnen es wir uns euch man sich mein meine meinen meinem meiner meines dein deine deinen deinem deiner sein seine seinen seinem seiner seines ihre ihren ihrem ihrer unser unsere unseren unserem unserer euer eure dieser diese dieses diesen diesem jener jene jenes jede jeder jedes jeden jedem und oder aber denn weil dass daß wenn als ob damit sondern in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter um bis durch gegen ohne seit während wegen zwischen hinter neben nicht nichts nur auch noch schon so sehr mehr immer dann da hier dort doch mal ja nein nochmal eigentlich gerade bin bist ist sind seid war warst waren wart gewesen habe hast hat haben habt hatte hatten gehabt werde wirst wird werden wurde wurden worden würde kann kannst können konnte muss musst müssen musste soll sollte sollen will wollen wollte darf mag möchte was wer wen wem wessen wo wohin woher wann wie warum wieso weshalb welche welcher welches welchen welchem worüber wovon womit wofür wovor wozu viel viele vielen etwas alle alles anderen beide hin her gibt',
  asking:
    'erzählen erzähl erzähle erklären erkläre erklär erklärst sage sag sagen nenne nennen zeige zeig zeigen beschreibe beschreiben beschreib bitte danke könntest könnten könnt könnte kannst würdest würden weißt bedeutet dient',
  letters: 'äöüß',
  endings: /(?:ung|ungen|lich|keit|heit|chen|isch|ieren|iert|tet|tag)$/,
  stem: stemmer,
  compounds: true,
  spellings: [
    ['ä', 'ae'],
    ['ö', 'oe'],
    ['ü', 'ue'],
  ],
  otherForms: (word) => {
    const { joint = '', rest = '' } = PARTS.exec(word)?.groups ?? {};
    const verbs = rest === '' ? [word.replace(/^ge(?=.{3})/, '')] : [joint + rest, rest];
    const infinitives = verbs.map((verb) => verb.replace(/(?<=..[^aeiou])(?:e?te?n?|e?te?st|st)$/, 'en'));
    return [...verbs, ...infinitives].filter((form) => form !== word);
  },
  irregularForms: `
gehen ging gingst gingen gegangen geht
kommen kam kamen kamst gekommen
fahren fuhr fuhren fährt fährst
fliegen flog flogen geflogen flug
laufen lief liefen läuft läufst
sprechen sprach sprachen spricht sprichst gesprochen
essen aß aßen isst gegessen
trinken trank tranken getrunken
lesen las lasen liest gelesen
schreiben schrieb schrieben geschrieben
sehen sah sahen sieht gesehen
nehmen nahm nahmen nimmt genommen
geben gab gaben gegeben
finden fand fanden gefunden
schlafen schlief schliefen schläft
helfen half halfen hilft geholfen
treffen traf trafen trifft getroffen
denken dachte dachten gedacht
bringen brachte brachten gebracht
kennen kannte kannten gekannt
wissen wusste wussten weiß gewusst
bleiben blieb blieben geblieben
schwimmen schwamm schwammen geschwommen
singen sang sangen gesungen
ziehen zog zogen gezogen zug
brechen brach brachen bricht gebrochen
verlieren verlor verloren
beginnen begann begonnen
tragen trug trugen trägt
waschen wusch wäscht
werfen warf wirft geworfen
sterben starb gestorben stirbt
schließen schloss geschlossen
vergessen vergaß vergisst
gewinnen gewann gewonnen
steigen stieg gestiegen
sitzen saß saßen gesessen
stehen stand standen gestanden
liegen lag lagen gelegen
heißen hieß hießen geheißen
rufen rief riefen
heben hob gehoben
leihen lieh geliehen
leiden litt gelitten
schneiden schnitt geschnitten
reiten ritt geritten
verstehen verstand verstanden
empfehlen empfahl empfiehlt empfohlen
bitten bat baten gebeten
bieten bot boten geboten`,
  time: {
    months: 'januar|janner februar|feber marz|maerz april mai juni juli august september oktober november dezember',
    weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend',
    days: 'heute|heute_abend gestern|gestern_abend vorgestern',
    units: 'tag(?:e|en)? woche|wochen wochenende monat(?:s|e|en)? jahr(?:es|e|en)?',
    numbers: 'eine[mnrs]? zwei drei vier funf sechs sieben acht neun zehn',
    last: 'letzte[mnrs]?|vorige[mnrs]?|vergangene[mnrs]?',
    this: 'diese[mnrs]?',
    ago: ['vor', ''],
    others: 'morgen|kurzlich|neulich|seit|nachste[mnrs]?|fruhling|sommer|herbst|winter',
    when: 'wann|seit wann|bis wann|wie lange|in welchem (?:jahr|monat)|an welchem tag',
    doing:
      'hab|zeig\\p{L}*|erzahl\\p{L}*|lief|liefen|gelaufen|getrieben|unternommen|vorgefallen|fertig|gab|woran|zusammen|passiert\\p{L}*|geschehen|geschah|los|ereignet\\p{L}*|gemacht|machte\\p{L}*|mach\\p{L}*|getan|tat\\p{L}*|erledigt|entschieden|beschlossen|besprochen|gesprochen|gearbeitet|gelernt|gesagt|erlebt|geschafft|neues|notizen|ereignisse|dinge|erinnerungen|liste|zusammenfassung|fasse|stattgefunden|vereinbart|geplant|notiert|gespeichert',
  },
  ends: {
    until:
      'bis (?:einschliesslich |inklusive )?(?:zum |zu |den |nachste[nrs]? |kommende[nrs]? )?|(?:befristet|gultig|geschlossen) bis (?:zum )?',
    expires: 'lauft|ablauft|verfallt|endet|abgelaufen',
    tomorrow: '(?<!(?:am|guten|heute|gestern|diesen|eines|der|den|im) )morgen',
    next: 'nachste[nr]?',
    end: 'ende(?: des| der| dieses| dieser)?',
    range: ['vom|von', 'bis(?: zum)?'],
    passing:
      'urlaub\\p{L}*|ferien|verreist|unterwegs|dienstreise|reise|krank\\p{L}*|abwesend|homeoffice|zu besuch|besuch|gaste|bereitschaft|termin|\\p{L}+termin|meeting|besprechung|sitzung|vorfuhrung|demo|prufung|flug|geschlossen|gesperrt|hotel|konferenz|workshop|beschaftigt|elternzeit',
    never:
      'verschoben|verlegt|jede[nrsm]?|immer|taglich|wochentlich|monatlich|jahrlich|meistens|gewohnlich|normalerweise|oft|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|geburtstag|wenn|falls|muss|mussen|musst|soll|sollen|abgeben|fertig|liefern|erledigen|brauche|brauchen',
    past: 'ver\\p{L}{3,}(?:t|en)(?<!verreist)|war|waren|hatte|hatten|wurde|wurden|blieb|blieben|ging|gingen|wohnte|arbeitete|lebte|dauerte|ge\\p{L}{3,}(?:t|en)(?<!geschlossen|gesperrt|gebucht|gemietet|geplant|gultig)',
  },
  tasks: {
    left: '(?<!damit )zu (?:tun|erledigen|machen)|noch (?:tun|machen|erledigen|offen)|nicht (?:getan|gemacht|erledigt|fertig)|steht (?:noch )?(?:aus|an)',
    finished:
      '(?:schon|bereits) (?:alles )?(?:erledigt|geschafft|gemacht|getan|fertig)|(?:habe ich|haben wir) (?:alles )?(?:erledigt|geschafft|gemacht|getan)',
    open: 'offene?[nrs]?|ausstehende?[nrs]?|unerledigte?[nrs]?',
    done: 'erledigte?[nrs]?|fertig|abgeschlossene?[nrs]?|abgehakt|gemacht|geschafft|getan',
    dropped: 'verworfene?[nrs]?|abgesagte?[nrs]?|gestrichene?[nrs]?|abgebrochene?[nrs]?|aufgegeben',
    task: 'aufgaben?|to-?dos?|sachen|dinge|liste',
  },
};

const PREFIXES =
  'zuruck|zusammen|heraus|herein|hinaus|herunter|vorbei|kennen|statt|fest|fern|fort|hoch|nach|teil|weg|los|auf|aus|bei|ein|her|hin|mit|vor|an|ab|um|zu';
/** A verb with its separable prefix, and the "ge" or "zu" between them. */
const PARTS = new RegExp(`^(?:${PREFIXES})(?<joint>ge|zu)?(?<rest>.{3,})$`);
