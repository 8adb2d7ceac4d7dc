import { t } from '../../languages/translate.ts';
import { State } from '../state.tsx';

/** That something was undone, or that later changes keep it from being undone. */
export function ChangeState({ of }: { of: { isUndone: boolean; changedSince: boolean } }) {
  return (
    <>
      {of.isUndone && <State is="off">{t('undone')}</State>}
      {of.changedSince && <span class="muted">{t('changed since')}</span>}
    </>
  );
}
