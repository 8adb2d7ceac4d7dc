import { fold } from '../fold.ts';
import { perLanguage } from './languages.ts';

/** A pattern for whole words of folded text. */
export function wholeWords(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags);
}

/** The entries of a list of patterns, and all of them as one. */
export const entriesOf = (list: string): string[] => list.split(' ').map((entry) => entry.replaceAll('_', ' '));
export const anyOf = (list: string): string => entriesOf(list).join('|');

/** Whether a text names a time in its language. */
export const namesTimeIn = perLanguage(({ time }) => {
  const named = [anyOf(time.months), anyOf(time.weekdays), anyOf(time.days), anyOf(time.units), time.last, time.others];
  const pattern = wholeWords([...named, '(?:19|20)\\d\\d'].join('|'));
  return (text: string): boolean => pattern.test(fold(text));
});

/** Whether a question in a language asks for a time. */
export const asksWhenIn = perLanguage(({ time }) => {
  const pattern = new RegExp(`^[\\s¿]*(?:${time.when})(?![\\p{L}\\p{N}])`, 'u');
  return (text: string): boolean => pattern.test(fold(text));
});
