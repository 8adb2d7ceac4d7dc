import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';

/** A section of a book: its heading, and paragraphs as they are printed. */
export interface Section {
  language: string;
  title: string;
  paragraphs: string[];
}

/** Debian's package debian-handbook (GPL-2+ or CC BY-SA 3.0); TEXTS names its folder elsewhere. */
const handbook = process.env.TEXTS ?? '/usr/share/doc/debian-handbook/html';
const root = join(import.meta.dirname, '../..');
const [shortest, longest] = [60, 4_000];
const textBlocks = new Set(['para', 'listitem']);

/** Sections of a book in these languages; where the book is not installed, those of this repository's own pages. */
export function readSections(languages: readonly string[]): Section[] {
  if (!existsSync(handbook)) return repositorySections();
  return languages.flatMap((language) => {
    const folder = join(handbook, language);
    return readdirSync(folder)
      .filter((name) => name.startsWith('sect.'))
      .toSorted()
      .map((name) => ({ language, ...readHtml(readFileSync(join(folder, name), 'utf8')) }))
      .filter(({ title, paragraphs }) => title !== '' && paragraphs.length > 0);
  });
}

/** The first heading and the paragraphs of a page; code keeps its backticks. */
function readHtml(html: string): Pick<Section, 'title' | 'paragraphs'> {
  const paragraphs: string[] = [];
  let [title, text, depth, block] = ['', '', 0, -1];
  let isHeading = false;
  const parser = new Parser({
    onopentag(name, { class: kind = '' }) {
      depth += 1;
      if (name === 'h2' && title === '') isHeading = true;
      else if (name === 'div' && textBlocks.has(kind) && block < 0) [block, text] = [depth, ''];
      if (name === 'code' && block >= 0) text += '`';
    },
    ontext(part) {
      if (isHeading) title += part;
      else if (block >= 0) text += part;
    },
    onclosetag(name) {
      if (name === 'code' && block >= 0) text += '`';
      if (name === 'h2') isHeading = false;
      if (depth === block) {
        const whole = text.replaceAll(/\s+/g, ' ').trim();
        if (whole.length >= shortest && whole.length <= longest) paragraphs.push(whole);
        block = -1;
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return { title: title.replace(/^[\d.\s]+/, '').trim(), paragraphs };
}

function repositorySections(): Section[] {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'ARCHITECTURE.md', ...pages.map((name) => `docs/${name}`)].flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split(/^#+ /m)
      .slice(1)
      .map((part) => {
        const [title = '', ...rest] = part.split('\n');
        const blocks = rest.join('\n').split(/\n{2,}/);
        const paragraphs = blocks
          .map((one) => one.trim())
          .filter(({ length }) => length >= shortest && length <= longest);
        return { language: 'en-US', title, paragraphs };
      })
      .filter(({ paragraphs }) => paragraphs.length > 0),
  );
}
