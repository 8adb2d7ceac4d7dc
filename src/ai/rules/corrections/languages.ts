/**
 * Words and phrases that show corrections, folded (see `foldLatin`: lower case, no accents on Latin letters; `ł` and `ı`
 * stay). All languages share one table, because a misreading does harm only beside a stored memory in the same words.
 */
const set = (words: string) => new Set(words.split(/\s+/u).filter((word) => word !== ''));
const phrases = (rows: string) => rows.split(/[,\n]/u).map((row) => row.trim().split(' '));

/** States that the rest is true from now on, or after all. */
export const nowPhrases = phrases(
  `now, actually, currently, nowadays, these days, as of now, from now on, in fact
   jetzt, nun, inzwischen, mittlerweile, neuerdings, eigentlich, tatsachlich, ab jetzt
   maintenant, desormais, dorenavant, actuellement, en fait, finalement
   ahora, actualmente, en realidad, ahora mismo, agora, atualmente, na verdade, hoje em dia
   ora, adesso, attualmente, in realta, nu, tegenwoordig, inmiddels, eigenlijk, voortaan
   teraz, obecnie, tak naprawde, własciwie, artık, simdi, su anda, aslında, numera, egentligen, faktiskt, nu for tiden`,
);

/** States that another value has replaced the old one. */
export const changedPhrases = phrases(
  `has changed to, have changed to, is changed to, was changed to, were changed to, has been changed to, changed to
   wurde geandert auf, wurde geandert in, a change pour, cambio a, ha cambiado a, mudou para, e cambiato in, e cambiata in
   is veranderd in, zmienił sie na, zmieniła sie na, zmieniło sie na, har andrats till, andrades till`,
);
/** A copula and "now" in one word: the rest may be another value, or another property. */
export const becamePhrases = phrases(
  `has become, have become, became, has moved to, was moved to, has been moved to, moved to, has been postponed to, was postponed to
   ist geworden, wurde verschoben auf, est devenu, est devenue, est passe a, est passee a, paso a ser, passou a ser
   foi adiada para, foi adiado para, e diventato, e diventata, e stato spostato a, e stata spostata a, is geworden
   is verplaatst naar, is verzet naar, został przeniesiony na, została przeniesiona na, har blivit, blev, har flyttats till
   flyttades till`,
);

export const copulas = set(
  `is are am was were be ist sind bin war waren lautet heisst est sont suis etait es son soy era esta estoy e é è sao sou
   sono zijn ben waren jest sa jestem był była było to ar var heter`,
);

export const negations = set('not nicht kein keine keinen pas no nao non niet geen nie inte ingen inga inget');
export const negationHelpers = set('ne n do does did');
/** Whole phrases for "no longer", longest first. */
export const noLongerPhrases = phrases(
  `no longer, not any more, not any longer, not anymore, nicht mehr, nicht langer, ya no, ja nao, non piu, niet meer, niet langer
   juz nie, inte langre, inte mer`,
);
/** Pairs with the statement's own words between them. */
export const noLongerPairs: [RegExp, RegExp][] = [
  [/^not$/u, /^(?:anymore|any)$/u],
  [/^(?:nicht|keine?[nrms]?)$/u, /^mehr$/u],
  [/^(?:ne|n)$/u, /^plus$/u],
  [/^no$/u, /^mas$/u],
  [/^nao$/u, /^mais$/u],
  [/^non$/u, /^piu$/u],
  [/^(?:niet|geen)$/u, /^meer$/u],
  [/^nie$/u, /^juz$/u],
  [/^(?:inte|ingen|inga|inget)$/u, /^(?:langre|mer)$/u],
];

/** Introduces the former value; `alone`: also without a comma before it. */
export const insteadOf: { words: string[]; alone: boolean }[] = [
  ...phrases(
    `instead of, rather than, in place of, statt, anstatt, anstelle von, au lieu de, au lieu d, en vez de, en lugar de
     em vez de, ao inves de, no lugar de, invece di, anziche, al posto di, in plaats van, zamiast, i stallet for, istallet for`,
  ).map((words) => ({ words, alone: true })),
  ...phrases(
    `and not, no longer, not, und nicht, nicht mehr, nicht, et non, et pas, pas, non, y no, ya no, no, e nao
     ja nao, nao, e non, non piu, en niet, niet meer, niet, a nie, i nie, juz nie, nie, och inte, inte langre, inte`,
  ).map((words) => ({ words, alone: false })),
];

/** "not blue but green". */
export const butWords = set('but sondern mais sino mas ma bensi maar ale lecz tylko utan');
export const conjunctions = set('and or und oder et ou y o e ou en of i lub oraz ve veya och eller plus as');

