/** A block of an event stream; a heartbeat has neither name nor data. */
export interface ServerEvent {
  event: string | undefined;
  /** Its id, to resume after it. */
  id: string | undefined;
  data: string;
}

/** Reads server-sent events as our server writes them: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const [, name = '', text = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
        fields.set(name, text);
      }
      yield { event: fields.get('event'), id: fields.get('id'), data: fields.get('data') ?? '' };
    }
  }
}
