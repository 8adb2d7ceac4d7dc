import { chosenFiles, type Dropped } from './dropped.ts';

/** A button that lets the user choose files, or a folder. */
export function ChooseFiles(props: {
  label: string;
  isFolder?: boolean;
  isMain?: boolean;
  take: (files: readonly Dropped[]) => void;
}) {
  return (
    <label class={props.isMain ? 'button main' : 'button'}>
      {props.label}
      <input
        class="unseen"
        type="file"
        multiple
        {...(props.isFolder && { webkitdirectory: true })}
        onChange={(event) => {
          props.take(chosenFiles(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
