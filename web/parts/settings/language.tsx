import { chooseLanguage, chosenLanguage } from '../../languages/choice.ts';
import { languages } from '../../languages/languages.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';

/** The choice of the interface's language. The browser stores it. */
export function LanguageChoice() {
  const { toasts } = useDashboard();
  const choose = (tag: string) => {
    chooseLanguage(tag === '' ? undefined : tag).catch((error) => toasts.fail(error));
  };
  return (
    <section aria-label={t('Language')}>
      <h2 class="heading">{t('Language')}</h2>
      <select
        aria-label={t('Language')}
        value={chosenLanguage() ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{t('The browser’s')}</option>
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <p class="muted">
        {t('The makers of this program translated it. Corrections are welcome. Messages of errors are in English.')}
      </p>
    </section>
  );
}
