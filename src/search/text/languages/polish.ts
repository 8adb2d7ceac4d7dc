import { fold } from '../fold.ts';
import type { Language } from './language.ts';

export const POLISH: Language = {
  name: 'Polish',
  code: 'pl',
  stopWords:
    'i oraz a ale lub albo bo ponieważ że żeby jeśli jeżeli gdy kiedy gdzie dokąd skąd jak dlaczego czemu czy kto kogo komu kim co czego czym czemu jaki jaka jakie jakiego jakiej jakim jakimi jaką który która które którego której którym którzy ile ja mnie mi mną mój moja moje mojego mojej moim moją mojemu moich ty ciebie ci tobą twój twoja twoje on jego jemu mu go nim ona jej ją nią ono my nas nam nami nasz nasza nasze naszego naszej naszym naszą naszych wy was wam oni one ich im nimi się siebie sobie swój swoja swoje ten ta to tego tej tym tą te tych tamten w we na do z ze od po przy przez dla o u za nad pod przed między bez obok wśród nie tak już też także tylko jeszcze bardzo więcej najbardziej zawsze nigdy tu tam jest są był była było byli być będzie będą jestem jesteś mam masz ma mamy mają miał miała mieć może mogę można trzeba muszę musi chce chcę wszystko wszystkie każdy każda każdego inny inne sam',
  asking:
    'opowiedz wyjaśnij wyjaśnić powiedz powiedzieć pokaż pokazać opisz opisać wytłumacz proszę dziękuję mógłbyś możesz wiesz znaczy oznacza służy służą różni różnią innych innymi',
  letters: 'ąćęłńóśźż',
  endings: /(?:ego|emu|ych|ami|ach|ował|owała|ości|ość|ska|ski|anie|enie|ów)$/,
  stem: polishStem,
  otherForms: (word) => (VERB.test(word) ? [word.replace(PREFIX, '')].filter((form) => form !== word) : []),
  irregularForms: `
iść idę idzie szedł szła poszedł poszła pójdzie
jechać jadę jedzie jechał pojechał pojechała jechaliśmy
jeździć jeżdżę jeździ
jeść jem je jadł jadła jedliśmy zjadł
pić piję pije pił
spać śpię śpi spał spała
pisać piszę pisze pisał pisała napisał napisała
brać biorę bierze brał
wziąć wezmę wziął wzięła
dać daje daję dał dała
lecieć lecę lecimy leci lot lotu
uczyć uczę uczy uczył
kupić kupuje kupił kupiła
piec piekę piecze piekł piekła pieczenie
móc mógł mogła
chcieć chciał chciała chciałaby chciałby
widzieć widzę widzi
śpiewać śpiewam śpiewa
pływać pływa pływam
bać boję boi bał bałem
dziecko dzieci dziecka dziecku dzieciom dziećmi
brat brata bracia
ojciec ojca ojcem ojcu
pies psa psy psów psem psu
ręka ręce rąk
rok roku lata lat
człowiek ludzie ludzi
dzień dnia dni
tydzień tygodnia tygodnie tygodni
oko oczy
ucho uszy
ząb zęby zęba zębów
stół stołu stole`,
  time: {
    months:
      'stycz\\p{L}+ lut(?:y|ego|ym) mar(?:zec|ca|cu) kwie\\p{L}+ maj[aeu]? czerw(?:iec|ca|cu) lip(?:iec|ca|cu) sierp\\p{L}+ wrze[sś]\\p{L}+ pazdziernik\\p{L}* listopad\\p{L}* grud\\p{L}+',
    weekdays:
      'niedziel[aeę]? poniedzialek|poniedzialku wtorek|wtorku srod[aey] czwartek|czwartku piatek|piatku sobot[aey]',
    days: 'dzis|dzisiaj wczoraj przedwczoraj',
    units: 'dzien|dni|dnia tydzien|tygodni[aeu]? weekend miesiac\\p{L}*|miesiecy rok|roku|lata|lat',
    numbers: 'jeden|jedna dwa|dwie trzy cztery piec szesc siedem osiem dziewiec dziesiec',
    last: 'ostatni\\p{L}*|zeszl\\p{L}+|ubiegl\\p{L}+|poprzedni\\p{L}*',
    this: 'tym|tej|ten',
    ago: ['', 'temu'],
    others: 'jutro|niedawno|od kiedy|przyszl\\p{L}+|wiosn[aey]|latem|jesieni[aą]?|zim[aey]',
    when: '(?:od |do )?kiedy|jak dlugo|w ktorym (?:roku|miesiacu)|ktorego dnia|o ktorej',
    doing:
      'pokaz|wydarzyl\\p{L}+|zdarzyl\\p{L}+|stalo|dzialo|dzieje|robil\\p{L}+|zrobil\\p{L}+|postanowil\\p{L}+|zdecydowal\\p{L}+|ustalil\\p{L}+|omawial\\p{L}+|omowil\\p{L}+|rozmawial\\p{L}+|pracowal\\p{L}+|nauczyl\\p{L}+|powiedzial\\p{L}+|notatk\\p{L}+|wydarzen\\p{L}+|rzeczy|wspomnien\\p{L}+|nowego|lista|podsumuj|podsumowanie|zapisal\\p{L}+',
  },
  ends: {
    until: '(?:az )?do (?:nastepn\\p{L}+ |przyszl\\p{L}+ |dnia )?|wazn\\p{L}+ do ',
    expires: 'wygasa|konczy sie|traci waznosc|uplywa',
    tomorrow: 'jutro',
    next: 'przyszl\\p{L}+|nastepn\\p{L}+',
    end: 'konca',
    range: ['od', 'do'],
    passing:
      'urlop\\p{L}*|wakacj\\p{L}+|podroz\\p{L}*|delegacj\\p{L}+|chor\\p{L}+|zwolnieni\\p{L}+|nieobecn\\p{L}+|zdalnie|z wizyta|goscie|gosci|dyzur\\p{L}*|wizyt\\p{L}+|spotkanie|zebranie|demo|egzamin|lot|zamkniet\\p{L}+|hotel\\p{L}*|konferencj\\p{L}+|warsztat\\p{L}*',
    never:
      'przesuni\\p{L}+|przelozo\\p{L}+|kazd\\p{L}+|zawsze|codziennie|zwykle|czesto|co tydzien|urodziny|jesli|jezeli|musze|musimy|trzeba|oddac|skonczyc|termin\\p{L}*',
    past: 'byl\\p{L}*|mial\\p{L}*|pracowal\\p{L}*|mieszkal\\p{L}*|trwal\\p{L}*|zostal\\p{L}*|\\p{L}{3,}(?:lem|lam|lismy)',
  },
  tasks: {
    left: 'do zrobienia|(?:trzeba|musze|musimy) (?:jeszcze )?zrobic|niezrobion\\p{L}+|nie zrobi\\p{L}+',
    finished: 'juz (?:zrobilem|zrobilam|zrobilismy|zrobion\\p{L}+)',
    open: 'otwart\\p{L}+|zaleg\\p{L}+|zostalo|pozostalo',
    done: 'zrobion\\p{L}+|ukonczon\\p{L}+|zrobilem|zrobilam|skonczon\\p{L}+',
    dropped: 'anulowan\\p{L}+|porzucon\\p{L}+|odwolan\\p{L}+',
    task: 'zada[nń]\\p{L}*|rzeczy|lista',
  },
};

