import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { type MetricName, metrics } from '../../src/domain/metrics.ts';
import { prometheusName } from '../../src/features/telemetry/prometheus.ts';
import { testKey } from '../support/ai.ts';
import { Collector } from '../support/collector.ts';
import { type Body, temporaryFolder } from '../support/harness.ts';
import { Provider } from '../support/provider.ts';
import { sampleOf, scrape } from '../support/scrape.ts';
import { startServe } from '../support/served.ts';
import { startServer } from '../support/spawned.ts';

const newPath = () => join(temporaryFolder(), 'memory.db');
const prometheus = { SERVICE_METRICS: 'prometheus', SERVICE_METRICS_PORT: '0', SERVICE_WORKERS: '1' };

type Served = Awaited<ReturnType<typeof startServe>>;

/** Calls over REST, as the owner. */
function caller({ url, key }: Served) {
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

/** The lines of the log. */
function logOf({ output }: Served): Body[] {
  const lines = output.stderr.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Body);
}

const metricsUrlOf = (served: Served) => String(logOf(served).find(({ message }) => message === 'serving')?.metrics);

async function stopped(served: Served): Promise<void> {
  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
}

test('/metrics counts calls of all threads without names of people, and a port in use is refused', async () => {
  const provider = await Provider.start();
  provider.usual = { operations: [{ operation: 'ADD', content: 'Ada keeps bees.', category: 'facts' }] };
  const served = await startServe(newPath(), {
    ...prometheus,
    SERVICE_TIER: 'STARTER',
    SERVICE_AI_API_KEY: testKey,
    SERVICE_AI_BASE_URL: `${provider.url}/v1`,
    SERVICE_AUTO_CAPTURE: 'true',
    SERVICE_NODE_NAME: 'north',
  });
  const call = caller(served);
  expect(await call('POST', '/v1/characters', { name: 'Ada' })).toBe(201);
  expect(await call('POST', '/v1/characters/Ada/memories', { content: 'Ada said that she keeps bees.' })).toBe(201);
  for (const query of ['bees', 'honey']) {
    expect(await call('POST', '/v1/characters/Ada/memories/search', { query })).toBe(200);
  }
  expect(await call('GET', '/v1/characters/Bo')).toBe(404);
  expect(await call('PURGE', '/v1/characters/Ada')).toBe(405);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${served.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }) as never);
  await client.callTool({ name: 'get_tier', arguments: {} });
  await client.close();
  const flood = await Promise.all(Array.from({ length: 400 }, () => call('GET', '/v1/characters')));
  const refused = flood.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);

  const samples = await scrape(metricsUrlOf(served));
  const value = (name: MetricName, labels: Record<string, string> = {}, series = '') =>
    sampleOf(samples, `${prometheusName(name)}${series}`, labels);
  const count = (name: MetricName, labels: Record<string, string>) => value(name, labels, '_count');
  const search = { method: 'POST', route: '/v1/characters/{id}/memories/search', status: '200' };
  expect(count('http.server.request.duration', search)).toBe(2);
  expect(count('http.server.request.duration', { method: 'GET', status: '404' })).toBe(1);
  expect(count('http.server.request.duration', { method: 'other' })).toBe(1);
  expect(count('agent_memory.operation.duration', { operation: 'search_memories', outcome: 'ok' })).toBe(2);
  expect(count('agent_memory.operation.duration', { operation: 'get_tier', outcome: 'ok' })).toBe(1);
  expect(count('agent_memory.operation.duration', { outcome: 'CharacterNotFound' })).toBe(1);
  for (const stage of ['read', 'rank', 'fetch']) {
    // By the extraction, the judge, two searches, and where it had the time by the comparing of what is alike.
    expect([4, 5]).toContain(count('agent_memory.search.stage.duration', { stage }));
  }
  expect(count('agent_memory.store.duration', { unit: 'memories.write' })).toBe(1);
  // Embeddings are stored meanwhile, so the hits are not certain.
  const reads = samples.filter(({ name }) => name === prometheusName('agent_memory.search.index.reads'));
  expect([4, 5]).toContain(reads.reduce((sum, one) => sum + one.value, 0));
  expect(count('agent_memory.provider.duration', { call: 'extract', outcome: 'ok' })).toBe(1);
  expect(value('agent_memory.provider.tokens', { call: 'extract', direction: 'input' })).toBeGreaterThan(0);
  expect(value('agent_memory.threads.places', { state: 'free' })).toBe(2);
  expect(value('agent_memory.captures.waiting')).toBe(0);
  expect(value('process.memory.usage', { part: 'rss' })).toBeGreaterThan(30e6);
  expect(value('nodejs.eventloop.delay', { quantile: 'max' })).toBeLessThan(60);
  expect(value('agent_memory.rate_limit.refusals', { tier: 'STARTER' })).toBe(refused);
  expect(sampleOf(samples, 'target_info', { service_instance_id: 'north' })).toBe(1);

  const declared = new Map(
    (Object.keys(metrics) as MetricName[]).map((name) => [
      prometheusName(name),
      metrics[name].labels as readonly string[],
    ]),
  );
  const foreign = samples.filter(({ name, labels }) => {
    const known = declared.get(name) ?? declared.get(name.replace(/_(?:bucket|sum|count)$/, ''));
    return !Object.keys(labels).every((label) => known?.includes(label) || label === 'le');
  });
  expect(foreign.map(({ name }) => name)).toStrictEqual(['target_info']);
  const values = [
    ...new Set(samples.flatMap(({ name, labels }) => (name === 'target_info' ? [] : Object.values(labels)))),
  ];
  expect(values.filter((one) => /Ada|Bo\b|bees|ams_|local|north|[0-9a-f]{8}-|[0-9a-f]{16}/.test(one))).toStrictEqual(
    [],
  );
  expect((await fetch(metricsUrlOf(served).replace('/metrics', '/'))).status).toBe(404);

  const { port } = new URL(metricsUrlOf(served));
  const second = startServe(newPath(), { ...prometheus, SERVICE_METRICS_PORT: port });
  await expect(second).rejects.toThrow(/ended with 1: agent-memory-service: can't serve \/metrics: .*EADDRINUSE.*\n$/);
  await stopped(served);
});

