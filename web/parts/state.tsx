import type { ComponentChildren } from 'preact';

/** A state, shown by a shape as well as by colour and word. */
export type StateKind = 'good' | 'waiting' | 'attention' | 'bad' | 'off';

export function State({ is, children }: { is: StateKind; children: ComponentChildren }) {
  return <span class={`state ${is}`}>{children}</span>;
}
