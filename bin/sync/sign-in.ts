import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { begin, finish, isOwn, type SignedIn } from '../../src/features/replicas/service/oauth-client.ts';
import { Refused } from '../terminal/command-line.ts';
import { openBrowser } from '../terminal/open-browser.ts';

const host = '127.0.0.1';
const path = '/signed-in';
/** How long the person has. */
const timeoutMs = 5 * 60_000;

/**
 * Signs a person in to a server, in the browser, which is redirected to a port that only this machine reaches (RFC
 * 8252).
 * @param opens false: the address is printed only
 * @throws Refused, ServiceError of oauth-client
 */
export async function signIn(url: string, opens: boolean): Promise<SignedIn> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const own = `${host}:${(server.address() as AddressInfo).port}`;
  let close = () => {};
  try {
    const begun = await begin(url, `http://${own}${path}`, `agent-memory-service on ${hostname()}`);
    const back = comingBack(server, own, (search) => isOwn(begun, search));
    process.stderr.write(`Open this address to sign in:\n\n  ${begun.address}\n\n`);
    if (opens) close = opened(begun.address);
    const { search, reply } = await back;
    try {
      const signed = await finish(begun, search, Date.now());
      reply('You are signed in. This page can be closed.');
      return signed;
    } catch (error) {
      reply('The sign-in has failed: the terminal says why.');
      throw error;
    }
  } finally {
    close();
    server.closeIdleConnections();
    server.close();
  }
}

function opened(address: string): () => void {
  try {
    return openBrowser(address);
  } catch (error) {
    process.stderr.write(`No browser was opened (${(error as Error).message}).\n`);
    return () => {};
  }
}

interface Back {
  search: URLSearchParams;
  reply(text: string): void;
}

/** The first request that brings this sign-in's answer; others are refused. Refused after five minutes. */
function comingBack(server: Server, own: string, isMeant: (search: URLSearchParams) => boolean): Promise<Back> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refused('no one signed in within five minutes')), timeoutMs);
    let isTaken = false;
    server.on('request', (request, response) => {
      const { pathname, searchParams: search } = new URL(request.url ?? '/', `http://${own}`);
      // The name guards against pages that point a name of theirs at this machine.
      const isHere = request.method === 'GET' && request.headers.host === own && pathname === path;
      if (!isHere || isTaken || !isMeant(search)) return page(response, 400, 'This is no answer to a sign-in.');
      isTaken = true;
      clearTimeout(timer);
      resolve({ search, reply: (text) => page(response, 200, text) });
    });
  });
}

function page(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  };
  response.writeHead(status, headers).end(`<!doctype html>
<html lang="en">
<title>agent-memory-service</title>
<p>${text}
`);
}
