import { once } from '../base/once.ts';

/** A person or thing that has another name than before. */
export interface Renaming {
  earlier: string;
  name: string;
}

const letter = "[\\p{L}\\p{M}\\p{N}_.’'-]";
const written = `\\p{Lu}${letter}{0,40}(?: \\p{Lu}${letter}{0,40}){0,3}`;
const quoted = (name: string) => `["“„«‘\`]?${name}["”“»’\`]?`;
const articles =
  'the our my der die das den unser unsere unseren le la les notre el los las nuestro nuestra o a os as nosso nossa'.split(
    ' ',
  );
const article = `(?:${articles.map((one) => `[${one[0]!.toUpperCase()}${one[0]}]${one.slice(1)}`).join('|')})`;
/** A name with a capital; where the verb alone tells of a renaming, also words with an article, and one small word behind it. */
const places: Readonly<Record<string, string>> = {
  '{X}': quoted(`(?<earlier>${written})`),
  '{Y}': quoted(`(?<name>${written})`),
  '{x}': `(?:(?:${article} )?${quoted(`(?<earlier>${written})`)}|${article} ${quoted(`(?<thing>\\p{Ll}${letter}{0,40}(?: ${letter}{1,40}){0,2}?)`)})`,
  '{y}': quoted(`(?<name>${written}|\\p{Ll}${letter}{1,40})`),
};
const sign = '[\\p{Script=Han}\\p{Script=Katakana}ーA-Za-z0-9_.-]';
const unspaced: Readonly<Record<string, string>> = {
  '{X}': `[「『“《]?(?<earlier>${sign}{1,20}?)[」』”》]?`,
  '{Y}': `[「『“《]?(?<name>${sign}{1,20}?)[」』”》]?`,
};
const arabic: Readonly<Record<string, string>> = {
  '{X}': '(?<earlier>\\p{Script=Arabic}{2,20}(?: \\p{Script=Arabic}{2,20}){0,2}?)',
  '{Y}': '(?<name>\\p{Script=Arabic}{2,20}(?: \\p{Script=Arabic}{2,20})?)',
};

interface Phrases {
  places: typeof places;
  /** Few texts have one of these: the phrases are not looked for in others. */
  telling: RegExp;
  ends: string;
  /** `X` was the name before, `Y` is it now. */
  all: readonly string[];
}

