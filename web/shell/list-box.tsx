import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A field whose text narrows the rows below it, from which keys or the pointer choose one. */
export function ListBox<Row>(props: {
  id: string;
  label: string;
  placeholder: string;
  text: string;
  type: (text: string) => void;
  rowsLabel: string;
  rows: readonly Row[];
  /** The row that is marked at first; default: the first one. */
  first?: number;
  draw: (row: Row) => ComponentChildren;
  classOf?: (row: Row) => string | undefined;
  run: (row: Row | undefined) => void;
  /** Whether the rows have the focus at first, so that no keyboard of the screen covers them. */
  areFocused?: boolean;
}) {
  const { id, label, rows, run, areFocused = false } = props;
  const [at, setAt] = useState(props.first ?? 0);
  const current = Math.min(at, rows.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <>
      <input
        aria-label={label}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
        placeholder={props.placeholder}
        autocomplete="off"
        value={props.text}
        onInput={(event) => {
          props.type(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((current + 1) % rows.length);
          else if (event.key === 'ArrowUp') setAt((current - 1 + rows.length) % rows.length);
          else if (event.key === 'Enter' && !event.isComposing) run(rows[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={props.rowsLabel}
        ref={list}
        tabIndex={areFocused ? -1 : undefined}
        autofocus={areFocused}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus and names the chosen one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            class={props.classOf?.(row)}
            onClick={() => run(row)}
          >
            {props.draw(row)}
          </div>
        ))}
      </div>
    </>
  );
}
