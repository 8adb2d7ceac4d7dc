import { BlockReader, type Surroundings } from '../blocks/block-reader.ts';
import { type DayOrder, dayIn } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { splitText } from '../plain-text.ts';
import { chunks, frontMatterOf, linkDefinitions } from './chunks.ts';
import { takeFootnotes, withFootnotes } from './footnotes.ts';
import { markdownParser } from './parse.ts';

/** Markdown as pieces; its sections without text are counted in `leftOut`. */
export async function splitMarkdown(
  whole: string,
  surroundings: Surroundings = {},
  leftOut?: LeftOut,
): Promise<Piece[]> {
  const { text, notes } = takeFootnotes(whole);
  const parse = await markdownParser(linkDefinitions(text), leftOut);
  const reader = new BlockReader(surroundings);
  const matter = frontMatterOf(text);
  if (matter !== '') reader.readProperties(...propertiesIn(matter, surroundings.dayOrder));
  for (const { source, plain } of chunks(text.slice(matter.length))) {
    if (plain) reader.add(splitText(source));
    else reader.read(parse(source));
  }
  const pieces = reader.finish();
  leftOut?.add('sections without text', reader.empty);
  return withFootnotes(pieces, notes);
}

/** The text between the fences of front matter, and the document's date from it. */
function propertiesIn(matter: string, order: DayOrder | undefined): [text: string, occurredAt: string | undefined] {
  const text = matter.trimEnd().slice(3, -3).trim();
  const date = /^date[ \t]*[:=][ \t]*(\S.*)$/m.exec(text)?.[1];
  return [text, date === undefined ? undefined : dayIn(date.replace(/["']/g, '').trim(), order)];
}
