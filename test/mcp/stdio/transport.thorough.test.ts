import { PassThrough, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { StdioTransport } from '../../../src/mcp/stdio/transport.ts';
import { cpuTimeOf } from '../../support/cost.ts';

interface Answer {
  id: unknown;
  result?: object;
  error?: { code: number; message: string };
}

type Request = JSONRPCMessage & { id: number | string; method: string };

/** A transport between streams in memory; `answer` says what each request is answered, undefined for not yet. */
async function connect(answer: (request: Request) => object | undefined = () => ({})) {
  const input = new PassThrough();
  const held: { callback: () => void }[] = [];
  const written: string[] = [];
  const host = { reads: true };
  const output = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, callback) {
      written.push(chunk.toString());
      if (host.reads) callback();
      else held.push({ callback });
    },
  });
  const transport = new StdioTransport(input, output);
  const delivered: JSONRPCMessage[] = [];
  const reasons: string[] = [];
  transport.onmessage = (message) => {
    delivered.push(message);
    if (!('method' in message && 'id' in message)) return;
    const result = answer(message);
    if (result) void transport.send({ jsonrpc: '2.0', id: message.id, result } as JSONRPCMessage);
  };
  transport.onerror = ({ message }) => reasons.push(message);
  await transport.start();
  return {
    input,
    output,
    transport,
    delivered,
    reasons,
    answers: () => written.map((line) => JSON.parse(line) as Answer),
    /** The host stops reading; the answer function continues. */
    stopReading() {
      host.reads = false;
      return () => {
        host.reads = true;
        for (const { callback } of held.splice(0)) callback();
      };
    },
    /** Ends the input and waits until all of it is processed. */
    async end() {
      input.end();
      await transport.settled();
    },
  };
}

