import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { EncoderEmbedder } from '../../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../../src/ai/encoder/own-encoder.ts';
import { createAi } from '../../../src/ai/providers.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import { tenantProviders } from '../../../src/features/tenants-ai/tenant-providers.ts';
import { EmbeddingWorker } from '../../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../../src/service/retrieval/embeddings.ts';
import { testKey } from '../../support/ai.ts';
import { withoutVectors } from '../../support/front-door-store.ts';
import type { Fault } from '../../support/harness.ts';
import { openHttp } from '../../support/http-harness.ts';
import { Provider } from '../../support/provider.ts';
import { secretKey, type TenantAiChoices, withTenantAi } from '../../support/tenant-ai.ts';

/** A server whose tenants may use the stand-in, which is on loopback. */
async function open(choices: Omit<TenantAiChoices, 'exceptions'> = {}) {
  const provider = await Provider.start();
  const http = await openHttp();
  const { services } = http.session;
  const host = new URL(provider.url).host;
  const allowed = { exceptions: [host], ...choices };
  withTenantAi(services, allowed);
  const baseUrl = `${provider.url}/v1`;
  const ask = async (method: string, path: string, body?: object, key = http.key) => {
    const answer = await http.ask(method, `/v1${path}`, { key, body });
    return { status: answer.status, body: answer.body, fault: answer.body.error as Fault | undefined };
  };
  return {
    ...http,
    provider,
    baseUrl,
    services,
    ask,
    get: async () => (await ask('GET', '/ai-settings')).body,
    put: (body: object, key?: string) => ask('PUT', '/ai-settings', body, key),
    /** Like a server that starts with other settings. */
    restart: (others: TenantAiChoices) => withTenantAi(services, { exceptions: [host], ...others }),
    remember: (key = http.key) => ask('POST', '/characters/Ada/memories', { content: 'Ada moved to Bergen.' }, key),
    create: (key = http.key) => ask('POST', '/characters', { name: 'Ada' }, key),
  };
}

const environment = { provider: 'openai', model: 'test-model', keySet: false, source: 'environment' };
const moved = {
  operation: 'ADD',
  content: 'Ada lives in Bergen',
  category: 'facts',
  importance: 'HIGH',
  salience: 0.7,
};

test('a tenant’s own provider extracts with its key, model and usage; another tenant uses the server’s', async () => {
  const { get, put, provider, baseUrl, create, remember, tenant, services, ask } = await open();
  expect(await get()).toStrictEqual(environment);
  const own = { provider: 'openai', model: 'gpt-own', baseUrl, dailyTokens: 100_000 };
  const shown = { ...own, keySet: true, source: 'tenant' };
  expect(await put({ ...own, key: testKey })).toMatchObject({ status: 200, body: shown });
  expect(await get()).toStrictEqual(shown);
  provider.usual = { operations: [moved] };
  await create();
  expect((await remember()).body).toMatchObject({ extraction: 'ai' });
  expect(provider.extractions).toMatchObject([
    { headers: { authorization: `Bearer ${testKey}` }, body: { model: 'gpt-own' } },
  ]);
  expect(await services.store.ai.tokensToday('local', services.now())).toBeGreaterThan(0);
  expect((await ask('GET', '/tier')).body).toMatchObject({
    ai: { provider: 'openai', model: 'gpt-own', configured: true },
  });
  const other = await tenant('other');
  await create(other.text);
  expect((await remember(other.text)).body).toMatchObject({ extraction: 'rules' });
  expect(provider.extractions).toHaveLength(1);
  expect((await put({ provider: 'openai', key: null })).body).toStrictEqual(environment);
  expect((await remember()).body).toMatchObject({ extraction: 'rules' });
});

test('a tenant has its own daily limit', async () => {
  const { put, provider, baseUrl, create, remember } = await open();
  await create();
  await put({ provider: 'openai', baseUrl, key: testKey, dailyTokens: 1 });
  expect(await remember()).toMatchObject({
    status: 429,
    fault: { message: expect.stringContaining('1 tokens a day') },
  });
  expect(provider.received).toStrictEqual([]);
});

