import { once } from '../../base/once.ts';
import { fold } from '../../search/text/fold.ts';
import { likelyLanguages } from '../../search/text/languages/detect.ts';
import { LANGUAGE_NUMBERS, languageOf, wordsOf } from '../../search/text/languages/languages.ts';
import { stopWordsOf } from '../../search/text/languages/stems.ts';
import { QUESTION_WORDS, STOP_WORDS } from '../../search/text/stop-words.ts';

/** Words that begin sentences and no names, beside function words: times, orders, and what is called out before a name. */
const opening =
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred thousand ' +
  'yesterday today tomorrow tonight recently almost nearly later currently usually often sometimes always never please maybe since last next every use run add keep write avoid prefer make set check call ask tell meet remind invite thank put read test deploy build fix see let like assuming supposing regarding mr mrs ms dr heute gestern morgen immer nie bitte hier hoy ayer mañana hier aujourd demain oggi ieri domani hoje ontem ' +
  'hey hi bye hello dear thanks thank congrats congratulations wow yeah yep yes ok okay oh ah aww haha glad sorry sure great nice cool awesome welcome hallo danke liebe lieber ja nein bonjour salut merci cher chère oui hola gracias querido querida sí ciao grazie caro cara sì olá oi obrigado obrigada sim hoi dank beste hej tack kære hei takk kiitos cześć dzięki tak привет здравствуй спасибо да merhaba teşekkürler evet';
const basic = once(() => new Set([...STOP_WORDS, ...QUESTION_WORDS, ...opening.split(' '), ...timesOf('en')]));
/** Of each language: its months and days. */
const times = once(() => new Map(LANGUAGE_NUMBERS.map((number) => [number, timesOf(languageOf(number).code)])));
const functionWords = once(() => {
  const words = new Set([...basic(), ...[...times().values()].flatMap((some) => [...some])]);
  for (const number of LANGUAGE_NUMBERS) for (const one of wordsOf(languageOf(number).stopWords)) words.add(one);
  return words;
});

/** The months and days of a language, in lower case. */
function timesOf(code: string): Set<string> {
  const words = new Set<string>();
  const format = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(code, { ...part, timeZone: 'UTC' }).format;
  const [month, weekday, short] = [
    format({ month: 'long' }),
    format({ weekday: 'long' }),
    format({ weekday: 'short' }),
  ];
  for (let i = 0; i < 12; i++) words.add(month(Date.UTC(2026, i)).toLowerCase());
  for (let i = 1; i <= 7; i++) {
    for (const day of [weekday, short]) words.add(day(Date.UTC(2026, 0, i)).toLowerCase());
    // "On Mondays".
    words.add(`${weekday(Date.UTC(2026, 0, i)).toLowerCase()}s`);
  }
  return words;
}

/** Within a sentence only those of its language count: Mina is a name, and Swedish for "my"; Mei is one, and Dutch for May. */
export const isFunctionWord = (word: string, inside?: string): boolean => {
  if (!functionWords().has(word) || inside === undefined || basic().has(word)) return functionWords().has(word);
  return likelyLanguages(inside).some(
    (number) => stopWordsOf(number).has(fold(word)) || times().get(number)!.has(word),
  );
};
