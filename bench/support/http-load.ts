import { connect } from 'node:net';
import { quantile } from './report.ts';

export interface Load {
  port: number;
  /** Returns the raw request; called for each. */
  next: () => string;
  connections: number;
  /** Stop after this many answers. */
  requests: number;
}

interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Answers with another status than 2xx. */
  failed: number;
}

/** Keeps each connection busy with one request after the other. A client of Node's own would take more time than the server. */
export async function load({ port, next, connections, requests }: Load): Promise<Measured> {
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      socket.setEncoding('latin1');
      let finish: () => void = () => undefined;
      const done = new Promise<void>((resolve, reject) => {
        finish = resolve;
        socket.once('error', reject);
      });
      let answer = '';
      let asked = 0;
      const ask = () => {
        if (sent >= requests) {
          socket.destroy();
          finish();
          return;
        }
        sent += 1;
        asked = performance.now();
        socket.write(next());
      };
      socket.on('connect', ask);
      socket.on('data', (chunk: string) => {
        answer += chunk;
        const end = answer.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? 0);
        if (answer.length < end + 4 + length) return;
        if (answer[9] !== '2') failed += 1;
        times.push(performance.now() - asked);
        answer = '';
        ask();
      });
      await done;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(times, q)) as [number, number, number];
  return { perSecond: times.length / seconds, p50, p95, p99, failed };
}

/** A request as text. */
export function request(method: string, path: string, key: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...content];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
