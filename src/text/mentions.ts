/** A name behind `@`, with its lines: `@docs/a.md`, `@"my notes.md"`, `@src/a.ts#L3-9`, `@file:src/a.ts`. */
const mention = /(?<![\p{L}\p{N}._%+-])@(?:"([^"\n]{1,300})"|((?:[\p{L}\p{N}_.:#~+/-]|\\[^\n]){1,300}))/gu;
/** A file or a folder, unlike `@ana` and the package `@scope/name`. */
const place = /^[~./]|[\\/]$|[\\/].*[\\/]|^(?:file|folder):|\.[\p{L}\p{N}]{1,8}(?:[#:]L?[\d-]{1,20}(?:L?\d+)?)?$/u;

/** What makes a leading name the subject of its sentence. */
const predicate =
  /^\s+(?:is|are|was|were|has|have|must|should|can|will|needs?|contains?|holds?|defines?|describes?|says?|uses?|lists?|ist|sind|hat|muss|soll|enthält|est|sont|doit|contient|es|son|debe|contiene|é|são|deve|contém|è|sono|staat|moet|bevat|jest|są|musi|zawiera|är|ska|innehåller)(?!\p{L})|^\s*[是有在はがをのに은는이가]/iu;
/** What a name behind it belongs to. */
const governing =
  /(?<!\p{L})(?:in|into|from|of|to|at|by|per|with|on|for|and|or|not|see|read|follow|follows|use|uses|check|edit|the|file|is|are|like|than|over|than|under|siehe|aus|von|nach|mit|zu|und|oder|der|die|das|datei|voir|dans|de|selon|et|le|la|ver|en|según|y|el|em|segundo|vedi|secondo|e|il|zie|uit|volgens|het|w|z|według|plik|см|в|из|по|файл|se|i|från|enligt)\s*$/iu;
const sentenceEnd = /(?:[.!?:;…。！？)\]]|\n)\s{0,60}$/u;
const reach = 60;

/**
 * A text without the names of files that stand before, between or behind its sentences. A name that is a part of a
 * sentence stays, without its `@`.
 */
export function withoutMentions(text: string): string {
  let clean = '';
  let from = 0;
  let wasApart = false;
  for (const found of text.matchAll(mention)) {
    const given = found[1] ?? found[2] ?? '';
    const name = found[1] ?? given.replace(/[.,:;!?]{1,300}$/u, '');
    if (!place.test(name)) continue;
    const end = found.index + found[0].length - (given.length - name.length);
    const before = text.slice(Math.max(from, found.index - reach), found.index);
    const behind = text.slice(end, end + reach);
    const begins: boolean =
      before.trim() === '' ? wasApart || from === 0 || before.includes('\n') : sentenceEnd.test(before);
    const leads: boolean = begins && !predicate.test(behind) && !/^[.,]/u.test(behind);
    const ends = /^[.!?]?\s*(?:\n|$)/u.test(behind) && !governing.test(before);
    clean += text.slice(from, found.index);
    if (!leads && !ends) clean += name;
    wasApart = leads || ends;
    from = leads ? end + (/^[ \t]+/u.exec(behind)?.[0].length ?? 0) : end;
  }
  return clean + text.slice(from);
}
