import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { counted } from '../format.ts';
import { State, type StateKind } from '../state.tsx';
import { recentDays, recentRecalls } from './recent.ts';

type Statistics = Output<'getStatistics'>;

/** Something that needs a person's decision, with a link to its page. */
interface Finding {
  is: StateKind;
  text: ComponentChildren;
  action?: { label: string; href: string };
}

/** Home warns from this share of recalls that did not help. */
const tooMany = 0.25;

/** A memory's health: all tasks for a person, each with its action. */
export function Health({ characterId, statistics }: { characterId: string; statistics: Statistics }) {
  const dashboard = useDashboard();
  const findings = findingsOf(characterId, statistics, dashboard);
  return (
    <section aria-label="Memory health" class="health">
      <h2 class="heading">Memory health</h2>
      <ul>
        {findings.map(({ is, text, action }) => (
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
  characterId: string,
  statistics: Statistics,
  dashboard: ReturnType<typeof useDashboard>,
): Finding[] {
  const waits = dashboard.waits.value?.characterId === characterId ? dashboard.waits.value : undefined;
  const failed = (waits?.capture?.failed.length ?? 0) + statistics.waitingTurns.failed;
  const { recalls, empty, weak } = recentRecalls(statistics.recallsByDay);
  const unhelped = empty + weak;
  const found: Finding[] = [];
  if (waits && waits.edits > 0) {
    found.push({
      is: 'attention',
      text: `${counted(waits.edits, 'edit')} of models ${waits.edits === 1 ? 'waits' : 'wait'} for you`,
      action: { label: 'Review', href: placeOf('review', characterId) },
    });
  }
  const elsewhere = (waits?.everywhere ?? 0) - (waits?.edits ?? 0);
  if (elsewhere > 0) {
    found.push({
      is: 'waiting',
      text: `${elsewhere.toLocaleString()} more in other characters`,
      action: { label: 'Inbox of all', href: placeOf('inbox', everyone) },
    });
  }
  if (unhelped > 0) {
    found.push({
      is: unhelped / recalls > tooMany ? 'attention' : 'waiting',
      text: `${unhelped.toLocaleString()} of ${counted(recalls, 'recall')} in ${recentDays} days did not help: ${empty.toLocaleString()} empty, ${weak.toLocaleString()} weak`,
      action: { label: 'See the questions', href: placeOf('recalls', characterId) + queryOf({ show: 'gaps' }) },
    });
  }
  if (failed > 0) {
    found.push({
      is: 'bad',
      text: `${counted(failed, 'piece')} of files or conversations could not be read`,
      action: { label: 'See why', href: placeOf('files', characterId) },
    });
  }
  if (found.length === 0) {
    const asked =
      recalls === 0 ? `No agent has asked in ${recentDays} days.` : `All ${counted(recalls, 'recall')} helped.`;
    found.push({ is: 'good', text: `Nothing waits for you. ${asked}` });
  }
  return found;
}
