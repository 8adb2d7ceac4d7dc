import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { authorOf, kinds } from '../memory/change.ts';
import { ChangeRow } from '../memory/change-row.tsx';
import { batchesOf, Edits } from '../memory/edits.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { Several } from './batch-row.tsx';
import type { Run, Shown } from './batches.ts';
import { ChangeState } from './change-state.tsx';
import type { Single } from './singles.ts';

/** Changes outside of batches: one with its Undo, several in a row as one line with a list. */
export function RunRow({ run: { changes }, ...shown }: { run: Run } & Shown) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [first] = changes;
  const { characterId, changeType, by, createdAt } = first;
  if (changes.length === 1) return <SingleRow change={first} {...shown} />;
  const what = t('{memories} {done}', {
    memories: tn(changes.length, '{n} memory', '{n} memories'),
    done: t(kinds[changeType]),
  });
  const unchanged = changes.filter(({ changedSince, isUndone }) => !changedSince && !isUndone);
  const memories = unchanged.map(({ memoryId: id }) => ({ id, characterId }));
  const remove = () => new Edits(dashboard).changeMany(batchesOf(memories), { state: 'DELETED' });
  return (
    <article class="change" data-change={first.id}>
      <Several what={what} content={first.content} />
      <div class="meta">
        {shown.isNamed && <b>{dashboard.character(characterId)?.name}</b>}
        <span>{t('by {author}', { author: authorOf(by) })}</span>
        {unchanged.length === 0 && <ChangeState of={{ isUndone: false, changedSince: true }} />}
        <Time at={createdAt} as={shown.when} />
      </div>
      <div class="buttons">
        {changeType === 'CREATED' && unchanged.length > 0 && dashboard.may('changeMemories', characterId) && (
          <button
            type="button"
            class="quiet"
            aria-label={t('Undo: {what}', { what })}
            disabled={isBusy}
            onClick={() => void run(remove)}
          >
            {t('Undo')}
          </button>
        )}
        <FailureNote failure={failure} />
      </div>
      <details>
        <summary>{t('Show each')}</summary>
        {changes.map((change) => (
          <SingleRow key={change.id} change={change} isNamed={false} when={shown.when} />
        ))}
      </details>
    </article>
  );
}

function SingleRow({ change, isNamed, when }: { change: Single } & Shown) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isModels = change.by.kind === 'model' && !change.seen;
  // The Queue asks about it again.
  const isWaiting = change.isUndone && change.last.changeType === 'PROPOSED';
  return (
    <ChangeRow
      change={change}
      when={when}
      characterName={isNamed ? dashboard.character(change.characterId)?.name : undefined}
      state={<ChangeState of={change} />}
    >
      {!change.changedSince && !isWaiting && dashboard.may('revertMemory', change.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => new Edits(dashboard).undo(change.last, isModels))}
        >
          {change.isUndone ? t('Redo') : t('Undo')}
        </button>
      )}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
