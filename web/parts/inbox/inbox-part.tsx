import type { ComponentChildren } from 'preact';
import { State } from '../state.tsx';

/** One kind of what waits, or that there is nothing of it. */
export function InboxPart(props: { title: string; isEmpty: boolean; none: string; children: ComponentChildren }) {
  const { title, isEmpty, none, children } = props;
  return (
    <section class="inbox-part" aria-label={title}>
      <h2 class="heading">{title}</h2>
      {isEmpty ? (
        <p>
          <State is="good">{none}</State>
        </p>
      ) : (
        children
      )}
    </section>
  );
}
