import { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Outside } from '../../../src/service/team/outside.ts';

/** An HTTP server inside; what it was asked. */
async function inside(host = '127.0.0.1', headers: Record<string, string> = {}, status = 200) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { connection: 'close', ...headers }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return { asked, port: (server.address() as AddressInfo).port };
}

/** Treats 127.0.0.2 as the public Internet, and a name that resolves to these addresses in turn; allows http. */
function outsideOf(addresses: string[]) {
  const asked: string[] = [];
  const names: LookupFunction = (hostname, options, done) => {
    if (hostname !== 'ai.test') return lookup(hostname, options, done as never);
    const address = addresses[asked.push(hostname) - 1] ?? addresses.at(-1)!;
    done(null, options.all ? (address.split(' ').map((one) => ({ address: one, family: 4 })) as never) : address, 4);
  };
  const outside = new Outside({ exceptions: [], lookup: names, isPublic: (one) => one === '127.0.0.2' });
  // Only the connection matters here.
  outside.check = () => undefined;
  return { outside, asked };
}

const refused = { cause: { message: 'The address is not on the public Internet.' } };

test('DNS rebinding does not pass the client for outside addresses', async () => {
  const { port, asked: requests } = await inside('127.0.0.2');
  const { outside, asked } = outsideOf(['127.0.0.2', '127.0.0.1']);
  const answer = await outside.fetch(`http://ai.test:${port}/v1`, { method: 'POST', body: '{}' });
  expect(await answer.json()).toStrictEqual({});
  await expect(outside.fetch(`http://ai.test:${port}/v1`)).rejects.toMatchObject(refused);
  expect([asked.length, requests]).toStrictEqual([2, ['/v1']]);
});

test('a host with one address that is not public is refused', async () => {
  const { port, asked } = await inside();
  const { outside } = outsideOf(['127.0.0.2 127.0.0.1']);
  await expect(outside.fetch(`http://ai.test:${port}/`)).rejects.toMatchObject(refused);
  expect(asked).toStrictEqual([]);
});

test('a literal IP address is checked', async () => {
  const { port, asked } = await inside();
  const { outside } = outsideOf([]);
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'localhost.', '2130706433'])
    await expect(outside.fetch(`http://${host}:${port}/`)).rejects.toMatchObject(refused);
  expect(asked).toStrictEqual([]);
});

test('a redirect is not followed, not even from an exempt host', async () => {
  const secret = await inside();
  const { port } = await inside('127.0.0.2', { location: `http://127.0.0.1:${secret.port}/` }, 307);
  const outside = new Outside({ exceptions: [`127.0.0.2:${port}`] });
  await expect(outside.fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
  const guarded = outsideOf(['127.0.0.2']);
  await expect(guarded.outside.fetch(`http://ai.test:${port}/`)).rejects.toThrow();
  expect(secret.asked).toStrictEqual([]);
});

test('an exemption covers one host, or one host and port', async () => {
  const { port } = await inside();
  const outside = new Outside({ exceptions: [`127.0.0.1:${port}`, 'AI.example'] });
  expect((await outside.fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(() => outside.check(`http://127.0.0.1:${port + 1}/`, 'baseUrl', '')).toThrow(/https/u);
  expect(() => outside.check('http://ai.example:99/v1', 'baseUrl', '')).not.toThrow();
  expect(() => outside.check('http://not.ai.example/v1', 'baseUrl', '')).toThrow(/https/u);
});
