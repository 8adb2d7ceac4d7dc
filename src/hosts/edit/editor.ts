import type { Json } from '../host.ts';
import type { Data, Key } from './data.ts';

/**
 * The text can't be read, or not be changed without touching other entries; the message has the reason, as a clause.
 */
export class CannotEdit extends Error {}

/**
 * Changes a text of one format and leaves every byte that it need not touch. Texts come without a byte order mark.
 * Each method answers texts to choose from, the most fitting first: the caller takes the first that reads as it must,
 * so a method may be wrong about a text that is odd enough.
 */
export interface Editor {
  /** CannotEdit. An empty text is an empty object. */
  parse(text: string): Data;
  /** A new value at the path; missing objects on the path are made. CannotEdit. */
  insert(text: string, path: readonly Key[], value: Json): string[];
  /** Another value where there is one. CannotEdit. */
  replace(text: string, path: readonly Key[], value: Json): string[];
  /** The text without the existing value at the path. CannotEdit. */
  remove(text: string, path: readonly Key[]): string[];
}

export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Where the line begins that the position is in. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** The whitespace that the line of the position begins with. */
export function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, position), position))?.[0] ?? '';
}

/** The position after the end of the line that the position is in. */
export function nextLine(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

/** The text with one piece in place of another. */
export function splice(text: string, start: number, end: number, piece: string): string {
  return text.slice(0, start) + piece + text.slice(end);
}