export const formerly = phrases(
  `formerly, previously, in the past, fruher, damals, avant, autrefois, antes, anteriormente, prima, una volta, in passato
   vroeger, dawniej, kiedys, wczesniej, eskiden, forr, forut, tidigare`,
);

export const firstPerson = set('i ich je j yo eu io ik ja ben jag');
export const firstPlural = set('we wir nous nosotros nosotras nos noi wij we my biz vi');

/** Small words that begin an adjunct; a value that begins with one differs from one that does not. */
export const prepositions = set(
  `in on at for with from to by of about near under over since until before after during as because when while within
   im am an auf bei mit von vom zu zum zur fur nach aus seit bis wegen als ins
   a au aux de du des chez avec pour dans sur depuis en par con para por sobre desde hasta del al
   em no na nos nas com do da dos das ao per di da del della al alla nel nella dal su fra tra
   op bij met voor naar uit sinds tot w we z ze do na u dla od po przez i pa hos for med fran till av om icin ile`,
);
export const articles = set(
  'the a an der die das den dem ein eine einen le la les l un une el los las o os il lo gli i het een de en ett',
);

export const favourites =
  /^(?:favou?rites?|lieblings\p{L}*|prefere\p{L}*|favorit\p{L}*|preferit\p{L}*|predilett\p{L}*|lievelings\p{L}*|favoriet\p{L}*|ulubion\p{L}*|sevdigim|alsklings\p{L}*)$/u;
/** One of several: a second one contradicts nothing. */
export const oneOfSeveral = set(
  'one some another eine einer eines une un una uno um uma een jeden jedna jedno biri ett',
);

/** Topics with a single value of the named shape. */
export const attributes: Record<'number' | 'day' | 'email' | 'other', ReadonlySet<string>> = {
  number: set(
    `number phone address birthday age postcode zip deadline appointment salary price rent size weight height
     nummer telefonnummer handynummer adresse geburtstag termin frist gehalt preis miete numero telephone anniversaire rendez-vous loyer
     telefono direccion cumpleanos plazo cita alquiler telefone endereco aniversario prazo aluguel indirizzo compleanno scadenza affitto
     telefoonnummer adres verjaardag huur numer telefon telefonu urodziny termin numara numaram telefonum adresim numret telefonnummret adressen hyran`,
  ),
  day: set(
    `meeting appointment deadline standup review retro retrospective call lesson class delivery release besprechung termin treffen
     frist reunion rendez-vous cours plazo cita entrega reuniao consulta prazo riunione appuntamento scadenza vergadering afspraak
     spotkanie wizyta toplantı randevu motet mote besok`,
  ),
  /** Distinguished, but of no shape by which one value is known from another. */
  other: set(
    `name username nickname hometown capital nom nombre nome naam imie nazwisko adım isim namn spitzname job boss manager doctor dentist teacher landlord beruf chef chefin arzt metier patron medecin trabajo jefe medico emprego chefe lavoro capo baan baas praca szef lekarz jobb`,
  ),
  email: set('email e-mail mail correo posta mejl eposta e-posta adresse address direccion indirizzo endereco adres'),
};
export const attributeNouns = new Set(Object.values(attributes).flatMap((nouns) => [...nouns]));
export const colours = set(
  `red green blue yellow orange purple violet pink brown black white grey gray turquoise teal gold silver beige cyan magenta indigo
   rot grun blau gelb lila violett rosa braun schwarz weiss weiß grau turkis golden silbern rouge vert bleu jaune mauve rose marron brun
   noir blanc gris dore rojo verde azul amarillo naranja morado violeta negro blanco dorado vermelho amarelo laranja roxo castanho preto
   branco cinza dourado rosso blu giallo arancione viola marrone nero bianco grigio azzurro rood groen blauw geel oranje paars roze bruin
   zwart wit grijs czerwony zielony niebieski żołty zolty pomaranczowy fioletowy rozowy brazowy czarny biały szary kırmızı yesil mavi sarı turuncu
   mor pembe kahverengi siyah beyaz gri rod gron bla gul lila svart vit gra turkos brun`,
);

/** In Turkish the value follows the noun without a copula. */
export const bareNouns = set('renk yemek renk film kitap sehir sarkı numaram telefonum adresim adım icecek');

export const weekdays =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|(?:maan|dins|woens|donder|vrij|zater|zon)dag|poniedziałek|wtorek|srode|sroda|czwartek|piatek|sobota|sobote|niedziela|niedziele|pazartesi|salı|carsamba|persembe|cuma|cumartesi|pazar|(?:man|tis|ons|tors|fre|lor|son)dag)$/u;