test('a test calls the provider once, and reports its error', async () => {
  const { put, provider, baseUrl, ask, services } = await open();
  const tried = async () => (await ask('POST', '/ai-settings/test')).body;
  expect(await tried()).toStrictEqual({ ok: true, ms: 0, message: expect.stringContaining('by rules') });
  await put({ provider: 'openai', model: 'gpt-own', baseUrl, key: testKey });
  expect(await tried()).toStrictEqual({ ok: true, ms: expect.any(Number), message: 'openai answers with gpt-own.' });
  expect(provider.extractions).toHaveLength(1);
  expect(await services.store.tenants.usage(serviceScope('local'), services.now())).toMatchObject({ aiCalls: 1 });
  provider.script({ status: 401, message: `Incorrect API key provided: ${testKey}` });
  const refused = await tried();
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('refused the key (401)') });
  expect(JSON.stringify(refused)).not.toContain(testKey.slice(0, 8));
});

test('the key is in no answer, log or table; only the provider gets it', async () => {
  const { put, get, baseUrl, create, remember, session, ask, provider } = await open();
  await create();
  const answers = [await put({ provider: 'openai', baseUrl, key: testKey }), await get(), await remember()];
  provider.script({ status: 400, message: `no such thing for ${testKey}` });
  answers.push(await remember(), await ask('GET', '/characters/Ada/export'), await ask('GET', '/tier'));
  expect(provider.extractions.length).toBeGreaterThan(1);
  const said = JSON.stringify([answers, session.logged]);
  expect(said).not.toContain(testKey);
  expect(said).not.toContain('sealedKey');
  await session.close();
  for (const end of ['', '-wal']) {
    const bytes = tryRead(session.path + end);
    expect([end, bytes.includes(testKey), bytes.includes(Buffer.from(testKey).toString('base64'))]).toStrictEqual([
      end,
      false,
      false,
    ]);
  }
});

function tryRead(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

test('a stored key is sent to no other address than its own', async () => {
  const { put, baseUrl, get, services } = await open();
  expect(await put({ provider: 'openai', baseUrl })).toMatchObject({ status: 400, fault: { type: 'InvalidInput' } });
  await put({ provider: 'openai', baseUrl, key: testKey, dailyTokens: 5 });
  const { sealedKey } = (await services.store.aiSettings.of('local'))!;
  expect(await put({ provider: 'openai', baseUrl, model: 'other' })).toMatchObject({
    status: 200,
    body: { model: 'other' },
  });
  expect(await services.store.aiSettings.of('local')).toStrictEqual({
    provider: 'openai',
    baseUrl,
    model: 'other',
    sealedKey,
  });
  for (const elsewhere of [
    { provider: 'openai' },
    { provider: 'openai', baseUrl: 'https://example.com/v1' },
    { provider: 'anthropic' },
  ]) {
    expect(await put(elsewhere)).toMatchObject({
      status: 400,
      fault: { message: expect.stringContaining('key is needed') },
    });
  }
  expect(await get()).toMatchObject({ model: 'other', baseUrl });
});

test.each([
  ['http://example.com/v1', /https/u],
  ['https://10.0.0.1/v1', /public Internet/u],
  ['https://[::1]/v1', /public Internet/u],
  ['https://169.254.169.254/latest', /public Internet/u],
  ['https://localhost/v1', /public Internet/u],
  ['https://0x7f000001/v1', /public Internet/u],
  ['https://user:secret@example.com/v1', /no user/u],
  ['file:///etc/passwd', /https/u],
  ['nonsense', /address/u],
])('%s is not allowed as baseUrl', async (baseUrl, why) => {
  const { put, get } = await open();
  expect(await put({ provider: 'openai', baseUrl, key: testKey })).toMatchObject({
    status: 400,
    fault: { type: 'InvalidInput', message: expect.stringMatching(why) },
  });
  expect(await get()).toStrictEqual(environment);
});

test('invalid input is refused', async () => {
  const { put, baseUrl } = await open();
  for (const more of [
    { key: '' },
    { key: 'a b' },
    { key: 'a\nb' },
    { dailyTokens: -1 },
    { model: ' ' },
    { provider: 'x' },
  ])
    expect([more, (await put({ provider: 'openai', key: testKey, ...more })).status]).toStrictEqual([more, 400]);
  expect((await put({ provider: 'anthropic', baseUrl, key: testKey })).fault).toMatchObject({ type: 'InvalidInput' });
});

test('only an OWNER sees, changes and tests the settings, and the FREE tier has none', async () => {
  const { keyOf, ask, put, tenant } = await open();
  const admin = await keyOf('ADMIN');
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/test'],
  ] as const) {
    const body = method === 'PUT' ? { provider: 'openai', key: testKey } : undefined;
    const { fault } = await ask(method, `/ai-settings${path}`, body, admin);
    expect(fault).toMatchObject({ type: 'InsufficientRole' });
  }
  const free = await tenant('free', 'FREE');
  expect((await put({ provider: 'openai', key: testKey }, free.text)).fault).toMatchObject({
    type: 'FeatureNotAvailable',
  });
});

