import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { openAiSession } from '../support/ai.ts';
import { openSession, type Session, type SessionOptions, temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { carried, lookAtAll, type Sample } from '../support/sample.ts';
import { program } from '../support/spawned.ts';

// Stores of earlier releases, each opened with this build: nothing in them may be lost, after any change of
// schema and index. How a sample is made: CONTRIBUTING.

const folder = join(import.meta.dirname, '../fixtures/stores');
const versions = readdirSync(folder)
  .filter((name) => name.endsWith('.db.gz'))
  .map((name) => name.slice(0, -'.db.gz'.length));

const oneDayMs = 24 * 60 * 60 * 1000;

test('the first release has a sample', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('a store that %s left', (version) => {
  const sample = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as Sample;
  const madeAt = Date.parse(sample.madeAt);

  /** A copy of the sample's store. */
  function copy(): string {
    const path = join(temporaryFolder(), 'memory.db');
    writeFileSync(path, gunzipSync(readFileSync(join(folder, `${version}.db.gz`))));
    return path;
  }

  /** Options for a session on a copy at the time when the sample was made. */
  function copied(): SessionOptions {
    return { path: copy(), home: temporaryFolder(), services: { now: () => madeAt } };
  }

  /** The id of the memory that comes first for a question. */
  async function firstOf(call: Session['call'], characterId: string, query: string) {
    const { memories } = await call<{ memories: { id: string }[] }>('search_memories', { characterId, query });
    return memories[0]?.id;
  }

  test('an old store keeps every character, category, memory, history, file and watch', async () => {
    const { call } = await openSession(copied());
    const seen = await lookAtAll(call);
    expect(seen.map(({ character }) => character.name)).toStrictEqual(
      sample.characters.map(({ character }) => character.name),
    );
    for (const [index, one] of sample.characters.entries()) {
      // Later builds may show more of each, never less.
      expect(seen[index]?.memories).toHaveLength(one.memories.length);
      expect(seen[index]?.files).toHaveLength(one.files.length);
      expect(seen[index]).toMatchObject(one);
    }
    const { watches } = await call<{ watches: object[] }>('list_watched_paths');
    expect(watches).toHaveLength(sample.watches.length);
    expect(watches).toMatchObject(sample.watches);
    expect(await call('get_tier')).toMatchObject({ usage: sample.usage });
  });

  test('an old store is searched in every script, before and after its index is migrated', async () => {
    const session = await openSession(copied());
    const found = () => Promise.all(sample.searches.map((one) => firstOf(session.call, one.characterId, one.query)));
    const expected = sample.searches.map(({ first }) => first);
    expect(await found()).toStrictEqual(expected);
    while ((await session.store.search.refresh(50)) > 0);
    expect(await found()).toStrictEqual(expected);
  });

  test('an old store keeps its embeddings', async () => {
    const { characterId, query, first, endpoint } = sample.nearest;
    // 0.1.0 did not store the model of vectors.
    const session = await openAiSession('openai', { ...copied(), standsFor: endpoint ?? null });
    if (session.embedder) session.services.embeddings = new Embeddings(session.embedder, session.services.log);
    expect(await firstOf(session.call, characterId, query)).toBe(first);
    expect(session.provider.embeddings.map(({ body }) => body.input)).toStrictEqual([[query]]);
  });

  test('an old store can be exported and imported', async () => {
    const { call } = await openSession(copied());
    for (const { character, memories, categories } of sample.characters) {
      const { markdown } = await call<{ markdown: string }>('export_character', { characterId: character.id });
      // Control characters of terminals were once accepted; no document may hold them.
      if (character.tags.includes('odd')) {
        expect(markdown).toContain('another system');
        continue;
      }
      const name = `${character.name} again`;
      await call('create_character', { name, categoryPreset: character.categoryPreset });
      await call('import_document', { characterId: name, fileName: 'export.md', fileContent: markdown });
      const again = (await lookAtAll(call)).find((one) => one.character.name === name);
      // Newer presets have more.
      const names = again?.categories.map((one) => one.name);
      expect(names).toStrictEqual(expect.arrayContaining(categories.map((one) => one.name)));
      expect(carried(again?.memories ?? [])).toStrictEqual(carried(memories));
    }
  });

  test('an old store accepts writes: pieces are extracted, files synced, memories added', async () => {
    const options = copied();
    const { call, services } = await openSession(options);
    const waiting = sample.characters.find(({ capture }) => capture.pending > 0);
    if (!waiting) throw new Error('no captures wait in the sample');
    const { memories, files, capture } = waiting;
    const characterId = waiting.character.id;
    const count = async (state: string) =>
      (await call<{ total: number }>('list_memories', { characterId, state })).total;

    const worker = new CaptureWorker({ ...services, now: () => madeAt + oneDayMs, autoCapture: true });
    while ((await worker.round()) > 0);
    const status = await call('get_sync_status', { characterId });
    expect(status).toMatchObject({ capture: { pending: 0, failed: [] } });
    expect(await count('ALL')).toBe(memories.length + capture.pending);

    for (const { id: memoryId, revision, state, source } of memories) {
      if (state === 'DELETED') {
        const restored = await call('restore_memory', { characterId, memoryId });
        expect(restored).toMatchObject({ state: 'ACTIVE', revision: revision + 1 });
      } else if (source.kind !== 'file') {
        const updated = await call('update_memory', { characterId, memoryId, salience: 0.125 });
        expect(updated).toMatchObject({ salience: 0.125, revision: revision + 1 });
      }
    }
    expect(await count('DELETED')).toBe(0);

    for (const { fileId, path, version: last } of files) {
      const push = { filePath: path, fileContent: `- A new statement in ${path}\n`, baseVersion: last };
      const pushed = await call('sync_file', { characterId, ...push });
      expect(pushed).toMatchObject({ fileId, version: last + 1, memoriesAdded: 1 });
    }
  });

  test('an old store accepts its keys, with their members’ roles, and no others', async () => {
    const { ask } = await openHttp(copied());
    for (const { text: key, characters } of sample.keys) {
      const { status, body } = await ask('GET', '/v1/characters', { key });
      const names = (body.characters as { name: string }[] | undefined)?.map(({ name }) => name);
      expect({ status, names }).toStrictEqual({ status: characters ? 200 : 401, names: characters });
    }
    for (const { text: key, role } of sample.keys) {
      const { status } = await ask('POST', '/v1/characters', { key, body: { name: `Made by ${role}` } });
      expect(status).toBe(role === undefined ? 401 : role === 'VIEWER' ? 403 : 201);
    }
  });

  test('an old store lists its tenants, members and keys on the command line', () => {
    const path = copy();
    const json = (...line: string[]) => {
      const env = { PATH: process.env.PATH ?? '', HOME: temporaryFolder(), SERVICE_DB: path };
      const { stdout } = spawnSync(process.execPath, [program, ...line, '--json'], { env, encoding: 'utf8' });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const tenants = sample.tenants.map(({ members: _, keys: __, ...tenant }) => tenant);
    expect(json('tenants', 'list')).toMatchObject({ tenants });
    const acme = sample.tenants.find(({ nextTier }) => nextTier !== undefined);
    if (!acme) throw new Error('no downgrade waits in the sample');
    expect(json('members', 'list', '--tenant', acme.name)).toMatchObject({ members: acme.members });
    expect(json('keys', 'list', '--tenant', acme.name)).toMatchObject({ keys: acme.keys });
  });
});
