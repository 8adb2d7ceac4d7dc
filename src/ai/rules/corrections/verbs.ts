/** The topic of a verb with one value at a time: where someone lives, works or is, and what they use. */
export type Relation = 'home' | 'work' | 'use' | 'stay';
export type Person = 'me' | 'we' | 'other';

export interface VerbForm {
  relation: Relation;
  /** Where the form alone shows it (`vivo`); absent where the subject does. */
  person?: Person | undefined;
  past: boolean;
}

/**
 * Relation: forms of the first person, of the first person plural, of the third or any person, and the same in the
 * past.
 */
const rows: [Relation, me: string, we: string, any: string, pastMe: string, pastWe: string, pastAny: string][] = [
  [
    'home',
    'wohne lebe habite vivo moro abito woon mieszkam yasıyorum oturuyorum',
    'habitons vivimos moramos vivemos viviamo abitiamo mieszkamy yasıyoruz oturuyoruz',
    'live lives living wohnt lebt wohnen leben habitent vit vive viven mora moram vivono abita woont wonen mieszka mieszkaja yasıyor oturuyor bor vis',
    'vivia morava vivevo abitavo mieszkałem mieszkałam yasıyordum oturuyordum',
    'viviamos moravamos vivevamo mieszkalismy yasıyorduk',
    'lived wohnte lebte wohnten lebten habitais habitait vivais woonde woonden mieszkał mieszkała bodde',
  ],
  [
    'work',
    'arbeite trabajo trabalho lavoro werk pracuje calısıyorum',
    'travaillons trabajamos trabalhamos lavoriamo pracujemy calısıyoruz',
    'work works working arbeitet arbeiten travaille trabaja trabajan trabalha lavora werkt werken calısıyor jobbar arbetar',
    'trabajaba trabalhava lavoravo pracowałem pracowałam calısıyordum',
    'trabajabamos trabalhavamos lavoravamo pracowalismy',
    'worked arbeitete arbeiteten travaillais travaillait werkte werkten pracował pracowała jobbade arbetade',
  ],
  [
    'use',
    'benutze nutze verwende fahre uso utilizo utilizzo gebruik uzywam kullanıyorum conduzco',
    'utilisons usamos utilizamos usiamo utilizziamo uzywamy kullanıyoruz',
    'use uses drive drives benutzen nutzen verwenden benutzt nutzt verwendet utilise utilisent usa utiliza usan gebruikt gebruiken uzywa kullanıyor anvander kor',
    'usaba usava usavo uzywałem uzywałam kullanıyordum',
    'usabamos usavamos usavamo uzywalismy kullanıyorduk',
    'used drove benutzte benutzten nutzte nutzten verwendete verwendeten utilisais utilisait gebruikte gebruikten anvande korde',
  ],
  [
    'stay',
    'bin suis estoy estou sono ben jestem',
    'sommes estamos siamo jestesmy',
    'am are is ist est esta zijn ar',
    '',
    '',
    '',
  ],
];

function table(): ReadonlyMap<string, VerbForm> {
  const forms = new Map<string, VerbForm>();
  for (const [relation, me, we, any, pastMe, pastWe, pastAny] of rows) {
    const add = (words: string, person: Person | undefined, past: boolean) => {
      for (const word of words.split(' ')) if (word !== '') forms.set(word, { relation, person, past });
    };
    add(me, 'me', false);
    add(we, 'we', false);
    add(any, undefined, false);
    add(pastMe, 'me', true);
    add(pastWe, 'we', true);
    add(pastAny, undefined, true);
  }
  return forms;
}
export const verbForms = table();

/** The words between a verb and its place; `use` has none. */
const place = 'in at en a em no na i w we im dans ad';
const employer =
  'at for with bei fur chez pour en em no na para per da in alla presso bij voor w we dla u pa hos for as als jako como come som';
const links: Record<Relation, ReadonlySet<string>> = {
  home: new Set(place.split(' ')),
  stay: new Set(place.split(' ')),
  work: new Set(employer.split(' ')),
  use: new Set(),
};
export const linksOf = (relation: Relation) => links[relation];

/** Finds the stored home of somebody. */
export const homeQuery = 'live wohne habite vivo moro abito woon mieszkam yaşıyorum oturuyorum bor';

/** Finds what somebody uses. */
export const useQuery = 'use drive benutze nutze verwende utilise uso utilizo gebruik używam kullanıyorum använder';

/** Verbs of moving and switching, with their subjects. */
const moving: [words: string, person: Person | undefined][] = [
  [
    'moved relocated switched migrated changed gezogen umgezogen gewechselt umgestiegen gewechselt demenage emmenage passe passes trasferito trasferita trasferiti passato passata passati verhuisd verhuisde overgestapt flyttat flyttade bytt bytte przeprowadził przeprowadziła mudo mudou tasındı',
    undefined,
  ],
  [
    'mude mudei pase migre cambie migrei troquei przeprowadziłem przeprowadziłam przeszedłem przeszłam tasındım gectim',
    'me',
  ],
  ['mudamos pasamos cambiamos migramos trocamos przeprowadzilismy przeszlismy tasındık gectik', 'we'],
];
export const movingVerbs: ReadonlyMap<string, Person | undefined> = new Map(
  moving.flatMap(([words, person]) => words.split(' ').map((word) => [word, person] as const)),
);
/** Words beside a verb of moving that add nothing. */
export const movingHelpers = new Set(
  'have has had ve just recently finally bin bist ist sind habe hat haben ai a as avons ont est sommes suis me nos se he ha hemos han mi ci si sono siamo e è ben zijn heb hebben sie har over um es va vor kurzem gerade recentemente recientemente recemment net niedawno yeni nyligen'.split(
    ' ',
  ),
);
export const fromWords = new Set('from von vom aus de del da dal dall do van uit z ze fran'.split(' '));
export const toWords = new Set(
  'to into nach zu auf in ins a au aux para pra por al ad naar na do w till over'.split(' '),
);
export const fromSuffix = /^[dt][ea]n$/u;
export const toSuffix = /^y?[ea]$/u;
/** "last week": the move is the latest thing known. */
export const recencyPhrase =
  /(?:\s+|^)(?:last (?:week|month|weekend)|this (?:week|month|year)|yesterday|today|recently|letzte woche|letzten monat|gestern|heute|hier|la semaine derniere|le mois dernier|ayer|la semana pasada|el mes pasado|ontem|semana passada|ieri|la settimana scorsa|gisteren|vorige week|wczoraj|w zeszłym tygodniu|dun|gecen hafta|igar|forra veckan)$/u;

/** Verbs that mean moving house, with the words by which they name a town (others may name a person). */
export const housePath: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ['relocated', /^to$/u],
      ['gezogen umgezogen', /^nach$/u],
      ['demenage emmenage', /^a$/u],
      ['verhuisd verhuisde', /^naar$/u],
      ['przeprowadziłem przeprowadziłam przeprowadzilismy przeprowadził przeprowadziła', /^do$/u],
      ['tasındım tasındık', /./u],
    ] as const
  ).flatMap(([words, to]) => words.split(' ').map((word) => [word, to] as const)),
);
/** These live in all kinds of states: "Ich lebe in Angst". */
export const looseVerbs = new Set('lebe lebt leben'.split(' '));
/**
 * Words between a form of work and its place that introduce an employer, and never a field, a town or a way of working.
 */
export const employerLinks = new Set('at for chez para presso bij voor dla u hos'.split(' '));
