import type { Binding } from './bindings.ts';

/** An answer that is not JSON. */
export interface Document {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The document that an output is answered as, or undefined for JSON. */
export function toDocument(
  { rest: { answers } }: Binding,
  output: Record<string, unknown>,
  accept: string | undefined,
): Document | undefined {
  if (answers === 'markdown') {
    return { body: String(output.markdown), headers: { 'content-type': 'text/markdown; charset=utf-8' } };
  }
  if (answers !== 'file' || !wantsBytes(accept)) return undefined;
  const { content, encoding, path } = output as { content: string; encoding: string; path?: unknown };
  const isText = encoding === 'utf8';
  return {
    body: isText ? content : new Uint8Array(Buffer.from(content, 'base64')),
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/octet-stream',
      // Never rendered inline, with any content.
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(String(path ?? 'file'))}`,
    },
  };
}

/** Whether everything that a request accepts is text or plain bytes. */
function wantsBytes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  return types.every((type) => type === 'application/octet-stream' || type.startsWith('text/'));
}

/** The last part of a path, as RFC 8187 writes it. */
function encodeName(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