test('a server without SERVICE_SECRET_KEY uses its environment, and the answer says why', async () => {
  const { put, get } = await open({ keys: undefined });
  expect(await get()).toStrictEqual({ ...environment, reason: expect.stringContaining('SERVICE_SECRET_KEY') });
  expect((await put({ provider: 'openai', key: testKey })).fault).toMatchObject({
    type: 'FeatureNotAvailable',
    message: expect.stringMatching(/SERVICE_SECRET_KEY.*environment/u),
  });
});

test.each([
  ['another key', { keys: { current: secretKey(2) } }],
  ['no key', { keys: undefined }],
])('a server with %s loses nothing: extraction says why, search works, the right key restores it', async (_, wrong) => {
  const { put, get, baseUrl, create, remember, ask, restart, provider, services, session } = await open();
  await create();
  await put({ provider: 'openai', baseUrl, key: testKey });
  await ask('POST', '/characters/Ada/memories/direct', { content: 'Ada plays the violin.', category: 'facts' });
  const before = await services.store.aiSettings.of('local');
  await restart(wrong).resealAll();
  expect(session.logged).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringContaining('SERVICE_SECRET_KEY') }),
  );
  expect(await get()).toMatchObject({
    keySet: true,
    source: 'tenant',
    reason: expect.stringContaining('Nothing is lost'),
  });
  expect(await remember()).toMatchObject({
    status: 502,
    fault: { message: expect.stringContaining('SERVICE_SECRET_KEY') },
  });
  expect((await ask('POST', '/ai-settings/test')).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('SERVICE_SECRET_KEY'),
  });
  const found = await ask('POST', '/characters/Ada/memories/search', { query: 'violin' });
  expect(found).toMatchObject({ status: 200, body: { memories: [{ content: 'Ada plays the violin.' }] } });
  expect(provider.received).toStrictEqual([]);
  expect(await services.store.aiSettings.of('local')).toStrictEqual(before);
  restart({});
  expect(await remember()).toMatchObject({ body: { extraction: 'ai' } });
});

