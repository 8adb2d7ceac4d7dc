import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Call } from '../../test/support/sample.ts';

type Settings = Record<string, string>;

/** A build of the program, used as its users use it, on one store. */
export class Build {
  readonly version: string;
  readonly #program: string;
  readonly #settings: Settings;

  /** @param folder the checkout in which it was built */
  constructor(folder: string, store: string, home: string) {
    this.#program = join(folder, 'dist/agent-memory-service.cjs');
    this.version = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
    this.#settings = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      SERVICE_DB: store,
      SERVICE_RATE_LIMITS: 'off',
      SERVICE_LOG_LEVEL: 'error',
    };
  }

  /** An agent's session over stdio. */
  async agent<Result>(settings: Settings, session: (call: Call) => Promise<Result>): Promise<Result> {
    const env = { ...this.#settings, ...settings };
    const client = new Client({ name: 'sample', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [this.#program], env }));
    try {
      return await session(async (name, input = {}) => {
        const { structuredContent, isError } = await client.callTool({ name, arguments: input });
        if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
        return structuredContent as never;
      });
    } finally {
      await client.close();
    }
  }

  /** Runs a command and returns its JSON output. */
  command<Printed>(...line: string[]): Printed {
    const args = [this.#program, ...line, '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: this.#settings, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${line.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as Printed;
  }

  /** A server over HTTP while `session` runs; it asks with a key, method, path and body. */
  async served<Result>(session: (ask: Ask) => Promise<Result>): Promise<Result> {
    const env = { ...this.#settings, SERVICE_LOG_LEVEL: 'info' };
    const child = spawn(process.execPath, [this.#program, 'serve', '--port', '0'], { env });
    let log = '';
    child.stderr.setEncoding('utf8');
    try {
      await new Promise<void>((resolve, reject) => {
        // Read completely: a server blocks when its log is not read.
        child.stderr.on('data', (text: string) => {
          log += text;
          if (log.includes('"message":"serving"')) resolve();
        });
        child.once('exit', () => reject(new Error(`serve: ${log}`)));
      });
      const url = /"url":"([^"]+)"/.exec(log)?.[1] ?? '';
      return await session(async (key, method, path, body) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
        return (await response.json()) as never;
      });
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  }
}

type Ask = <T>(key: string, method: string, path: string, body?: object) => Promise<T>;