test('one trace leads from the caller through gate, store and provider, across threads, into the log', async () => {
  const collector = await Collector.start();
  const provider = await Provider.start();
  provider.usual = { operations: [{ operation: 'ADD', content: 'Ada keeps bees.', category: 'facts' }] };
  const served = await startServe(newPath(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=operators%20only',
    SERVICE_NODE_NAME: 'north',
    SERVICE_WORKERS: '1',
    SERVICE_AI_API_KEY: testKey,
    SERVICE_AI_BASE_URL: `${provider.url}/v1`,
  });
  const call = caller(served);
  await call('POST', '/v1/characters', { name: 'Ada' });
  const [given, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${given}-${parent}-01`, 'x-request-id': 'adding' };
  await call('POST', '/v1/characters/Ada/memories', { content: 'Ada said that she keeps bees.' }, headers);
  await call('POST', '/v1/characters/Ada/memories/search', { query: 'bees' }, { traceparent: 'nonsense' });
  await fetch(`${served.url}/readyz`);
  await stopped(served);

  const adding = collector.span('POST /v1/characters/{id}/memories');
  expect(adding).toMatchObject({ traceId: given, parentSpanId: parent, kind: 2 });
  expect(adding.attributes).toMatchObject({ 'http.response.status_code': 201, 'http.request.method': 'POST' });
  const operation = collector.span('add_memory');
  expect(operation).toMatchObject({ traceId: given, parentSpanId: adding.spanId });
  expect(collector.span('provider extract')).toMatchObject({ traceId: given, parentSpanId: operation.spanId, kind: 3 });
  expect(collector.span('store memories.write')).toMatchObject({ traceId: given, parentSpanId: operation.spanId });
  const credentials = collector.spans.filter(({ name }) => name === 'store keys.findCredential');
  expect(credentials.map(({ parentSpanId }) => parentSpanId)).toContain(adding.spanId);

  const searching = collector.span('POST /v1/characters/{id}/memories/search');
  expect(searching.traceId).not.toBe(given);
  expect(searching.parentSpanId ?? '').toBe('');
  const inThread = collector.span('search_memories');
  expect(inThread).toMatchObject({ traceId: searching.traceId, parentSpanId: searching.spanId });
  const reading = collector.spans.filter(({ name, parentSpanId }) => {
    return name === 'store search.read' && parentSpanId === inThread.spanId;
  });
  expect(reading).toHaveLength(1);
  expect(collector.spans.filter(({ name }) => name.includes('readyz'))).toStrictEqual([]);
  // Background work begins no traces, except for its calls of the provider.
  const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
  expect(roots.filter((name) => !/^POST |^provider /.test(name))).toStrictEqual([]);
  expect(JSON.stringify(collector.spans)).not.toMatch(/Ada|bees/);

  expect(collector.metrics.get('agent_memory.operation.duration')).toBe('s');
  expect(new Set(collector.resources.map((one) => one['service.instance.id']))).toStrictEqual(new Set(['north']));
  expect(new Set(collector.headers)).toStrictEqual(new Set(['operators only']));
  const lines = logOf(served);
  expect(lines.map(({ node }) => node)).toStrictEqual(lines.map(() => 'north'));
  expect(lines.find(({ requestId }) => requestId === 'adding')).toMatchObject({
    trace_id: given,
    span_id: adding.spanId,
  });
});

test('a collector’s refusal is logged and affects nothing else', async () => {
  const collector = await Collector.start();
  collector.status = 403;
  const served = await startServe(newPath(), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SERVICE_WORKERS: '0' });
  expect(await caller(served)('GET', '/v1/tier')).toBe(200);
  await stopped(served);
  const told = logOf(served).filter(({ message }) => /cannot be sent/.test(String(message)));
  expect(told.map(({ level, message }) => [level, message]).toSorted()).toStrictEqual([
    ['warn', 'metrics cannot be sent'],
    ['warn', 'traces cannot be sent'],
  ]);
});

test('telemetry is not loaded when it is off, and never over stdio', async () => {
  const folder = temporaryFolder();
  const hook = join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    `const { Module } = require('node:module');
     const load = Module._load;
     Module._load = function (name, ...others) {
       if (name.includes('opentelemetry')) require('node:fs').appendFileSync(process.env.LOADED, name + '\\n');
       return load.call(this, name, ...others);
     };`,
  );
  const loadedBy = async (name: string, run: (env: Record<string, string>) => Promise<void>) => {
    const LOADED = join(folder, name);
    await run({ NODE_OPTIONS: `--require ${hook}`, LOADED });
    return existsSync(LOADED) ? new Set(readFileSync(LOADED, 'utf8').trim().split('\n')) : new Set();
  };
  const serving = (settings: Record<string, string>) => async (env: Record<string, string>) => {
    const served = await startServe(newPath(), { ...env, ...settings });
    const call = caller(served);
    await call('POST', '/v1/characters', { name: 'Ada' });
    await call('POST', '/v1/characters/Ada/memories/search', { query: 'bees' });
    await stopped(served);
  };
  const stdio = async (env: Record<string, string>) => {
    const server = await startServer(newPath(), { ...env, ...prometheus });
    await server.call('create_character', { name: 'Ada' });
    server.child.stdin.end();
    await server.ended();
  };
  expect(await loadedBy('off', serving({ SERVICE_WORKERS: '1' }))).toStrictEqual(new Set());
  expect(await loadedBy('stdio', stdio)).toStrictEqual(new Set());
  expect(await loadedBy('on', serving(prometheus))).toContain('./libraries/opentelemetry.cjs');
});