test.each(['at the start', 'at the next use'])(
  'a key encrypted with the old secret is re-encrypted %s',
  async (when) => {
    const { put, baseUrl, create, remember, restart, services } = await open();
    await create();
    await put({ provider: 'openai', baseUrl, key: testKey });
    const rotated = restart({ keys: { current: secretKey(2), old: secretKey(1) } });
    if (when === 'at the start') await rotated.resealAll();
    else expect(await remember()).toMatchObject({ body: { extraction: 'ai' } });
    restart({ keys: { current: secretKey(2) } });
    expect(await remember()).toMatchObject({ body: { extraction: 'ai' } });
    const { sealedKey, ...settings } = (await services.store.aiSettings.of('local'))!;
    expect(settings).toStrictEqual({ provider: 'openai', baseUrl });
    // Bound to its tenant and address: copied by hand it can't be decrypted.
    await services.store.aiSettings.set('local', { ...settings, baseUrl: `${baseUrl}/`, sealedKey }, 1);
    tenantProviders(services)?.forget('local');
    expect(await remember()).toMatchObject({ status: 502 });
  },
);

test('a change on another node takes effect within a second', async () => {
  const { put, baseUrl, create, remember, restart, services, session } = await open();
  await create();
  const other = services.tenantAi!;
  expect(await other.of('local')).toBeUndefined();
  restart({});
  await put({ provider: 'openai', baseUrl, key: testKey });
  services.tenantAi = other;
  session.clock.now += 1_000;
  expect(await remember()).toMatchObject({ body: { extraction: 'ai' } });
});

test.skipIf(withoutVectors)('a tenant’s memories are embedded with its own key, and found by meaning', async () => {
  const provider = await Provider.start();
  const baseUrl = `${provider.url}/v1`;
  const { put, services, ask, create } = await open({ storeModel: `text-embedding-3-small at ${baseUrl}` });
  withTenantAi(services, { exceptions: [new URL(baseUrl).host], storeModel: `text-embedding-3-small at ${baseUrl}` });
  await create();
  await put({ provider: 'openai', baseUrl, key: testKey });
  await ask('POST', '/characters/Ada/memories/direct', { content: 'Ada plays the violin.', category: 'facts' });
  const worker = new EmbeddingWorker(services, undefined, {
    pollMs: 20,
    storeModel: `text-embedding-3-small at ${baseUrl}`,
  });
  worker.start();
  onTestFinished(() => worker.stop());
  const embedding = async () => ((await ask('GET', '/tier')).body as { ai: { embedding: object } }).ai.embedding;
  await expect.poll(embedding).toStrictEqual({ model: 'text-embedding-3-small', pending: 0 });
  expect(provider.embeddings).toMatchObject([{ headers: { authorization: `Bearer ${testKey}` } }]);
  await ask('POST', '/characters/Ada/memories/search', { query: 'violin' });
  expect(provider.embeddings).toHaveLength(2);
});

test('an endpoint whose vectors do not fit the store is used for extraction only', async () => {
  const { put, baseUrl, ask } = await open();
  await put({ provider: 'openai', baseUrl, key: testKey });
  expect((await ask('GET', '/tier')).body).toMatchObject({
    ai: { configured: true, embedding: { model: 'internal', reason: expect.stringContaining('another endpoint') } },
  });
});

test.skipIf(withoutVectors)('memories of a tenant with its own provider are not embedded by the server’s', async () => {
  const servers = await Provider.start();
  const { put, baseUrl, ask, create, services, provider, tenant } = await open();
  const {
    embedder,
    extractor,
    settings: ai,
  } = createAi({
    apiKey: 'sk-of-the-server',
    provider: 'openai',
    baseUrl: `${servers.url}/v1`,
  });
  const embeddings = new Embeddings(embedder!, services.log);
  Object.assign(services, { ai, extractor, embeddings });
  const storeModel = embedder!.generation.name;
  withTenantAi(services, { exceptions: [new URL(baseUrl).host], storeModel });
  const other = await tenant('other');
  const plays = { content: 'Ada plays the violin.', category: 'facts' };
  for (const key of [undefined, other.text]) {
    await create(key);
    if (key === undefined) await put({ provider: 'openai', baseUrl, key: testKey });
    await ask('POST', '/characters/Ada/memories/direct', plays, key);
  }
  const worker = new EmbeddingWorker(services, embeddings, { pollMs: 20, storeModel });
  worker.start();
  onTestFinished(() => worker.stop());
  const pending = async () =>
    ((await ask('GET', '/tier', undefined, other.text)).body as { ai: { embedding: { pending: number } } }).ai.embedding
      .pending;
  await expect.poll(pending).toBe(0);
  await ask('POST', '/characters/Ada/memories/search', { query: 'violin' });
  expect(servers.embeddings).toHaveLength(1);
  await ask('POST', '/characters/Ada/memories/search', { query: 'violin' }, other.text);
  expect(servers.embeddings).toHaveLength(2);
  expect(provider.embeddings).toStrictEqual([]);
});

