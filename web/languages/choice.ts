import { type Catalogue, language } from './translate.ts';

/** Each catalogue is a file that only its readers load. */
export const languages: readonly { tag: string; name: string; load: () => Promise<{ default: Catalogue }> }[] = [
  { tag: 'en', name: 'English', load: async () => ({ default: {} }) },
  { tag: 'de', name: 'Deutsch', load: () => import('./de.json') },
  { tag: 'fr', name: 'Français', load: () => import('./fr.json') },
  { tag: 'es', name: 'Español', load: () => import('./es.json') },
  { tag: 'pt', name: 'Português', load: () => import('./pt.json') },
  { tag: 'ja', name: '日本語', load: () => import('./ja.json') },
  { tag: 'zh', name: '简体中文', load: () => import('./zh.json') },
  { tag: 'ar', name: 'العربية', load: () => import('./ar.json') },
];

const rightToLeft = new Set(['ar']);
const storedAs = 'language';

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
export function preferred(wanted: readonly string[]): string {
  const tags = wanted.map((one) => languages.find(({ tag }) => writing(tag) === writing(one))?.tag);
  return tags.find((tag) => tag !== undefined) ?? 'en';
}

/** The locale of dates and numbers in a language: the first that the reader named of it, else the language. */
export function localeOf(tag: string, wanted: readonly string[]): string {
  return wanted.find((one) => writing(one) === writing(tag)) ?? tag;
}

/** The chosen language, or undefined: the browser's. */
export function chosenLanguage(): string | undefined {
  try {
    const stored = localStorage.getItem(storedAs);
    return languages.find(({ tag }) => tag === stored)?.tag;
  } catch {
    return undefined;
  }
}

/** Loads and shows the chosen language. Without its file (the service has ended) the interface stays as it is. */
export async function showLanguage(): Promise<void> {
  const wanted = navigator.languages;
  const tag = chosenLanguage() ?? preferred(wanted);
  const texts = await languages.find((one) => one.tag === tag)?.load();
  if (texts === undefined) return;
  const direction = rightToLeft.has(tag) ? 'rtl' : 'ltr';
  language.value = { tag, direction, locale: localeOf(tag, wanted), texts: new Map(Object.entries(texts.default)) };
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/** Changes the language, and stores the choice in this browser; undefined: the browser's. Rejects without its file. */
export async function chooseLanguage(tag: string | undefined): Promise<void> {
  try {
    if (tag === undefined) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, tag);
  } catch {
    // The browser stores nothing: the choice ends with the page.
  }
  await showLanguage();
}
