import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './harness.ts';

/** The suite with the Node that it needs, each at one version. */
const nodeVersion = '22.23.3';

/** The options of a suite. */
export interface Suite {
  node: string;
  program: string;
}

/**
 * The official conformance suite of MCP of this version, cached between runs.
 * @throws if npm cannot reach its registry
 */
export function installSuite(version: string): Suite {
  const node = installed('node', nodeVersion, ['installArchSpecificPackage.js']);
  const suite = installed('@modelcontextprotocol/conformance', version);
  return { node: join(node, 'bin/node'), program: join(suite, 'dist/index.js') };
}

/** The folder of a package that is installed apart, once; `script` is what it runs then. */
function installed(name: string, version: string, script?: string[]): string {
  const folder = join(import.meta.dirname, '../../.cache/conformance', `${basename(name)}-${version}`);
  const own = join(folder, 'node_modules', name);
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return own;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  const run = { stdio: 'pipe', timeout: 240_000 } as const;
  execFileSync('npm', ['install', ...quiet, `${name}@${version}`], { ...run, cwd: folder });
  if (script) execFileSync(process.execPath, script, { ...run, cwd: own });
  writeFileSync(mark, '');
  return own;
}

/**
 * A proxy in front of a server: it adds the key, which the suite has no option for, and has a handshake ask for this version
 * of the protocol, since the suite's client always asks for its newest.
 */
export async function withKey(url: string, key: string, version?: string): Promise<string> {
  const target = new URL(url);
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = asking(Buffer.concat(chunks).toString('utf8'), version);
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    delete headers['transfer-encoding'];
    if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
    const { hostname: host, port } = target;
    const forwarded = request({ host, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    forwarded.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

function asking(body: string, version: string | undefined): string {
  if (version === undefined || !body.includes('"initialize"')) return body;
  const message = JSON.parse(body);
  if (message.method === 'initialize') message.params.protocolVersion = version;
  return JSON.stringify(message);
}

/** The suite's results. */
export interface Findings {
  exitCode: number;
  output: string;
  /** The ids of the checks that failed, by scenario. */
  failures: Map<string, string[]>;
  /** Scenarios without a failure. */
  passed: string[];
  /** Scenarios that found nothing to check. */
  unjudged: string[];
}

/** Runs the suite against a server, with its own options; its file of expected failures decides its exit code. */
export async function runSuite({ node, program }: Suite, url: string, args: string[]): Promise<Findings> {
  const results = temporaryFolder();
  const { exitCode, output } = await new Promise<Pick<Findings, 'exitCode' | 'output'>>((resolve) => {
    const all = [program, 'server', '--url', url, '--output-dir', results, ...args];
    execFile(node, all, { timeout: 240_000, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
  const found: Findings = { exitCode, output, failures: new Map(), passed: [], unjudged: [] };
  for (const folder of readdirSync(results).toSorted()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1] ?? folder;
    const checks = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Check[];
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    if (failed.length > 0) found.failures.set(scenario, failed);
    else if (checks.some(({ status }) => status === 'SUCCESS')) found.passed.push(scenario);
    else found.unjudged.push(scenario);
  }
  return found;
}

interface Check {
  id: string;
  status: string;
}
