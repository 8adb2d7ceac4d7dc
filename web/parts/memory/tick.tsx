import { shortened } from '../format.ts';

/** The box that selects a memory of a list. @param select isRange: everything from the last selected one to this one */
export function Tick(props: {
  content: string;
  isSelected: boolean;
  select: ((isRange: boolean) => void) | undefined;
}) {
  const { content, isSelected, select } = props;
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isSelected}
        onClick={(event) => select?.(event.shiftKey)}
        aria-label={`Select: ${shortened(content)}`}
      />
    </label>
  );
}
