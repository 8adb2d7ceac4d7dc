import { fold } from '../fold.ts';

/**
 * A light stem of a Polish word: endings of cases, persons and comparison go, and consonants that change before them
 * become one. Snowball has no Polish; after the observation of Savoy ("Light Stemming Approaches…", 2006) that
 * taking off the endings of nouns and adjectives gains most of what full stemming does.
 */
export function polishStem(written: string): string {
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
