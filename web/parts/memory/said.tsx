import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { beginningOf } from '../../../src/base/graphemes.ts';
import { t } from '../../languages/translate.ts';
import { markdownPieces, pathIn, plainText, shortText, withoutCutMarks } from './marking.ts';
import { type Explanation, markedPieces } from './rank.ts';

/** Lists cut longer texts; the pane has the whole text. */
const longText = 1_200;
/** How much of it a line has of a text that was replaced (UTF-16 units). */
const maxOlder = 120;

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

/** The headings or the conversation that a text stands under, in one line. */
export function Path({ path }: { path: string | undefined }) {
  if (path === undefined) return null;
  return (
    <p class="path" dir="auto">
      <bdi>{plainText(path)}</bdi>
    </p>
  );
}

/** What is shown of a memory's text, below its heading path. */
export function Headed({ path, children }: { path: string | undefined; children: ComponentChildren }) {
  return (
    <>
      <Path path={path} />
      <p class="said" dir="auto">
        {children}
      </p>
    </>
  );
}

/** The whole text of a memory, below its heading path in one line. @param props.link where the text leads */
export function HeadedText({ content, isPiece = true, link }: { content: string; isPiece?: boolean; link?: string }) {
  const { path, text } = pathIn(content, isPiece);
  const said = <Said content={text} />;
  return <Headed path={path}>{link === undefined ? said : <Link href={link}>{said}</Link>}</Headed>;
}

/** What a text has replaced, in one line below it. */
export function InPlaceOf({ older }: { older: string }) {
  return (
    <p class="reason muted" dir="auto">
      {t('in place of: {older}', { older: shortText(older, maxOlder) })}
    </p>
  );
}

/**
 * A memory's text in a list: three lines of it, below its heading path in one.
 * @param props.isPiece of a document, as where a list does not know it
 * @param props.isBelow under the same path as the memory above it, which shows that
 * @param props.part of the text, that is shown instead
 */
export function ShortText(props: {
  content: string;
  part?: string | undefined;
  explanation?: Explanation | undefined;
  isPiece?: boolean;
  isBelow?: boolean;
}) {
  const { content, explanation, isPiece = true, isBelow = false } = props;
  const { path, text: whole } = pathIn(content, isPiece);
  const text = props.part ?? whole;
  const shown = text.length > longText ? `${beginningOf(text, longText)}…` : text;
  return (
    <>
      {!isBelow && <Path path={path} />}
      <p class="said short" dir="auto">
        <Said content={withoutCutMarks(shown)} explanation={explanation} />
      </p>
    </>
  );
}
