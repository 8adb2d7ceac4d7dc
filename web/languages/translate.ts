import { signal } from '@preact/signals-core';

/** Translations by their English text; plural forms by their category (CLDR: zero, one, two, few, many, other). */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

declare const isMessage: unique symbol;

/** An English text that is translated where it is shown, for tables that are made before the language is known. */
export type Message = string & { readonly [isMessage]: true };

/** What replaces `{name}` in a text. Numbers are written as the locale has them. */
type Values = Readonly<Record<string, string | number | undefined>>;

/** The language of the interface. */
interface Language {
  /** BCP 47. */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** Of dates and numbers, such as `de-AT`; undefined: the browser's. */
  locale: string | undefined;
  /** Empty for English: its texts are the keys, as in gettext. */
  texts: ReadonlyMap<string, string | Readonly<Record<string, string>>>;
}

/** A signal: components that translate are drawn again when it changes. */
export const language = signal<Language>({ tag: 'en', direction: 'ltr', locale: undefined, texts: new Map() });

/** The locale of dates and numbers. */
export const locale = (): string | undefined => language.value.locale;

/** A number as the reader writes it. */
export const numeral = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale(), options);

/** Only a literal or a `Message` is translated, so that every text is found in the sources. */
type Literal<Text extends string> = Text & (string extends Text ? never : unknown);

/** Marks a text that `t` translates later. */
export const msg = <Text extends string>(text: Literal<Text>): Message => text as string as Message;

/** A text in the language of the interface. Placeholders without a value stay, for `rich`. */
export function t<Text extends string>(text: Literal<Text>, values: Values = {}): string {
  const found = language.value.texts.get(text);
  return filled(typeof found === 'string' && found !== '' ? found : text, values);
}

/** A text that depends on a number, `{n}` in it, by the plural rules of the language. The key is `many`. */
export function tn<One extends string, Many extends string>(
  n: number,
  one: Literal<One>,
  many: Literal<Many>,
  values: Values = {},
): string {
  const { texts, tag } = language.value;
  const forms = texts.get(many);
  const own = typeof forms === 'object' && (forms[new Intl.PluralRules(tag).select(n)] || forms.other);
  return filled(own || (n === 1 ? one : many), { n, ...values });
}

/** Words in a row, as the language separates them; without what is empty or false. */
export const listed = (words: readonly (string | false | undefined)[]): string => words.filter(Boolean).join(t(', '));

/** A translated text whose placeholders are elements; the parts in their order. */
export function rich<Element>(
  text: string,
  elements: Readonly<Record<string, Element>>,
): (string | Element | undefined)[] {
  return text.split(placeholders).map((part, index) => {
    if (index % 2 === 0) return part;
    const element = elements[part];
    return typeof element === 'number' ? numeral(element) : typeof element === 'string' ? isolated(element) : element;
  });
}

const placeholders = /\{(\w+)\}/u;
const everyPlaceholder = new RegExp(placeholders, 'gu');

function filled(text: string, values: Values): string {
  return text.replaceAll(everyPlaceholder, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name] ?? '';
    return typeof value === 'number' ? numeral(value) : isolated(value);
  });
}

/** A name within a right-to-left sentence must not reorder its neighbours (Unicode TR 9: FSI and PDI). */
export function isolated(value: string): string {
  return language.value.direction === 'rtl' ? `\u2068${value}\u2069` : value;
}
