import { inPlaceLimits } from '../limits.ts';
import type { ReadingTask } from './task.ts';

const [tab, newline, carriageReturn, space, lastAscii] = [9, 10, 13, 32, 126];

/**
 * Whether a document is certainly read fast: a short text in short lines, without control characters, most of it
 * letters. Hostile documents consist of markup and blanks.
 */
export function isSimple({ bytes, format }: Pick<ReadingTask, 'bytes' | 'format'>): boolean {
  if (bytes.length > inPlaceLimits.bytes || format === 'pdf' || format === 'docx') return false;
  if (Buffer.from(bytes).includes('%PDF-')) return false;
  let line = 0;
  let blanks = 0;
  let marks = 0;
  for (const byte of bytes) {
    line = byte === newline ? 0 : line + 1;
    if (line > inPlaceLimits.lineBytes) return false;
    if (byte <= space) {
      if (byte < space && byte !== tab && byte !== newline && byte !== carriageReturn) return false;
      blanks += 1;
    } else if (byte <= lastAscii && !isAlphanumeric(byte)) marks += 1;
  }
  const atMost = Math.max(100, bytes.length / 2);
  return blanks <= atMost && marks <= atMost;
}

/** Of ASCII. */
function isAlphanumeric(byte: number): boolean {
  const lower = byte | 32;
  return (byte >= 48 && byte <= 57) || (lower >= 97 && lower <= 122);
}
