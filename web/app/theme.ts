/** What draws the page light or dark as its host is, whatever the system says. */
export function themes(): (theme: 'light' | 'dark' | undefined) => void {
  const dark = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText.includes('prefers-color-scheme: dark'));
  return (theme) => {
    if (theme === undefined) return;
    document.documentElement.style.colorScheme = theme;
    for (const { media } of dark) media.mediaText = theme === 'dark' ? 'all' : 'not all';
  };
}
