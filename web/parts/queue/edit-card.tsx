import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { Change } from '../memory/change.ts';
import { ChangeRow } from '../memory/change-row.tsx';
import { Diff } from '../memory/diff.tsx';
import { Edits } from '../memory/edits.ts';
import { pathIn } from '../memory/marking.ts';
import { Headed } from '../memory/said.tsx';
import { type Settle, useDecision } from './use-decision.ts';

/** A text with what an edit changed of it. */
function Marked({ from, to }: { from: string; to: string }) {
  const { path, text } = pathIn(to, true);
  return (
    <Headed path={path}>
      <Diff from={pathIn(from, true).text} to={text} isShort />
    </Headed>
  );
}

/**
 * An edit or deletion by a model: a person keeps or undoes it.
 * @param earlier edits of the same memory that are decided with it, the latest first
 */
export function EditCard(props: { change: Change; earlier: readonly Change[]; settle: Settle }) {
  const { change, earlier, settle } = props;
  const { content, previousContent } = change;
  const dashboard = useDashboard();
  const run = useDecision(settle);
  const review = async (verdict: 'kept' | 'open') => {
    for (const { id: changeId } of [change, ...earlier])
      await dashboard.client.call('reviewChange', { changeId, verdict });
  };
  const keep = () =>
    run(
      () => review('kept'),
      t('Kept'),
      () => review('open'),
    );
  return (
    <ChangeRow
      change={change}
      said={previousContent === undefined ? undefined : <Marked from={previousContent} to={content} />}
    >
      {dashboard.may('reviewChange', change.characterId) && (
        <button type="button" onClick={keep}>
          {t('Keep')}
        </button>
      )}
      {dashboard.may('revertMemory', change.characterId) && (
        <button type="button" class="quiet" onClick={() => run(() => new Edits(dashboard).undo(change, true, earlier))}>
          {t('Undo')}
        </button>
      )}
    </ChangeRow>
  );
}
