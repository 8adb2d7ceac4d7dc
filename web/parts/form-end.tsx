import { t } from '../languages/translate.ts';
import { FailureNote } from './failure.tsx';

/** The end of a form: its error, the submit button, and a cancel button if it can be cancelled. */
export function FormEnd(props: {
  failure: unknown;
  isBusy: boolean;
  does: string;
  isDangerous?: boolean;
  close?: () => void;
}) {
  const { failure, isBusy, does, isDangerous, close } = props;
  return (
    <>
      <FailureNote failure={failure} />
      <div class="buttons">
        <button type="submit" class={isDangerous ? 'main danger' : 'main'} disabled={isBusy}>
          {does}
        </button>
        {close && (
          <button type="button" onClick={close}>
            {t('Cancel')}
          </button>
        )}
      </div>
    </>
  );
}
