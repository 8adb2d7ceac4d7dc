import type { FileEncoding, FileRecord } from '../../domain/file.ts';
import { encodeContent, encodingOf } from '../../files/decode.ts';
import { documentSize, maxDocument } from '../answer-size.ts';
import type { Context } from '../context.ts';

interface Content {
  content: string;
  encoding: FileEncoding;
}

/** A snapshot with its content as it goes over the wire. FileNotFound. */
export async function downloadFile(
  { store, principal }: Context,
  fileId: string,
  version: number | undefined,
): Promise<FileRecord & Content> {
  const { bytes, ...record } = await store.files.get(principal, fileId, version);
  const encoding = encodingOf(bytes);
  return { ...record, content: encodeContent(bytes, encoding), encoding };
}

/** A piece of a file's bytes: where it begins, how long it is, and where the next one begins unless it is the last. */
export interface FilePart extends Content {
  offset: number;
  length: number;
  nextOffset?: number;
}

/**
 * At most `length` bytes of a snapshot from `offset` on, fewer if an answer has no room for them; never none before the
 * end. In a text, a part begins and ends between characters: `offset` moves back to the beginning of one. FileNotFound.
 */
export async function downloadPart(
  { store, principal }: Context,
  fileId: string,
  version: number | undefined,
  asked: { offset: number; length: number },
): Promise<FileRecord & FilePart> {
  const { bytes, ...record } = await store.files.get(principal, fileId, version);
  return { ...record, ...cut(bytes, encodingOf(bytes), asked) };
}

function cut(bytes: Uint8Array, encoding: FileEncoding, asked: { offset: number; length: number }): FilePart {
  const bound = (at: number) => (encoding === 'utf8' ? characterStart(bytes, at) : at);
  const offset = bound(Math.min(asked.offset, bytes.length));
  for (let { length } = asked; ; length = Math.ceil(length / 2)) {
    const wanted = Math.min(offset + length, bytes.length);
    // Too short for the first character: that character, whole.
    const end = bound(wanted) > offset ? bound(wanted) : Math.min(characterEnd(bytes, offset), bytes.length);
    const content = encodeContent(bytes.subarray(offset, end), encoding);
    if (documentSize(content) > maxDocument) continue;
    return { content, encoding, offset, length: end - offset, ...(end < bytes.length && { nextOffset: end }) };
  }
}

const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && isInside(bytes[start])) start--;
  return start;
}

function characterEnd(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (isInside(bytes[end])) end++;
  return end;
}
