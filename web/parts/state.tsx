import type { ComponentChildren } from 'preact';

/** How something is: told by a shape as well as by its colour and its word. */
export type StateKind = 'good' | 'waiting' | 'attention' | 'bad' | 'off';

export function State({ is, children }: { is: StateKind; children: ComponentChildren }) {
  return <span class={`state ${is}`}>{children}</span>;
}
