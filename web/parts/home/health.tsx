import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf } from '../../shell/places.ts';
import { State, type StateKind } from '../state.tsx';

/** Something that needs a person's decision, with a link to its page. */
interface Finding {
  is: StateKind;
  text: ComponentChildren;
  action?: { label: string; href: string };
}

/** A memory's health: what waits for a person or failed, each with its action. */
export function Health(props: { characterId: string | undefined; failedTurns: number; joins: number }) {
  const dashboard = useDashboard();
  return (
    <section aria-label={t('Memory health')} class="health">
      <h2 class="heading">{t('Memory health')}</h2>
      <ul>
        {findingsOf(props, dashboard).map(({ is, text, action }) => (
          <li key={action?.href ?? is}>
            <State is={is}>{text}</State>
            {action && (
              <Link class="button" href={action.href}>
                {action.label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function findingsOf(
  { characterId, failedTurns, joins }: { characterId: string | undefined; failedTurns: number; joins: number },
  dashboard: ReturnType<typeof useDashboard>,
): Finding[] {
  const waits = dashboard.waits.value;
  const isOwn = waits !== undefined && waits.characterId === characterId;
  const all = dashboard.waiting();
  const here = dashboard.waiting(characterId) ?? 0;
  const elsewhere = (all ?? 0) - here;
  const failed = (isOwn ? (waits.capture?.failed.length ?? 0) : 0) + failedTurns;
  const found: Finding[] = [];
  if (joins > 0) {
    found.push({
      is: 'attention',
      text: t('Another machine brought memories of what has a memory here too'),
      action: { label: t('Connections'), href: placeOf('connections') },
    });
  }
  if (here > 0 && dashboard.may('reviewChange', characterId)) {
    found.push({
      is: 'attention',
      text: tn(here, '{n} card of the Queue waits for you', '{n} cards of the Queue wait for you'),
      action: { label: t('Queue'), href: placeOf('queue', characterId ?? everyone) },
    });
  }
  if (elsewhere > 0 && dashboard.may('reviewChange')) {
    found.push({
      is: 'waiting',
      text: t('{elsewhere} more in other characters', { elsewhere }),
      action: { label: t('Queue of all'), href: placeOf('queue', everyone) },
    });
  }
  if (failed > 0) {
    found.push({
      is: 'bad',
      text: tn(
        failed,
        '{n} piece of files or conversations could not be read',
        '{n} pieces of files or conversations could not be read',
      ),
      action: { label: t('See why'), href: placeOf('files', characterId) },
    });
  }
  if (found.length === 0) {
    found.push(
      all === undefined
        ? { is: 'waiting', text: t('Looking for what waits for you…') }
        : { is: 'good', text: t('Nothing waits for you.') },
    );
  }
  return found;
}
