import { beginningOf, graphemesOf } from '../../../src/base/graphemes.ts';
import { comparedWords } from './words.ts';

/** Longer texts are shown as old and new: a word diff would take too long. */
const longText = 20_000;

/** How much unchanged text a list shows beside a change (UTF-16 units). */
const beside = 90;

/** Unchanged text, shortened far from a change. */
export function near(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * beside + 20) return text;
  const before = isFirst ? '' : beginningOf(text, beside).replace(/\s\S{0,40}$/u, '');
  const after = isLast ? '' : endOf(text).replace(/^\S{0,40}\s/u, '');
  return [before, '…', after].filter((part) => part !== '').join(' ');
}

/** The first grapheme of what is cut may not be whole. */
function endOf(text: string): string {
  return graphemesOf(text.slice(-beside)).slice(1).join('');
}

/** The word diff of two texts, in a list shortened. Texts with little in common: the old one, then the new one. */
export function Diff(props: {
  from: string | undefined;
  to: string;
  isShort?: boolean;
  /** Only the old text, or only the new one, each with the words that the other lacks. */
  only?: 'from' | 'to';
}) {
  const { from, to, isShort = false, only } = props;
  if (from === undefined || from === to) return <span dir="auto">{to}</span>;
  const parts = from.length + to.length > longText ? undefined : comparedWords(from, to);
  if (!parts) {
    return (
      <>
        {only !== 'to' && (
          <del class={isShort ? 'whole short' : 'whole'} dir="auto">
            {from}
          </del>
        )}
        {only !== 'from' && (
          <ins class={isShort ? 'whole short' : 'whole'} dir="auto">
            {to}
          </ins>
        )}
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