/** Prefixes turn an imperfective verb into a perfective one: dzwonić and zadzwonić. */
const PREFIX = /^(?:przy|prze|pod|roz|wy|za|na|po|od|do|ob|z|s|u|w)(?=.{4,})/;
const VERB = /(?:[aeiy]c|[aeiy]l[aeioy]?|[aei]my|[aei]cie|[aei]sz|[aeiy]l[ae]m|a|e|i|y)$/;

/**
 * A light stem of a Polish word, because Snowball has no Polish: endings are removed, and consonants that change before
 * them become one. Endings of nouns and adjectives bring most of the gain (Savoy, "Light Stemming Approaches…", 2006).
 */
function polishStem(written: string): string {
  const word = fold(written);
  if (word.length < 4) return word;
  const superlative = word.length > 7 ? word.replace(/^naj(?=.*sz)/, '') : word;
  const bare = superlative.replace(VERBAL, '');
  const stem = bare.length >= 3 && bare !== superlative ? bare : superlative.replace(NOMINAL, '');
  return softened(stem.length >= 3 ? stem : superlative);
}

const VERBAL =
  /(?<=.{3,})(?:owaliśmy|owalismy|ywalismy|alismy|ilismy|ylismy|elismy|alysmy|ilysmy|owania|owanie|owaniu|owac|ywac|owal[aeiy]?|ywal[aeiy]?|uje(?:my|cie|sz)?|uja|alem|alam|ilem|ilam|ylem|ylam|al[aeiy]?|il[aeiy]?|yl[aeiy]?|ac|ic|yc|ec|am|amy|imy|ymy|emy|aja|acie|icie|ycie|ecie|asz|isz|ysz|esz|anie|ania|aniu|enie|enia|eniu|anych|any|ana|ane)$/;
const NOMINAL =
  /(?<=.{3,})(?:iejsz[aey]|ejsz[aey]|iami|ami|iach|ach|iego|ego|iemu|emu|ymi|imi|iom|om|iow|ow|owi|iem|em|iej|ej|ych|ich|ym|im|ia|ie|iu|ii|ji|a|e|i|o|u|y)$/;

/** The consonants that alternate: ręka and ręce, matka and matce, student and studencie. */
function softened(stem: string): string {
  return stem
    .replace(/i$/, '')
    .replace(/(?:ek|ecz|cz|c)$/, 'k')
    .replace(/(?:dz|dzi)$/, 'd')
    .replace(/(?:sz|si)$/, 's')
    .replace(/rz$/, 'r');
}
