import { type ReadDocument, unreadable } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { type Parts, unzip } from '../zip.ts';
import { readHtml } from './html.ts';

/** The parts with text and their relations; pictures are not unpacked. */
const isText = (name: string) => /\.(?:xml|rels)$/i.test(name);

/** A Word document: its headings, lists, tables and paragraphs. Pictures are left out. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  const parts = unzip(bytes, isText);
  if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /^word\/.*\.xml$/.test(name))) {
    throw unreadable('it is a zip archive but no Word document');
  }
  refuseBeyond(limits.tags, tags(parts), 'tags');
  const { default: mammoth } = await import('mammoth');
  const noPictures = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  const converted = await mammoth
    .convertToHtml(unpacked(parts), { convertImage: noPictures, externalFileAccess: false })
    .catch(() => {
      throw unreadable('it is no valid Word document');
    });
  return readHtml(converted.value);
}

/** How many opening brackets all parts have together: no fewer than tags. */
function tags(parts: Parts): number {
  let count = 0;
  for (const part of parts.values()) {
    for (let at = part.indexOf(0x3c); at >= 0; at = part.indexOf(0x3c, at + 1)) count++;
  }
  return count;
}

/** The parts as an unpacked archive, so that the library never unpacks one itself. */
function unpacked(parts: Parts): { buffer: Buffer } {
  const file = {
    exists: (name: string) => parts.has(name),
    read: async (name: string, encoding?: string) => {
      const part = parts.get(name) ?? new Uint8Array();
      if (encoding === undefined) return part;
      return encoding === 'base64' ? Buffer.from(part).toString('base64') : new TextDecoder(encoding).decode(part);
    },
  };
  // The library's types know only of archives that are still packed.
  return { file } as unknown as { buffer: Buffer };
}