const request = (id: unknown, more: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', ...more });
const turn = () => new Promise((resolve) => setImmediate(resolve));

function pieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

describe('lines', () => {
  const text = 'héllo 🧠\u2028';
  const params = { text };

  test.each([
    ['in one piece', (bytes: Buffer) => [bytes]],
    ['byte for byte', (bytes: Buffer) => pieces(bytes, 1)],
    ['in pieces of seven', (bytes: Buffer) => pieces(bytes, 7)],
  ])('lines that arrive %s are the same messages', async (_, cut) => {
    const { input, delivered, end, reasons } = await connect();
    const lines = `\ufeff${request(1, { params })}\r\n\n \r\n${request('two', { params })}\n${request(3)}`;
    for (const piece of cut(Buffer.from(lines))) input.write(piece);
    await end();
    expect(delivered).toMatchObject([{ id: 1, params }, { id: 'two', params }, { id: 3 }]);
    expect(reasons).toStrictEqual([]);
  });

  test('a line in many small pieces takes linear time', async () => {
    const reading = (count: number) =>
      cpuTimeOf(async () => {
        const { input, delivered, end } = await connect();
        input.write('{"jsonrpc":"2.0","method":"note","params":{"text":"');
        for (let i = 0; i < count; i++) input.write('x'.repeat(100));
        input.write('"}}\n');
        await end();
        expect(delivered).toHaveLength(1);
      });
    await reading(2_000);
    // Copying all input at every piece would take minutes.
    expect(await reading(100_000)).toBeLessThan(5_000);
  });
});

describe('invalid messages', () => {
  const invalid = -32600;
  test.each([
    ['no JSON', '{"jsonrpc":', null, -32700],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), null, -32700],
    ['params that are a list', request(7, { params: [1] }), 7, -32602],
    ['params that are a text', request('a', { params: 'x' }), 'a', -32602],
    ['params that are null', request(7, { params: null }), 7, -32602],
    ['a _meta that is none', request(7, { params: { _meta: 5 } }), 7, -32602],
    ['a fractional id', request(1.5), 1.5, invalid],
    ['no id but null', request(null), null, invalid],
    ['an object for an id', request({ a: 1 }), null, invalid],
    ['an infinite id', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', null, invalid],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', 3, invalid],
    ['no version', '{"id":3,"method":"ping"}', 3, invalid],
    ['no method', '{"jsonrpc":"2.0","id":3}', 3, invalid],
    ['a method that is none', request(3, { method: 5 }), 3, invalid],
    ['another member', request(3, { extra: true }), 3, invalid],
    ['a batch', `[${request(1)},${request(2)}]`, null, invalid],
    ['an empty batch', '[]', null, invalid],
    ['an empty object', '{}', null, invalid],
    ['a number', '5', null, invalid],
    ['null', 'null', null, invalid],
  ])('an invalid message is answered: %s', async (_, line, id, code) => {
    const { input, answers, delivered, end, reasons } = await connect();
    input.write(line);
    input.write(`\n${request(99)}\n`);
    await end();
    expect(answers()).toStrictEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 99, result: {} },
    ]);
    expect(delivered).toHaveLength(1);
    expect(reasons).toHaveLength(1);
  });

  test.each([
    ['notification', '{"jsonrpc":"2.0","method":"note","params":[1]}'],
    ['response', '{"jsonrpc":"2.0","id":4,"result":5}'],
    ['error', '{"jsonrpc":"2.0","id":4,"error":"no"}'],
  ])('an invalid %s is logged, not answered', async (_, line) => {
    const { input, answers, end, reasons } = await connect();
    input.write(`${line}\n`);
    await end();
    expect(answers()).toStrictEqual([]);
    expect(reasons).toHaveLength(1);
  });

  test('an error never repeats the input', async () => {
    const { input, answers, end, reasons } = await connect();
    input.write('{"secret": ams_0123456789}\n');
    await end();
    expect(JSON.stringify([answers(), reasons])).not.toMatch(/ams_|secret/);
  });

  const long = 'x'.repeat(1024 * 1024);
  test.each([
    ['before all else', '{"id":5,"params":{"text":"', '"}}', 5],
    ['after the version', '{"jsonrpc":"2.0", "id":"a-b","params":{"text":"', '"}}', 'a-b'],
    ['after all else', '{"method":"m","params":{"text":"', '"},"jsonrpc":"2.0","id":6}', 6],
    ['before the version', '{"method":"m","params":{"text":"', '"},"id":6,"jsonrpc":"2.0"}\r', 6],
    ['in something nested', '{"params":{"id":3,"text":"', '","id":4}}', null],
    ['nowhere', '', '', null],
  ])('an overlong message is answered and skipped, and its id is %s', async (_, head, tail, id) => {
    const { input, answers, delivered, end } = await connect();
    input.write(head);
    for (let i = 0; i < 17; i++) input.write(long);
    input.write(`${tail}\n${request(99)}\n`);
    await end();
    expect(answers()).toMatchObject([
      { id, error: { code: -32600, message: expect.stringContaining('16 MiB') } },
      { id: 99 },
    ]);
    expect(delivered).toHaveLength(1);
  });
});

