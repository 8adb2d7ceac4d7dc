import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../languages/translate.ts';
import { Modal } from './modal.tsx';

/** A button for an action that can't be undone: it asks first. */
export function ConfirmButton(props: {
  label: string;
  title: string;
  children: ComponentChildren;
  run: () => void;
  class?: string;
}) {
  const { label, title, children, run } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class={props.class ?? 'quiet danger'} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Modal label={title} close={() => setAsking(false)}>
          <h2>{title}</h2>
          <div>{children}</div>
          <div class="buttons">
            <button
              type="button"
              class="main danger"
              onClick={() => {
                setAsking(false);
                run();
              }}
            >
              {label}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
