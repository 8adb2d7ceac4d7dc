import { plainText } from './marking.ts';
import { Said } from './said.tsx';
import { comparedWords, near } from './words.ts';

/** Longer texts are shown as old and new: a word diff would take too long. */
const longText = 20_000;

/** The word diff of two texts, in a list shortened. Texts with little in common: the old one, then the new one. */
export function Diff(props: {
  from: string | undefined;
  to: string;
  isShort?: boolean;
  /** Only the old text, or only the new one, each with the words that the other lacks; unmarked with little in common. */
  only?: 'from' | 'to';
}) {
  const { isShort = false, only } = props;
  if (props.from === undefined || props.from === props.to) {
    return (
      <span dir="auto">
        <Said content={props.to} />
      </span>
    );
  }
  const [from, to] = withoutSameMarks(props.from, props.to);
  const parts = from.length + to.length > longText ? undefined : comparedWords(from, to);
  if (!parts && only) return <span dir="auto">{only === 'from' ? from : to}</span>;
  if (!parts) {
    return (
      <>
        <del class={isShort ? 'whole short' : 'whole'} dir="auto">
          {from}
        </del>
        <ins class={isShort ? 'whole short' : 'whole'} dir="auto">
          {to}
        </ins>
      </>
    );
  }
  return (
    <span dir="auto">
      {parts.map(({ text, added, removed }, place) => {
        const key = `${place}`;
        if (added) return only === 'from' ? null : <ins key={key}>{text}</ins>;
        if (removed) return only === 'to' ? null : <del key={key}>{text}</del>;
        return isShort ? near(text, place === 0, place === parts.length - 1) : text;
      })}
    </span>
  );
}

/** Two texts without their Markdown, unless they differ in that alone. */
function withoutSameMarks(from: string, to: string): [from: string, to: string] {
  const [old, now] = [plainText(from), plainText(to)];
  return old === now ? [from, to] : [old, now];
}
