import { useEffect, useRef, useState } from 'preact/hooks';
import { usePageKeys } from '../../shell/page-keys.ts';

/** The text of a card that is edited in its place: its field gets the focus, Escape closes it, and its button has the focus again. */
export function useEditedText() {
  const [edited, edit] = useState<string>();
  const buttons = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEditing = edited !== undefined;
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) field.current?.focus();
    else if (wasEditing.current) buttons.current?.closest('article')?.querySelector<HTMLElement>('.apart')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  usePageKeys((key) => {
    if (key === 'Escape') edit(undefined);
  });
  return { edited, edit, buttons, field };
}

/** The field of an edited text; Ctrl-Enter presses the first button of the card. */
export function EditedText(props: {
  of: ReturnType<typeof useEditedText>;
  label: string;
  isLabelShown?: boolean;
  placeholder?: string;
}) {
  const { of, label, isLabelShown = false, placeholder } = props;
  const { edited, edit, buttons, field } = of;
  if (edited === undefined) return null;
  return (
    <label class="stays">
      {isLabelShown && label}
      <textarea
        dir="auto"
        ref={field}
        aria-label={label}
        rows={Math.min(10, Math.max(edited.split('\n').length, Math.ceil(edited.length / 90)) + 1)}
        value={edited}
        placeholder={placeholder}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Escape') edit(undefined);
          if (key === 'Enter' && (ctrlKey || metaKey)) buttons.current?.querySelector('button')?.click();
        }}
        onInput={({ currentTarget }) => edit(currentTarget.value)}
      />
    </label>
  );
}
