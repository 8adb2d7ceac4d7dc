import { comparedWords } from './words.ts';

/** Texts beyond this are compared as wholes: words of two of them would be compared for too long. */
const longText = 20_000;

/** What became of a text, word by word; of texts that have little in common, the old one and below it the new one. */
export function Diff({ from, to }: { from: string | undefined; to: string }) {
  if (from === undefined || from === to) return <span dir="auto">{to}</span>;
  const parts = from.length + to.length > longText ? undefined : comparedWords(from, to);
  if (!parts) {
    return (
      <>
        <del class="whole" dir="auto">
          {from}
        </del>
        <ins class="whole" dir="auto">
          {to}
        </ins>
      </>
    );
  }
  return (
    <span dir="auto">
      {parts.map(({ text, added, removed }, place) => {
        const key = `${place}`;
        if (added) return <ins key={key}>{text}</ins>;
        return removed ? <del key={key}>{text}</del> : text;
      })}
    </span>
  );
}
