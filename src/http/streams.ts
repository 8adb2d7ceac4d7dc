import type { Operation } from '../gate/operation.ts';
import type { Binding } from './bindings.ts';

/** What an operation answers that is streamed. */
interface Streamed {
  lines: AsyncIterable<string>;
}

/** The operation as it is where a request accepts its stream; undefined: it answers as usual. */
export function streamed({ operation, rest: { stream } }: Binding, accept = ''): Operation | undefined {
  if (!stream || !accept.split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === stream.type)) {
    return undefined;
  }
  return { ...operation, recorded: true, run: async (context, input) => ({ lines: await stream.run(context, input) }) };
}

export function isStream(output: object): output is Streamed {
  return 'lines' in output;
}

/** A stream's lines as they are sent. */
export async function* encoded(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}
