import type { Block } from '../blocks/block-reader.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const dropped = names('img svg template noscript nav footer form button select iframe object head title script style');

/** Classes and ids of navigation and legal notices. */
const aside = names(
  'nav navbar navigation navheader navfooter docnav toc table-of-contents breadcrumb breadcrumbs pagination pager ' +
    'skip-link legalnotice legal-notice footer site-footer page-footer prevnext',
);
const asideRoles = names('navigation contentinfo search doc-toc');
/** Elements with the main content, in any class. */
const pages = names('html body main article');

/** Elements with blocks of their own. */
const containers = names('ul ol li blockquote table td th dl dt dd details summary');

/** Elements before and after which a paragraph ends. */
const boundaries = names(
  'address article aside body caption center dialog div fieldset figcaption figure footer header ' +
    'hgroup html legend main menu p search section tbody tfoot thead tr',
);

/** An open element with blocks. */
interface Container {
  name: string;
  blocks: Block[];
  /** Of lists their items, of tables the cells of each row. */
  items: Block[][];
  rows: Block[][][];
  /** The terms or the summary that the next blocks explain, and whether any did. */
  terms: string[];
  isExplained: boolean;
}

/** A line break while the white space around it is collapsed. */
const lineBreak = '\u2028';

/** A longer text in a cell (UTF-16 units) means that the table is layout, not data. */
const maxCellLength = 2_000;

/** The longest term with an explanation (UTF-16 units), and of several terms together. */
const maxTermLength = 300;
const maxTerms = 8;

