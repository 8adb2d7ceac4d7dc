import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';

/** Leads to the dialog that forgets all about a name or a topic, for those who may. */
export function ForgetAbout({ words, characterId }: { words: string; characterId: string | undefined }) {
  const dashboard = useDashboard();
  if (!dashboard.may('eraseMemories', characterId)) return null;
  return (
    <button type="button" class="quiet" onClick={() => (dashboard.forgetting.value = { words })}>
      {t('Forget all about “{query}”…', { query: words })}
    </button>
  );
}