const cased = { places, ends: `(?!${letter})` };
const languages: readonly Phrases[] = [
  {
    ...cased,
    telling:
      /now called|now named|now known|nowadays |these days|is called |is named |is known as |now goes|goes now|enamed|name to |formerly|previously|fka |used to be /u,
    all: [
      '{X},? (?:which )?is (?:now|nowadays|these days) (?:called|named|known as) {Y}',
      '{X} is (?:called|named|known as) {Y} now',
      '{X} (?:now goes by|goes now by) {Y}',
      '{x} (?:was|is|got|has been|had been) renamed (?:(?:to|as|into) )?{y}',
      '[Rr]enamed {x} (?:to|as|into) {y}',
      '{X} (?:changed|has changed) (?:its|her|his|their) name to {Y}',
      '{Y},? \\(?(?:formerly|previously|fka)(?: known as| called| named)? {X}',
      '{Y} (?:used to be|was formerly|was previously) (?:called|named|known as) {X}',
    ],
  },
  {
    ...cased,
    telling: /heißt |heisst |nennt sich|umbenannt|früher|ehemals|vormals|hieß/u,
    all: [
      '{X} hei(?:ß|ss)t (?:jetzt|nun|ab jetzt|inzwischen|mittlerweile|neuerdings) {Y}',
      '{X} nennt sich (?:jetzt|nun|inzwischen) {Y}',
      '{x} (?:wurde|ist|habe|haben|hat|wird) (?:jetzt )?in {y} umbenannt',
      '(?:habe|haben|hat) {x} in {y} umbenannt',
      '{Y},? \\(?(?:früher|ehemals|vormals) {X}',
      '{Y} hieß (?:früher|vorher|zuvor|davor) {X}',
    ],
  },
  {
    ...cased,
    telling: /appelle|enomm|ebaptis|ancienne|autrefois/u,
    all: [
      "{X} s[’']appelle (?:maintenant|désormais|à présent|dorénavant) {Y}",
      "{X} s[’']appelle {Y} (?:maintenant|désormais)",
      '{x} a été (?:renommée?|rebaptisée?) (?:en )?{y}',
      '(?:[Rr]enommé|[Rr]ebaptisé) {x} (?:en )?{y}',
      '{Y},? \\(?(?:anciennement|autrefois) {X}',
    ],
  },
  {
    ...cased,
    telling: /llama|enombr|anterior|antigu/u,
    all: [
      '{X} (?:ahora|ya) se llama {Y}',
      '{X} se llama ahora {Y}',
      '{X} pasó a llamarse {Y}',
      '{x} (?:fue|ha sido) renombrad[oa] (?:a|como) {y}',
      '[Rr]enombr(?:é|amos|aron|ado) {x} (?:a|como) {y}',
      '{Y},? \\(?(?:anteriormente|antiguamente|antes llamad[oa]) {X}',
    ],
  },
  {
    ...cased,
    telling: /chama|enome|antiga/u,
    all: [
      '{X} agora se chama {Y}',
      '{X} chama-se agora {Y}',
      '{X} passou a (?:se chamar|chamar-se) {Y}',
      '{x} foi renomead[oa] (?:para|como) {y}',
      '[Rr]enome(?:ei|amos|aram|ado) {x} (?:para|como) {y}',
      '{Y},? \\(?(?:antigamente|antes chamad[oa]) {X}',
    ],
  },
  {
    places: unspaced,
    telling: /改|更名|変更|変わ|呼ばれ|という名|といい|と言い|现在|如今|現在|重命名|リネーム/u,
    ends: '',
    all: [
      '把{X}(?:改名|更名|重命名|改)(?:为|為|成|叫){Y}(?=了|[\\s，。！；,.!;]|$)',
      '(?<![^\\s、。，,「『“《]){X}(?:は|が)(?:今は|現在は|今では)?、?{Y}に(?:改名|改称|名前が変わ|名称が変わ)',
      '(?<![^\\s、。，,「『“《は]){X}(?:を|の名前を|の名称を){Y}に(?:改名|改称|変更|リネーム)',
      '(?<![^\\s、。，,「『“《]){X}は(?:今は|現在は|今では)、?{Y}(?:と呼ばれ|という名|といいます|と言います|と改)',
      '(?<![^\\s、。，,「『“《]){X}(?:现在|如今|目前|現在)?已?经?(?:改名|更名|改称|改稱|重命名)(?:为|為|成|叫){Y}(?=了|[\\s，。！；,.!;]|$)',
      '(?<![^\\s、。，,「『“《]){X}(?:现在|如今|現在)(?:叫做?|名叫|称为|稱為){Y}(?=了|[\\s，。！；,.!;]|$)',
    ],
  },
  {
    places: arabic,
    telling: /اسم|تسمى|يسمى/u,
    ends: '(?!\\p{L})',
    all: [
      '(?:تم|جرى) تغيير اسم {X} إلى {Y}',
      '(?:غيرنا|غيّرنا|غيرت) اسم {X} إلى {Y}',
      '(?:أصبح|صار) اسم {X} (?:الآن ){Y}',
      '(?<!\\p{L}){X} (?:يسمى|تسمى|اسمه|اسمها) الآن {Y}',
    ],
  },
];

/** Compiled for the first text of a language: a pattern takes milliseconds. */
const compiled = languages.map(({ places: filled, telling, ends, all }) => ({
  telling,
  patterns: once(() =>
    all.map((phrase) => {
      const source = phrase.replace(/\{[XYxy]\}/gu, (place) => filled[place]!);
      return new RegExp(`${filled === places ? `(?<!${letter})` : ''}(?:${source})${ends}`, 'u');
    }),
  ),
}));

/** What begins with a capital where a sentence does, and names nothing. */
const nobody = new Set(
  'it he she they this that there what which who we you i here now today es er sie das dies was wer il elle ça cela ce el ella esto eso ele ela isto isso'.split(
    ' ',
  ),
);

/** How far a text is looked at (UTF-16 units). */
const reach = 1_000;

/** What a text says to be renamed: "Harbor is now called Pier", "we renamed the staging server to egret". */
export function renamingIn(text: string): Renaming | undefined {
  const said = text.slice(0, reach);
  const told = compiled.filter(({ telling }) => telling.test(said));
  for (const pattern of told.flatMap(({ patterns }) => patterns())) {
    const { earlier, thing, name } = pattern.exec(said)?.groups ?? {};
    const [before, now] = [withoutArticle(earlier ?? thing ?? ''), withoutArticle(name ?? '')];
    const isNamed = [before, now].every((one) => one !== '' && !nobody.has(one.toLowerCase()));
    if (isNamed && before.toLowerCase() !== now.toLowerCase()) return { earlier: before, name: now };
  }
  return undefined;
}

function withoutArticle(name: string): string {
  return name.replace(leading, '').replace(/[.’'-]{1,9}$/u, '');
}

const leading = new RegExp(`^${article} `, 'u');