test.skipIf(withoutVectors)(
  'the bundled encoder gives way to a tenant’s embeddings, and returns days after the last',
  async () => {
    const { put, baseUrl, ask, create, services, provider, tenant, session } = await open();
    const storeModel = `text-embedding-3-small at ${baseUrl}`;
    services.embeddings = new Embeddings(new EncoderEmbedder(ownModel, new OwnEncoder()), services.log);
    withTenantAi(services, { exceptions: [new URL(baseUrl).host], storeModel });
    const other = await tenant('other');
    for (const key of [undefined, other.text]) {
      await create(key);
      const content = 'Ada plays the violin.';
      await ask('POST', '/characters/Ada/memories/direct', { content, category: 'facts' }, key);
    }
    const work = () => {
      const worker = new EmbeddingWorker(services, services.embeddings, { pollMs: 20, storeModel });
      worker.start();
      onTestFinished(() => worker.stop());
      return worker;
    };
    const worker = work();
    const embedding = async (key?: string) =>
      ((await ask('GET', '/tier', undefined, key)).body as { ai: { embedding: object } }).ai.embedding;
    const search = async (key?: string) =>
      (await ask('POST', '/characters/Ada/memories/search', { query: 'Wer macht hier Musik?' }, key)).body.memories;
    const violin = [expect.objectContaining({ content: 'Ada plays the violin.' })];
    const byPackage = { model: ownModel.name, pending: 0 };
    await expect.poll(() => embedding()).toStrictEqual(byPackage);
    await expect.poll(() => embedding(other.text)).toStrictEqual(byPackage);
    expect(await search()).toStrictEqual(violin);

    // Without embeddings of its own the package's stay, whoever extracts.
    await put({ provider: 'anthropic', key: testKey });
    session.clock.now += 60_000;
    expect(await embedding()).toStrictEqual(byPackage);
    expect(await search()).toStrictEqual(violin);

    await put({ provider: 'openai', baseUrl, key: testKey });
    session.clock.now += 60_000;
    await expect.poll(() => embedding()).toStrictEqual({ model: 'text-embedding-3-small', pending: 0 });
    await search();
    expect(provider.embeddings).toHaveLength(2);
    expect(provider.embeddings).toMatchObject(
      provider.embeddings.map(() => ({ headers: { authorization: `Bearer ${testKey}` } })),
    );
    expect(await search(other.text)).toStrictEqual([]);
    const reason = expect.stringContaining('vectors of two models cannot be compared');
    expect(await embedding(other.text)).toStrictEqual({ model: 'internal', pending: 0, reason });
    expect(provider.embeddings).toHaveLength(2);

    await worker.stop();
    await put({ provider: 'openai', key: null });
    const days = 24 * 60 * 60_000;
    session.clock.now += 6 * days;
    const early = work();
    await expect.poll(() => services.store.embeddings.lease('none', 'a provider', services.now(), 0)).toBe(false);
    expect(await services.store.embeddings.currentModel()).toMatchObject({ name: storeModel });
    await early.stop();
    session.clock.now += 2 * days;
    work();
    await expect.poll(() => embedding()).toStrictEqual(byPackage);
    await expect.poll(() => embedding(other.text)).toStrictEqual(byPackage);
    expect(await search(other.text)).toStrictEqual(violin);
  },
);
