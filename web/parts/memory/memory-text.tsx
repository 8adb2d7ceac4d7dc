import type { JSX, Ref } from 'preact';
import { useState } from 'preact/hooks';
import { t, tn } from '../../languages/translate.ts';

/** The service's limit of a memory (code points), and the length from which a form shows it. */
const [maxCharacters, longText] = [10_000, 2_000];

type Props = Omit<JSX.IntrinsicElements['textarea'], 'onInput' | 'ref'> & {
  area?: Ref<HTMLTextAreaElement>;
  typed?: (text: string) => void;
};

/** The field for the text of a memory. It says while a text is typed or pasted that it is long, or too long. */
export function MemoryText({ area, typed, ...field }: Props) {
  const [count, setCount] = useState(() => lengthOf(String(field.value ?? field.defaultValue ?? '')));
  const excess = count - maxCharacters;
  return (
    <>
      <textarea
        {...field}
        {...(area && { ref: area })}
        name="content"
        dir="auto"
        required
        aria-invalid={excess > 0}
        onInvalid={(event) => {
          if (excess <= 0) return;
          // The line below says it already.
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onInput={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.setCustomValidity(faultOf(value));
          setCount(lengthOf(value));
          typed?.(value);
        }}
      />
      {excess > 0 ? (
        <p class="failure" role="alert">
          {faultOfExcess(excess)}
        </p>
      ) : (
        count > longText && (
          <p class="muted" role="status">
            {t('{n} of {max} characters. Agents find single facts better; import a long text as a document.', {
              n: count,
              max: maxCharacters,
            })}
          </p>
        )
      )}
    </>
  );
}

/** Why the browser does not send the form; empty when it does. */
function faultOf(text: string): string {
  if (text !== '' && text.trim() === '') return t('Write something that can be remembered.');
  const excess = lengthOf(text) - maxCharacters;
  return excess > 0 ? faultOfExcess(excess) : '';
}

const faultOfExcess = (excess: number) =>
  tn(
    excess,
    'It is {n} character too long for a memory. Shorten it, or import it as a document.',
    'It is {n} characters too long for a memory. Shorten it, or import it as a document.',
  );

const lengthOf = (text: string) => [...text].length;
