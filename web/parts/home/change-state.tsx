import { t } from '../../languages/translate.ts';
import { State } from '../state.tsx';

/** That something was undone, or that later changes keep it from being undone. */
export function ChangeState({ of }: { of: { isUndone: boolean; changedSince: boolean; undoFirst?: string } }) {
  return (
    <>
      {of.isUndone && <State is="off">{t('undone')}</State>}
      {of.changedSince && (
        <span class="muted">
          {of.undoFirst === undefined ? t('changed since') : t('undo first: {what}', { what: of.undoFirst })}
        </span>
      )}
    </>
  );
}
