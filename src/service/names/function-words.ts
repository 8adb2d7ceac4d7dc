import { once } from '../../base/once.ts';
import { fold } from '../../search/text/fold.ts';
import { likelyLanguages } from '../../search/text/languages/detect.ts';
import { LANGUAGE_NUMBERS, languageOf, wordsOf } from '../../search/text/languages/languages.ts';
import { stopWordsOf } from '../../search/text/languages/stems.ts';
import { QUESTION_WORDS, STOP_WORDS } from '../../search/text/stop-words.ts';

/** Words that begin sentences and no names, beside function words: times, orders, and what is called out before a name. */
const opening =
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred thousand ' +
  'yesterday today tomorrow tonight recently almost nearly later currently usually often sometimes always never please maybe since last next every use run add keep write avoid prefer make set check call put read test deploy build fix see let like assuming supposing regarding mr mrs ms dr heute gestern morgen immer nie bitte hier hoy ayer mañana hier aujourd demain oggi ieri domani hoje ontem ' +
  'hey hi bye hello dear thanks thank congrats congratulations wow yeah yep yes ok okay oh ah aww haha glad sorry sure great nice cool awesome welcome hallo danke liebe lieber ja nein bonjour salut merci cher chère oui hola gracias querido querida sí ciao grazie caro cara sì olá oi obrigado obrigada sim hoi dank beste hej tack kære hei takk kiitos cześć dzięki tak привет здравствуй спасибо да merhaba teşekkürler evet';
const basic = once(() => {
  const words = new Set([...STOP_WORDS, ...QUESTION_WORDS, ...opening.split(' ')]);
  for (const code of ['en', ...LANGUAGE_NUMBERS.map((number) => languageOf(number).code)]) {
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
  }
  return words;
});
const functionWords = once(() => {
  const words = new Set(basic());
  for (const number of LANGUAGE_NUMBERS) for (const one of wordsOf(languageOf(number).stopWords)) words.add(one);
  return words;
});
/** Within a sentence only those of its language count: Mina is a name, and Swedish for "my". */
export const isFunctionWord = (word: string, inside?: string): boolean => {
  if (!functionWords().has(word) || inside === undefined || basic().has(word)) return functionWords().has(word);
  return likelyLanguages(inside).some((number) => stopWordsOf(number).has(fold(word)));
};
