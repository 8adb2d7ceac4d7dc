import { Link } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { useDashboard } from './dashboard.ts';
import { placeOf, useParts } from './places.ts';

/** An import that goes on, or waits for the user, while its dialog is not shown. */
export function ImportStatus() {
  const { importing } = useDashboard();
  const { page } = useParts();
  const present = importing.value;
  if (!present?.given.value) return null;
  const { progress, isAside, ownerId, given } = present;
  const isShown = page === 'files' && !isAside.value;
  if (isShown) return null;
  const isBusy = progress.value !== undefined;
  const hasFailed = given.value?.some(({ failure }) => failure !== undefined) === true;
  return (
    <div class="under-way" role="status">
      <span>
        {isBusy
          ? t('An import is under way.')
          : hasFailed
            ? t('Documents of an import were refused.')
            : t('An import waits for you.')}
      </span>
      {isBusy && (
        <progress aria-label={t('Progress')} max={1} {...(progress.value !== null && { value: progress.value })} />
      )}
      <Link
        href={placeOf('files', ownerId.value)}
        onClick={() => {
          isAside.value = false;
        }}
      >
        {t('Show it')}
      </Link>
      <button type="button" class="quiet" onClick={() => present.cancel()}>
        {t('Cancel')}
      </button>
    </div>
  );
}
