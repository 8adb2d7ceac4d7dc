/** An event of a stream that the service sends. */
export interface StreamEvent {
  event: string;
  /** The id from which to resume after it. */
  id: string | undefined;
  data: unknown;
}

/**
 * Reads server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. A heartbeat has no name, no id,
 * and null as its data.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => fieldIn(line)));
        const data = JSON.parse(fields.get('data') ?? 'null');
        yield { event: fields.get('event') ?? '', id: fields.get('id'), data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function fieldIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
