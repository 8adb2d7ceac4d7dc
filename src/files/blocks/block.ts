/** What a document is made of, whichever markup it is written in; texts are as they become memories. */
export type Block =
  | { kind: 'heading'; depth: number; text: string }
  /** `label`: its text without marks, where it is bold throughout. */
  | { kind: 'paragraph'; text: string; label?: string | undefined }
  | { kind: 'list'; items: readonly (readonly Block[])[] }
  | { kind: 'quote'; blocks: readonly Block[] }
  /** The explanation of a term, or the text below a title that applies only to it. */
  | { kind: 'section'; title: string; blocks: readonly Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; header: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'rule' };
