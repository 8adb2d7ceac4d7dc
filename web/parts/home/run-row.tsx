import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { authorOf, doneBy, isKeeping } from '../memory/change.ts';
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
  const { changeType, by, createdAt } = first;
  if (changes.length === 1) return <SingleRow change={first} {...shown} />;
  const what = t('{memories} {done}', {
    memories: tn(changes.length, '{n} memory', '{n} memories'),
    done: t(doneBy(first)),
  });
  const characters = new Set(changes.map(({ characterId }) => characterId));
  const isUndone = changes.every((change) => change.isUndone);
  const open = changes.filter((one) => !one.changedSince && one.isUndone === isUndone);
  const isNew = changeType === 'CREATED' && !isKeeping(first) && !isUndone;
  const edits = new Edits(dashboard);
  const undo = () =>
    isNew
      ? edits.changeMany(batchesOf(open.map(({ memoryId: id, characterId }) => ({ id, characterId }))), {
          state: 'DELETED',
        })
      : isUndone && open.every(isWaiting)
        ? edits.decideAgain(open)
        : edits.undoEach(
            open.map(({ last }) => last),
            by.kind === 'model',
          );
  return (
    <article class="change" data-change={first.id}>
      <Several what={what} content={first.content} />
      <div class="meta">
        {characters.size > 1 ? (
          <b>{tn(characters.size, '{n} character', '{n} characters')}</b>
        ) : (
          shown.isNamed && <b>{dashboard.character(first.characterId)?.name}</b>
        )}
        <span>{t('by {author}', { author: authorOf(by) })}</span>
        <ChangeState of={{ isUndone, changedSince: !isUndone && open.length === 0 }} />
        <Time at={createdAt} as={shown.when} />
      </div>
      <div class="buttons">
        {open.length > 0 &&
          [...characters].every((id) => dashboard.may(isNew ? 'changeMemories' : 'revertMemory', id)) && (
            <button
              type="button"
              class="quiet"
              aria-label={isUndone ? t('Redo: {what}', { what }) : t('Undo: {what}', { what })}
              disabled={isBusy}
              onClick={() => void run(undo)}
            >
              {isUndone ? t('Redo') : t('Undo')}
            </button>
          )}
        <FailureNote failure={failure} />
      </div>
      <details>
        <summary>{t('Show each')}</summary>
        {changes.map((change) => (
          <SingleRow key={change.id} change={change} isNamed={characters.size > 1} when={shown.when} />
        ))}
      </details>
    </article>
  );
}

/** A decision that was taken back: the Queue asks about it again. */
const isWaiting = ({ isUndone, last }: Single) => isUndone && last.changeType === 'PROPOSED';

function SingleRow({ change, isNamed, when }: { change: Single } & Shown) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isModels = change.by.kind === 'model' && !change.seen;
  const edits = new Edits(dashboard);
  const undo = () => (isWaiting(change) ? edits.decideAgain([change]) : edits.undo(change.last, isModels));
  return (
    <ChangeRow
      change={change}
      isUndone={change.isUndone}
      when={when}
      characterName={isNamed ? dashboard.character(change.characterId)?.name : undefined}
      state={<ChangeState of={change} />}
    >
      {!change.changedSince && dashboard.may('revertMemory', change.characterId) && (
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(undo)}>
          {change.isUndone ? t('Redo') : t('Undo')}
        </button>
      )}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
