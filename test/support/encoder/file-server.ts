import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

/** Serves files on loopback, with ranges, and counts requests. `misbehave` answers the next request instead. */
export async function serveFiles(files: ReadonlyMap<string, Buffer>) {
  const asked: { path: string; range: string | undefined }[] = [];
  const odd: Answer[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { range } = request.headers;
    asked.push({ path, range });
    const content = files.get(path);
    if (!content) return void response.writeHead(404).end();
    const answer = odd.shift() ?? whole;
    answer(request, response, content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, misbehave: (...answers: Answer[]) => void odd.push(...answers) };
}

/** All of it, or from where it is asked for. */
export const whole: Answer = ({ headers: { range } }, response, content) => {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from }).end(content.subarray(from));
};

/** Half of it, then the connection breaks. */
export const cutOff: Answer = ({ headers: { range } }, response, content) => {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const half = content.subarray(from, from + Math.ceil((content.length - from) / 2));
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
  response.write(half, () => setTimeout(() => response.destroy(), 20));
};

/** Never answers. */
export const silent: Answer = () => undefined;

export const redirectTo =
  (path: string): Answer =>
  (_, response) =>
    void response.writeHead(302, { location: path }).end();

export const instead =
  (content: Buffer): Answer =>
  (_, response) =>
    void response.end(content);
