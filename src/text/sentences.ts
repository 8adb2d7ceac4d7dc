/** Ends of segments that are no ends of sentences: initials and common abbreviations of several languages. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|Mx|[Pp]rof|St|Sr|Jr|Mt|No|Nr|vs|etc|cf|approx|ca|bzw|z\.\s?B|d\.\s?h|u\.\s?a|[Ee]\.\s?g|[Ii]\.\s?e|p\.\s?ex|Sra?|Mme|Mlle|[Ff]ig|[Vv]ol|Inc|Ltd|Co|Hr|Fr)\.\s*$/u;

/** "am 3. Mai", "den 3. marts": where a day is an ordinal number, its full stop belongs to the date. */
const day = /(?:^|\s)\d{1,2}\.\s*$/u;
const month =
  /^(?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|März|April|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|januar|februar|marts|mars|april|maj|mai|juni|juli|august|september|oktober|november|december|desember)(?![\p{L}\p{M}])/u;

/**
 * The sentences of a text in any script, white space included, so that joined they are the text. (Unicode Standard
 * Annex #29 by Intl.Segmenter, which knows no abbreviations.) Linear in the text, which should be of bounded length.
 */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    const goesOn =
      open !== '' && (abbreviation.test(open.slice(-20)) || (day.test(open.slice(-20)) && month.test(segment)));
    if (open !== '' && !goesOn) {
      found.push(open);
      open = '';
    }
    open += segment;
  }
  if (open !== '') found.push(open);
  return found;
}
