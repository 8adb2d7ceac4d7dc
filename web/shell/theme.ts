export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const name = 'theme';
const dark = '(prefers-color-scheme: dark)';
const media: Record<Theme, string> = { system: dark, light: 'not all', dark: 'all' };

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(name);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme: the rules for dark are switched on or off, or left to the system. What is chosen is remembered. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // The browser keeps nothing: it lasts as long as the page.
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

/** Those that were found by their condition, which changes. */
const darkRules = new WeakSet<CSSMediaRule>();
