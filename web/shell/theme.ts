import { type Message, msg } from '../languages/translate.ts';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export const themeNames = {
  system: msg('Colours of the system'),
  light: msg('Light colours'),
  dark: msg('Dark colours'),
} as const satisfies Record<Theme, Message>;

const name = 'theme';
/** Paper is light. */
const dark = 'screen and (prefers-color-scheme: dark)';
const media: Record<Theme, string> = { system: dark, light: 'not all', dark: 'screen' };

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(name);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme: turns the dark rules on or off, or leaves them to the system. The browser stores the choice. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // The browser stores nothing: the choice ends with the page.
  }
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (darkRules.has(rule) || rule.media.mediaText === dark) {
        darkRules.add(rule);
        rule.media.mediaText = media[theme];
      }
    }
  }
}

/** The dark rules, found before their condition was changed. */
const darkRules = new WeakSet<CSSMediaRule>();