/** Makes blocks of the tags and texts of a page, which come in order; each opened tag is closed. */
export class HtmlBlocks {
  readonly #open: Container[] = [containerOf('')];
  /** The state of the present paragraph, heading or preformatted text. */
  #parts: string[] = [];
  /** Where in it the open link begins, and where that leads. */
  #link: { at: number; url: string } | undefined;
  /** Links open that lead to other places of the same site. */
  #inside = 0;
  /** Whether any of its text is outside of such links. */
  #isText = false;
  /** The open `a` element. */
  readonly #anchors: { isInside: boolean; isPlace: boolean }[] = [];
  /** Elements open within the outermost one that is dropped, that one included. */
  #unseen = 0;
  #preformatted = 0;
  /** Of the open heading. */
  #depth: number | undefined;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#unseen > 0 || dropped.has(name) || isAside(name, attributes)) {
      this.#unseen++;
      return;
    }
    if (name === 'br') this.#break();
    else if (name === 'a') this.#openLink(attributes.href ?? '');
    else if (name === 'pre') this.#openPreformatted();
    else if (name === 'hr') this.#add({ kind: 'rule' });
    else if (/^h[1-6]$/.test(name)) this.#openHeading(Number(name[1]));
    else if (containers.has(name)) this.#openContainer(name);
    else if (boundaries.has(name)) this.#endParagraph();
    if (name === 'tr' && this.#container.name === 'table') this.#container.rows.push([]);
  }

  close(name: string): void {
    if (this.#unseen > 0) this.#unseen--;
    else if (name === 'a') {
      this.#closeLink();
      if (this.#anchors.pop()?.isInside) this.#inside--;
    } else if (name === 'pre') this.#closePreformatted();
    else if (/^h[1-6]$/.test(name)) this.#closeHeading();
    else if (containers.has(name)) this.#closeContainer();
    else if (boundaries.has(name)) this.#endParagraph();
  }

  text(text: string): void {
    if (this.#unseen > 0) return;
    const says = /[\p{L}\p{N}]/u.test(text);
    // The sign of a link to a heading ("#", "¶").
    if (!says && this.#anchors.at(-1)?.isPlace && text.trim() !== '') return;
    this.#parts.push(text);
    if (says && this.#inside === 0) this.#isText = true;
  }

  end(): Block[] {
    this.#endParagraph();
    return explained(this.#container);
  }

  get #container(): Container {
    return this.#open.at(-1) as Container;
  }

  /** Adds a block to the open element, after ending the paragraph. */
  #add(block: Block): void {
    this.#endParagraph();
    this.#put(block);
  }

  #put(block: Block): void {
    const { name, blocks, items } = this.#container;
    if (name !== 'ul' && name !== 'ol') blocks.push(block);
    else if (items.length === 0) items.push([block]);
    else items.at(-1)?.push(block);
  }

  #endParagraph(): void {
    if (this.#preformatted > 0) return;
    if (this.#depth !== undefined) this.#parts.push(' ');
    else {
      const isText = this.#isText;
      const text = this.#taken();
      // A block of only links ("Next", "Contents") is navigation.
      if (text !== '' && isText) this.#put({ kind: 'paragraph', text });
    }
  }

  /** The present text, on one line except for breaks. */
  #taken(): string {
    this.#closeLink();
    const lines = this.#parts.join('').split(lineBreak);
    this.#parts = [];
    this.#isText = false;
    return lines
      .map(collapsed)
      .filter((line) => line !== '')
      .join('\n');
  }

  /** Two breaks in a row separate paragraphs. */
  #break(): void {
    if (this.#preformatted > 0) this.#parts.push('\n');
    else if (this.#depth !== undefined) this.#parts.push(' ');
    else if (this.#isAtBreak()) this.#endParagraph();
    else this.#parts.push(lineBreak);
  }

  #isAtBreak(): boolean {
    const last = this.#parts.findLast((part) => part.trim() !== '' || part === lineBreak);
    return last === lineBreak;
  }

  #openHeading(depth: number): void {
    if (this.#depth !== undefined) this.#closeHeading();
    this.#endParagraph();
    if (this.#preformatted === 0) this.#depth = depth;
  }

  #closeHeading(): void {
    const depth = this.#depth;
    if (depth === undefined) return;
    const text = this.#taken().replaceAll('\n', ' ');
    this.#depth = undefined;
    if (text !== '') this.#put({ kind: 'heading', depth, text });
  }

  #openPreformatted(): void {
    this.#endParagraph();
    if (this.#depth === undefined) this.#preformatted++;
  }

  #closePreformatted(): void {
    if (this.#preformatted === 0 || --this.#preformatted > 0) return;
    this.#closeLink();
    const text = this.#parts.join('').replace(/^\n/, '').replace(/\n$/, '');
    this.#parts = [];
    this.#isText = false;
    this.#put({ kind: 'code', language: '', text });
  }

  #openLink(url: string): void {
    const isInside = url !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(url);
    this.#anchors.push({ isInside, isPlace: url.startsWith('#') });
    if (isInside) this.#inside++;
    // A heading is a name that precedes every memory below it.
    const isPlain = this.#preformatted === 0 && this.#depth === undefined;
    const isKept = isPlain && /^https?:\/\/[^\s()<>]+$/.test(url);
    if (isKept && !this.#link) this.#link = { at: this.#parts.length, url };
  }

  #closeLink(): void {
    if (!this.#link) return;
    const { at, url } = this.#link;
    this.#link = undefined;
    const label = this.#parts.splice(at).join('');
    const said = collapsed(label.replaceAll(lineBreak, ' '));
    this.#parts.push(said === '' || said === url ? label : `${label.slice(0, label.search(/\S/))}[${said}](${url})`);
  }

  #openContainer(name: string): void {
    this.#endParagraph();
    this.#open.push(containerOf(name));
  }

  #closeContainer(): void {
    this.#endParagraph();
    const closed = this.#open.pop() as Container;
    const parent = this.#container;
    const { name, items, rows } = closed;
    const blocks = name === 'details' ? [] : explained(closed);
    if (name === 'li' && (parent.name === 'ul' || parent.name === 'ol')) parent.items.push(blocks);
    else if (name === 'li') this.#put({ kind: 'list', items: [blocks] });
    else if (name === 'ul' || name === 'ol') this.#put({ kind: 'list', items });
    else if (name === 'blockquote') this.#put({ kind: 'quote', blocks });
    else if (name === 'dt' || name === 'summary') nameNext(parent, blocks);
    else if (name === 'dd') {
      this.#put({ kind: 'section', title: parent.terms.join(', '), blocks });
      parent.isExplained = true;
    } else if (name === 'details')
      this.#put({ kind: 'section', title: closed.terms.join(', '), blocks: closed.blocks });
    else if (name === 'table') for (const block of [...blocks, ...tableOf(rows)]) this.#put(block);
    else if (parent.rows.length > 0) parent.rows.at(-1)?.push(blocks);
    else for (const block of blocks) this.#put(block);
  }
}

function isAside(name: string, { class: classes = '', id = '', role = '' }: Readonly<Record<string, string>>): boolean {
  if (pages.has(name)) return false;
  return (
    asideRoles.has(role) ||
    `${classes} ${id}`
      .toLowerCase()
      .split(/\s+/)
      .some((one) => aside.has(one))
  );
}

function containerOf(name: string): Container {
  return { name, blocks: [], items: [], rows: [], terms: [], isExplained: false };
}

/** The blocks of a container, with the terms at its end that have no explanation. */
function explained({ blocks, terms, isExplained }: Container): Block[] {
  const title = terms.join(', ');
  return title === '' || isExplained ? blocks : [...blocks, { kind: 'section', title, blocks: [] }];
}

/**
 * Treats the text of these blocks as a term that the next blocks explain, together with the few terms just before it.
 */
function nameNext(container: Container, blocks: readonly Block[]): void {
  if (container.isExplained) container.terms = [];
  container.isExplained = false;
  for (const block of blocks) {
    const text = 'text' in block ? block.text.replaceAll('\n', ' ') : undefined;
    if (text === undefined || text.length > maxTermLength) container.blocks.push(block);
    else if (container.terms.length < maxTerms) container.terms.push(text);
    else container.blocks.push({ kind: 'section', title: text, blocks: [] });
  }
}

function collapsed(text: string): string {
  return text.replace(/[ \t\r\n\f\u200b]+/g, ' ').trim();
}

/** A table of short cells; one that only lays out a page as its blocks. */
function tableOf(rows: readonly (readonly Block[])[][]): readonly Block[] {
  const texts = rows.map((row) => row.map(cellText));
  const filled = texts.filter((row) => row.some((text) => text !== ''));
  const [header = [], ...others] = filled;
  if (header.length < 2 || texts.flat().includes(undefined)) return rows.flat(2);
  return [{ kind: 'table', header: header as string[], rows: others as string[][] }];
}

/** The text of a cell, if it is a plain table cell. */
function cellText(blocks: readonly Block[]): string | undefined {
  const [only, ...more] = blocks;
  if (!only) return '';
  const isShort = more.length === 0 && only.kind === 'paragraph' && only.text.length <= maxCellLength;
  return isShort ? only.text.replaceAll('\n', ' ') : undefined;
}
