import { type ReadDocument, unreadable } from '../document.ts';
import { checkZip } from '../zip.ts';
import { readHtml } from './html.ts';

/** A Word document: its headings, lists, tables and paragraphs. Pictures are left out. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  const parts = checkZip(bytes);
  if (!parts.has('[Content_Types].xml') || ![...parts].some((name) => /^word\/.*\.xml$/.test(name))) {
    throw unreadable('it is a zip archive but no Word document');
  }
  const { default: mammoth } = await import('mammoth');
  const noPictures = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  const converted = await mammoth
    .convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: noPictures, externalFileAccess: false })
    .catch(() => {
      throw unreadable('it is no valid Word document');
    });
  return readHtml(converted.value);
}
