import { once } from '../../base/once.ts';
import { isAscii } from './fold.ts';

/**
 * A pattern that is compiled for the first text that asks for it: for texts of ASCII without other letters, since V8
 * takes milliseconds for each `\p{L}`. No class of `source` may hold `\p{L}`; its flags are `u`.
 */
export function lazyPattern(source: string): (text: string) => RegExp {
  const ofAll = once(() => new RegExp(source, 'u'));
  const ofAscii = once(() => new RegExp(source.replaceAll('\\p{L}', '[A-Za-z]').replaceAll('\\p{P}', asciiMarks), 'u'));
  return (text) => (isAscii(text) ? ofAscii() : ofAll());
}

/** What `\p{P}` has of ASCII, for a class. */
const asciiMarks = '!-#%-*,-\\/:;?@\\[-\\]_{}';
