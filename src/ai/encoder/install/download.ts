import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { EncoderNotInstalled } from './failure.ts';

/** Timeout for a server that sends nothing (ms). */
const silenceMs = 30_000;
/** Retries of a broken connection before the download fails. */
const maxTries = 4;

/** The expected size and digest of a file. */
export interface Expected {
  bytes: number;
  algorithm: 'sha256' | 'sha512';
  /** In hex. */
  digest: string;
}

export interface Download {
  url: string;
  /** Where the complete file goes. Until then its part is in `FILE.partial`. */
  file: string;
  expected: Expected;
  fetch: typeof globalThis.fetch;
  /** Bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  silenceMs?: number | undefined;
}

/**
 * Downloads a file, or resumes a partial download, and checks size and digest before renaming it. EncoderNotInstalled;
 * errors of the disk as they are.
 */
export async function download(given: Download): Promise<void> {
  const { file, expected } = given;
  if ((await sizeOf(file)) === expected.bytes && (await isExpected(file, expected))) return;
  const partial = `${file}.partial`;
  const resumed = await sizeOf(partial);
  await fetchRest(given, partial);
  if (await isExpected(partial, expected)) return rename(partial, file);
  await rm(partial, { force: true });
  // The part of an earlier try may have been damaged.
  if (resumed > 0) return download(given);
  throw new EncoderNotInstalled(
    `The file from ${given.url} is not the published one: its checksum differs. It was discarded.`,
  );
}

async function fetchRest(given: Download, partial: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = await sizeOf(partial);
    if (before >= given.expected.bytes) return;
    const fault = await append(given, partial, before).catch((error: unknown) => brokenBy(error, given));
    if (fault === undefined) return;
    // Reconnects as long as each connection brought something.
    if ((await sizeOf(partial)) > before) tries = 0;
    if (tries >= maxTries) throw new EncoderNotInstalled(`${given.url} could not be fetched: ${fault}.`);
  }
}

/** Appends the server's bytes from `from` on. Returns why it ended too early; undefined when the file is complete. */
async function append(given: Download, partial: string, from: number): Promise<string | undefined> {
  const { url, expected, onProgress } = given;
  const silence = new AbortController();
  const stop = () => silence.abort(given.signal?.reason);
  given.signal?.throwIfAborted();
  given.signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => silence.abort(new Error('the server said nothing')), given.silenceMs ?? silenceMs);
  let out: FileHandle | undefined;
  try {
    const headers = from > 0 ? { range: `bytes=${from}-` } : {};
    const answer = await given.fetch(url, { headers, signal: silence.signal });
    if (answer.status === 416) return await startAgain(partial);
    if (!answer.ok || !answer.body) throw new EncoderNotInstalled(`${url} answered ${answer.status}.`);
    const isRest = answer.status === 206;
    out = await open(partial, isRest ? 'a' : 'w', 0o600);
    let bytes = isRest ? from : 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > expected.bytes) throw tooLong(url);
      await out.writeFile(chunk);
      onProgress?.(bytes);
    }
    return bytes < expected.bytes ? 'the connection ended too early' : undefined;
  } finally {
    clearTimeout(timer);
    given.signal?.removeEventListener('abort', stop);
    await out?.close();
  }
}

async function startAgain(partial: string): Promise<string> {
  await rm(partial, { force: true });
  return 'the server has another file than before';
}

function tooLong(url: string): EncoderNotInstalled {
  return new EncoderNotInstalled(`The answer of ${url} is longer than the published file. It was discarded.`);
}

/** Why a connection broke, which allows a retry. Other errors are thrown. */
async function brokenBy(error: unknown, { file, signal }: Download): Promise<string> {
  if (signal?.aborted) throw signal.reason;
  if (error instanceof EncoderNotInstalled) {
    await rm(`${file}.partial`, { force: true });
    throw error;
  }
  const { syscall, message, cause } = error as NodeJS.ErrnoException & { cause?: Error };
  const isOfDisk = ['open', 'write', 'close', 'fsync'].includes(syscall ?? '');
  if (isOfDisk) {
    await rm(`${file}.partial`, { force: true });
    throw error;
  }
  return cause?.message || message;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Whether a file has the expected size and digest. */
export async function isExpected(file: string, { bytes, algorithm, digest }: Expected): Promise<boolean> {
  if ((await sizeOf(file)) !== bytes) return false;
  return (await digestOf(file, algorithm)) === digest;
}

/** The digest of a file, in hex. */
export async function digestOf(file: string, algorithm: Expected['algorithm']): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * A `fetch` with the proxy of the environment (HTTPS_PROXY, NO_PROXY), which Node's own ignores.
 * @param proxyOf the fallback without such a variable; called once
 */
export function proxiedFetch(proxyOf: () => Promise<string | undefined>): typeof globalThis.fetch {
  let made: Promise<(url: string, init: object) => Promise<unknown>> | undefined;
  const make = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    const httpsProxy = await proxyOf();
    const dispatcher = new EnvHttpProxyAgent(httpsProxy === undefined ? {} : { httpsProxy });
    return (url: string, init: object) => fetch(url, { ...init, dispatcher });
  };
  return (async (url: string, init: object) => {
    made ??= make();
    return (await made)(url, init);
  }) as typeof globalThis.fetch;
}
