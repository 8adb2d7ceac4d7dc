import { languages, localeOf, preferred, type Tag } from './languages.ts';
import { type Catalogue, language } from './translate.ts';

/** Each catalogue is a file that only its readers load. */
const catalogues: Record<Exclude<Tag, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
  pt: () => import('./pt.json'),
  ja: () => import('./ja.json'),
  zh: () => import('./zh.json'),
  ar: () => import('./ar.json'),
};

const storedAs = 'language';

/** The chosen language, or undefined: the browser's. */
export function chosenLanguage(): Tag | undefined {
  try {
    const stored = localStorage.getItem(storedAs);
    return languages.find(({ tag }) => tag === stored)?.tag;
  } catch {
    return undefined;
  }
}

/** Loads and shows the chosen language. Rejects without its file: the interface stays as it is. */
export async function showLanguage(): Promise<void> {
  const wanted = navigator.languages;
  const tag = chosenLanguage() ?? preferred(wanted);
  const texts = tag === 'en' ? {} : (await catalogues[tag]()).default;
  const direction = languages.find((one) => one.tag === tag)?.direction ?? 'ltr';
  language.value = { tag, direction, locale: localeOf(tag, wanted), texts: new Map(Object.entries(texts)) };
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
