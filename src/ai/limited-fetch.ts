const MB = 1_000_000;

/** The size limits of an answer, in bytes: answers to a text have a few kB, vectors some hundred kB. */
const maxAnswerBytes = 4 * MB;
const maxVectorBytes = 64 * MB;

/** A provider's answer is implausibly large; reading stopped. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor(maxBytes: number) {
    super(`answered more than ${maxBytes / MB} MB`);
  }
}

/**
 * A `fetch` for the providers' clients. An answer that exceeds its limit when decompressed fails with AnswerTooLarge
 * while it is read, and its connection is closed.
 */
export const limited =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const address = input instanceof Request ? input.url : String(input);
    const maxBytes = new URL(address).pathname.endsWith('/embeddings') ? maxVectorBytes : maxAnswerBytes;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(atMost(maxBytes)), { status, statusText, headers });
  };

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let read = 0;
  return new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read > maxBytes) throw new AnswerTooLarge(maxBytes);
      controller.enqueue(chunk);
    },
  });
}
