import { diffWordsWithSpace } from 'diff';

/** Texts beyond this are compared as wholes: words of two of them would be compared for too long. */
const longText = 20_000;

/** What became of a text, word by word. */
export function Diff({ from, to }: { from: string | undefined; to: string }) {
  if (from === undefined || from === to) return <span dir="auto">{to}</span>;
  if (from.length + to.length > longText) {
    return (
      <>
        <del>{from}</del> <ins>{to}</ins>
      </>
    );
  }
  return (
    <span dir="auto">
      {diffWordsWithSpace(from, to).map(({ value, added, removed }, place) => {
        const key = `${place}`;
        if (added) return <ins key={key}>{value}</ins>;
        return removed ? <del key={key}>{value}</del> : value;
      })}
    </span>
  );
}
