import { StringDecoder } from 'node:string_decoder';

/** A line that is longer than its reader allows. */
export class LineTooLong extends Error {}

/**
 * The lines of a stream of UTF-8 from a program that is not trusted. Throws LineTooLong as soon as one is longer: nothing
 * beyond the bound is kept.
 * @param most bytes of a line
 */
export async function* boundedLines(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  const decoder = new StringDecoder('utf8');
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); ; end = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += piece.length;
      if (length > most) throw new LineTooLong(`a line is longer than ${most} bytes`);
      parts.push(decoder.write(piece));
      if (end < 0) break;
      const line = parts.join('');
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
      [parts, length, from] = [[], 0, end + 1];
    }
  }
  if (length > 0) yield parts.join('');
}
