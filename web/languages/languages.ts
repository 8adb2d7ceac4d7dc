/** The languages of the interface, each by its own name. */
export const languages = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'pt', name: 'Português', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'zh', name: '简体中文', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
] as const;
export type Tag = (typeof languages)[number]['tag'];

/** Language and script: a reader of `zh-TW` has not asked for simplified characters. */
function writing(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language} ${script}`;
  } catch {
    return tag;
  }
}

/** The language of ours that comes first among those that the reader prefers; English if there is none. */
export function preferred(wanted: readonly string[]): Tag {
  const tags = wanted.map((one) => languages.find(({ tag }) => writing(tag) === writing(one))?.tag);
  return tags.find((tag) => tag !== undefined) ?? 'en';
}

/** The locale of dates and numbers in a language: the first that the reader named of it, else the language. */
export function localeOf(tag: string, wanted: readonly string[]): string {
  return wanted.find((one) => writing(one) === writing(tag)) ?? tag;
}
