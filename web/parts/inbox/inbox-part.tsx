import type { ComponentChildren } from 'preact';
import { State } from '../state.tsx';

/** One kind of waiting items, or a note that there are none. */
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
