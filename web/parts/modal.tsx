import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusKeeper } from './focus.ts';

/** A modal dialog. Escape and `close` end it; without `close` it stays. */
export function Modal(props: {
  label: string;
  class?: string;
  close?: (() => void) | undefined;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  // Not after the next paint: opening moves the focus, which the user may have moved by then.
  useLayoutEffect(() => {
    const giveFocusBack = focusKeeper();
    ref.current?.showModal();
    return giveFocusBack;
  }, []);
  return (
    <dialog
      ref={ref}
      class={props.class}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        props.close?.();
      }}
      // A field for searching would take it to empty itself.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (event.target as HTMLInputElement).type !== 'search') return;
        event.preventDefault();
        props.close?.();
      }}
      // A browser asks only once between two actions of the user: the second Escape closes it at once.
      onClose={() => (props.close ? props.close() : ref.current?.showModal())}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.close?.();
      }}
    >
      {props.children}
    </dialog>
  );
}
