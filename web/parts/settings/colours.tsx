import { t } from '../../languages/translate.ts';
import { readTheme, setTheme, themeNames, themes } from '../../shell/theme.ts';

/** The choice of light or dark colours. The browser stores it. */
export function ColourChoice() {
  const chosen = readTheme();
  return (
    <section aria-label={t('Colours')}>
      <h2 class="heading">{t('Colours')}</h2>
      <select
        aria-label={t('Colours')}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const theme = themes.find((one) => one === value);
          if (theme) setTheme(theme);
        }}
      >
        {themes.map((theme) => (
          <option key={theme} value={theme} selected={theme === chosen}>
            {t(themeNames[theme])}
          </option>
        ))}
      </select>
    </section>
  );
}