describe('backpressure', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `${request(i)}\n`).join('');

  test('requests yield to everything else, one per turn', async () => {
    const { input, delivered, end } = await connect();
    input.write(many(1_000));
    await turn();
    const before = delivered.length;
    expect(before).toBeLessThan(5);
    for (let i = 0; i < 10; i++) await turn();
    expect(delivered.length - before).toBeLessThanOrEqual(12);
    await end();
    expect(delivered).toHaveLength(1_000);
  });

  test('reading pauses while the host leaves 8 MB unread', async () => {
    const { input, delivered, output, end, stopReading, answers } = await connect(() => ({
      text: 'x'.repeat(100_000),
    }));
    const readOn = stopReading();
    input.write(many(500));
    await expect.poll(() => output.writableLength).toBeGreaterThan(8_000_000);
    for (let i = 0; i < 50; i++) await turn();
    expect(output.writableLength).toBeLessThan(8_300_000);
    expect(delivered.length).toBeLessThan(90);
    readOn();
    await end();
    expect(answers().map(({ id }) => id)).toStrictEqual(Array.from({ length: 500 }, (_, i) => i));
  });

  test('running requests are limited, and so is the queue', async () => {
    const running: Request[] = [];
    const { input, transport, delivered, end } = await connect((one) => void running.push(one));
    input.write(many(100));
    for (let i = 0; i < 200; i++) await turn();
    expect(delivered).toHaveLength(32);
    const filler = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'note', params: { x: 'y'.repeat(60_000) } })}\n`,
    );
    let isTaken = true;
    for (let i = 0; i < 400 && isTaken; i++) {
      isTaken = input.write(filler);
      await turn();
    }
    expect(isTaken).toBe(false);
    expect(input.isPaused()).toBe(true);
    const answering = setInterval(() => {
      for (const { id } of running.splice(0)) void transport.send({ jsonrpc: '2.0', id, result: {} });
    }, 1);
    await end();
    clearInterval(answering);
    expect(delivered.length).toBeGreaterThan(200);
  });

  test('a cancelled request, which has no answer, makes room', async () => {
    const { input, delivered } = await connect(() => undefined);
    const cancel = (requestId: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    input.write(many(31));
    for (let id = 0; id < 31; id++) input.write(`${JSON.stringify(cancel(id))}\n`);
    input.write(many(32));
    await expect.poll(() => delivered.length).toBe(31 + 31 + 32);
  });

  test('queued messages are dropped at the end, and running ones are answered', async () => {
    const running: Request[] = [];
    const { input, transport, delivered, answers } = await connect((one) => void running.push(one));
    input.write(many(50));
    await expect.poll(() => delivered.length).toBe(32);
    transport.drop();
    input.write(many(50));
    for (const { id } of running) void transport.send({ jsonrpc: '2.0', id, result: {} });
    await transport.settled();
    expect(delivered).toHaveLength(32);
    expect(answers()).toHaveLength(32);
  });

  test('a broken input ends the transport, reported once', async () => {
    const { input, transport, reasons } = await connect();
    const ends: string[] = [];
    transport.onend = () => ends.push('end');
    input.destroy(new Error('read ECONNRESET'));
    await expect.poll(() => ends).toStrictEqual(['end']);
    for (let i = 0; i < 5; i++) await turn();
    expect(ends).toStrictEqual(['end']);
    expect(reasons).toStrictEqual(['read ECONNRESET']);
  });
});

describe('batches', () => {
  const handshake = request(0, { method: 'initialize' });
  const speaking = (protocolVersion: string) => (asked: Request) => {
    if (asked.method === 'initialize') return { protocolVersion };
    return asked.id === 'never' ? undefined : { said: asked.id };
  };
  const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

  async function answersTo(line: string, revision = '2025-03-26') {
    const { input, answers, delivered, end } = await connect(speaking(revision));
    input.write(`${handshake}\n${line}\n${request(99)}\n`);
    await end();
    expect(answers()[0]).toMatchObject({ id: 0 });
    expect(answers().at(-1)).toMatchObject({ id: 99 });
    return { between: answers().slice(1, -1) as unknown[], delivered: delivered.length - 2 };
  }

  test('a batch of a revision that allows it gets one message with all answers', async () => {
    const { between, delivered } = await answersTo(`[${request(1)},${note},5,${request('b')},${handshake}]`);
    expect(delivered).toBe(3);
    expect(between).toStrictEqual([
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 1, result: { said: 1 } },
        { jsonrpc: '2.0', id: 'b', result: { said: 'b' } },
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'A message must be a JSON object.' } },
        { jsonrpc: '2.0', id: 0, error: { code: -32600, message: 'initialize must not be part of a batch.' } },
      ]),
    ]);
    expect(between[0]).toHaveLength(4);
  });

  test('a batch of notifications gets no answer, nor does a cancelled request in one', async () => {
    expect(await answersTo(`[${note},${note}]`)).toStrictEqual({ between: [], delivered: 2 });
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}';
    const { between } = await answersTo(`[${request('never')},${request(1)},${cancel}]`);
    expect(between).toStrictEqual([[{ jsonrpc: '2.0', id: 1, result: { said: 1 } }]]);
  });

  test.each([
    ['an empty one', '[]', '2025-03-26', 'A batch must hold a message.'],
    ['one of too many', `[${Array(101).fill(note)}]`, '2025-03-26', 'A batch must hold at most 100 messages.'],
    [
      'one of another revision',
      `[${request(1)}]`,
      '2025-11-25',
      'Batches are of revision 2025-03-26 alone, and this connection speaks 2025-11-25: send one message a line.',
    ],
  ])('a batch is refused whole: %s', async (_, line, revision, message) => {
    const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message } };
    expect(await answersTo(line, revision)).toStrictEqual({ between: [refused], delivered: 0 });
  });
});
