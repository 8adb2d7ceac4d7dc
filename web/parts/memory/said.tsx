import type { ComponentChildren } from 'preact';
import { beginningOf } from '../../../src/base/graphemes.ts';
import { markdownPieces } from './marking.ts';
import { type Explanation, markedPieces } from './rank.ts';

/** Lists cut longer texts; the pane has the whole text. */
const longText = 1_200;

/** A memory's text with light Markdown and the query's matches marked. */
export function Said(props: { content: string; explanation?: Explanation | undefined }) {
  const { content, explanation } = props;
  return (
    <>
      {markdownPieces(content).map(({ text, as: Tag }, at) => {
        const inner: ComponentChildren = explanation ? <Marked text={text} explanation={explanation} /> : text;
        return Tag ? <Tag key={`${at}`}>{inner}</Tag> : inner;
      })}
    </>
  );
}

function Marked({ text, explanation }: { text: string; explanation: Explanation }) {
  return (
    <>
      {markedPieces(text, explanation).map((piece, at) =>
        piece.isMarked ? <mark key={`${at}`}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}

/** A memory's text in a list: three lines of it, below its heading path in one. */
export function ShortText({ content, explanation }: { content: string; explanation?: Explanation | undefined }) {
  const { path, text } = pathIn(content);
  const shown = text.length > longText ? `${beginningOf(text, longText)}…` : text;
  return (
    <>
      {path !== undefined && (
        <p class="path" dir="auto">
          <bdi>{path}</bdi>
        </p>
      )}
      <p class="said short" dir="auto">
        <Said content={shown} explanation={explanation} />
      </p>
    </>
  );
}

/** UTF-16 units in which a heading path ends. */
const maxPath = 400;

/** The headings that a text of a document stands under, as its import wrote them: “Handbook › Disks: the text”. */
export function pathIn(content: string): { path?: string; text: string } {
  const last = content.lastIndexOf(' › ', maxPath);
  if (last < 0) return { text: content };
  const end = /[:?!？！][ \n]/u.exec(content.slice(last, last + maxPath));
  if (!end) return { text: content };
  const at = last + end.index;
  const text = content.slice(at + 2).trimStart();
  return text === '' ? { text: content } : { path: content.slice(0, at), text };
}
