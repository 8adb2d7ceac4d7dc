import { FailureNote } from './failure.tsx';

/** How a form ends: why it failed, what sends it, and what leaves it, if it can be left. */
export function FormEnd(props: { failure: unknown; isBusy: boolean; does: string; close?: () => void }) {
  const { failure, isBusy, does, close } = props;
  return (
    <>
      <FailureNote failure={failure} />
      <div class="buttons">
        <button type="submit" class="main" disabled={isBusy}>
          {does}
        </button>
        {close && (
          <button type="button" onClick={close}>
            Cancel
          </button>
        )}
      </div>
    </>
  );
}
