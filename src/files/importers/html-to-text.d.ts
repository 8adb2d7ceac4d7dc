/** The part of html-to-text that is used here; the package brings no types. */
declare module 'html-to-text' {
  export interface DomNode {
    name?: string;
    attribs?: Record<string, string>;
    children?: DomNode[];
  }
  export interface Builder {
    openBlock(options?: { leadingLineBreaks?: number; isPre?: boolean }): void;
    closeBlock(options?: { trailingLineBreaks?: number; blockTransform?: (text: string) => string }): void;
    addInline(text: string, options?: { noWordTransform?: boolean }): void;
    addLiteral(text: string): void;
    openTable(): void;
    openTableRow(): void;
    openTableCell(options?: { maxColumnWidth?: number }): void;
    closeTableCell(options?: { colspan?: number; rowspan?: number }): void;
    closeTableRow(): void;
    closeTable(options: {
      tableToString: (rows: { text: string }[][]) => string;
      leadingLineBreaks?: number;
      trailingLineBreaks?: number;
    }): void;
  }
  export type Walk = (nodes: DomNode[] | undefined, builder: Builder) => void;
  export type Formatter = (node: DomNode, walk: Walk, builder: Builder, options: Record<string, unknown>) => void;
  export interface Options {
    wordwrap?: number | false;
    encodeCharacters?: (word: string) => string;
    formatters?: Record<string, Formatter>;
    limits?: { maxDepth?: number; maxInputLength?: number };
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[];
  }
  export function convert(html: string, options?: Options): string;
}
