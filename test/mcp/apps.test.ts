import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { surface } from '../../src/features/published.ts';
import { groups } from '../../src/gate/operation.ts';
import { selectTools } from '../../src/mcp/tools.ts';
import { appClient, appType, appUri } from '../support/app-client.ts';
import { openSession, openWithAda, type SessionOptions } from '../support/harness.ts';

const kB = 1024;

async function listed(options: SessionOptions) {
  const { client } = await openSession(options);
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  return { client, tools, uris: resources.map(({ uri }) => uri) };
}

const uiOf = ({ _meta }: { _meta?: unknown }) => (_meta as { ui?: Record<string, unknown> } | undefined)?.ui;

describe('a client that supports apps', () => {
  test('a client that supports apps learns which tools have a page, and reads it', async () => {
    const { client, tools, uris } = await listed({ client: appClient() });
    expect(tools.filter((tool) => uiOf(tool)?.resourceUri === appUri).map(({ name }) => name)).toStrictEqual([
      'search_memories',
      'list_memories',
    ]);
    expect(uris).toContain(appUri);
    const { contents } = await client.readResource({ uri: appUri });
    expect(contents).toMatchObject([
      { uri: appUri, mimeType: appType, text: expect.stringMatching(/^<!doctype html>/) },
    ]);
  });

  test.each([undefined, 'Ada'])(
    'the page’s operations are hidden from the model (character: %s)',
    async (character) => {
      const session = await openWithAda({ client: appClient(), toolsets: ['core'] });
      const { tools } = await listed({ client: appClient(), toolsets: ['core'], ...(character && { character }) });
      const hidden = tools.filter((tool) => JSON.stringify(uiOf(tool)?.visibility) === '["app"]');
      expect(hidden.map(({ name }) => name).sort()).toStrictEqual([
        'get_character',
        'get_memory',
        'get_memory_history',
        'list_categories',
        'list_recalls',
        'look_further',
        'person_delete_memory',
        'person_restore_memory',
        'person_revert_memory',
        'person_update_memory',
        'rate_recall',
      ]);
      for (const { inputSchema } of hidden) {
        const names = Object.keys(inputSchema.properties ?? {});
        if (names.includes('memoryId') && names.includes('characterId')) {
          expect((inputSchema.required ?? []).includes('characterId')).toBe(character === undefined);
        }
      }
      expect(await session.call('list_categories', { characterId: 'Ada' })).toHaveProperty('categories');
    },
  );

  test('a search of the page is not logged as a recall, a search of the model is', async () => {
    const session = await openWithAda({ client: appClient(), recallLogDays: 30 });
    await session.call('add_memory_direct', { characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
    for (const name of ['search_memories', 'look_further']) {
      const found = await session.client.callTool({ name, arguments: { characterId: 'Ada', query: `tea by ${name}` } });
      expect(found.structuredContent).toMatchObject({ total: 1, memories: [{ content: 'Ada likes tea.' }] });
    }
    const { recalls } = await session.call<{ recalls: { query: string }[] }>('list_recalls', {});
    expect(recalls.map(({ query }) => query)).toStrictEqual(['tea by search_memories']);
  });

  test('a change in the page is the person’s, and needs no review', async () => {
    const session = await openWithAda({ client: appClient(), toolsets: [...groups] });
    const characterId = 'Ada';
    const given = { characterId, content: 'Ada likes tea.', category: 'facts' };
    const { id: memoryId } = await session.call<{ id: string }>('add_memory_direct', given);
    for (const name of ['update_memory', 'person_update_memory']) {
      const changed = { characterId, memoryId, content: `Ada likes cocoa, says ${name}.` };
      const { isError } = await session.client.callTool({ name, arguments: changed });
      expect(isError ?? false).toBe(false);
    }
    await session.client.callTool({ name: 'person_delete_memory', arguments: { characterId, memoryId } });
    await session.client.callTool({ name: 'person_restore_memory', arguments: { characterId, memoryId } });
    const { changes } = await session.call<{ changes: { by: { kind: string } }[] }>('list_changes', { characterId });
    expect(changes.map(({ by }) => by.kind)).toStrictEqual(['user', 'user', 'user', 'model', 'model']);
  });

  test('no page is listed where no tool with one is published', async () => {
    const { tools } = await listed({ client: appClient(), toolsets: ['tier'] });
    expect(JSON.stringify(tools)).not.toContain('"ui"');
  });
});

describe.each([
  ['that says nothing of pages', undefined],
  ['that shows other kinds of pages', ['text/uri-list']],
])('a client %s', (_, mimeTypes) => {
  const options = () => (mimeTypes ? { client: appClient(mimeTypes) } : {});

  test('a client without apps sees no difference', async () => {
    const { client, tools, uris } = await listed(options());
    expect(tools).toStrictEqual(selectTools(surface));
    expect(uris).not.toContain(appUri);
    await expect(client.readResource({ uri: appUri })).rejects.toThrow('Unknown resource');
  });

  test('a client without apps can call no tool of the page', async () => {
    const { client } = await openSession({ ...options(), toolsets: ['core'] });
    for (const name of ['revert_memory', 'person_update_memory', 'look_further']) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('Unknown tool');
    }
  });
});

test('the page is one file of at most 120 kB without addresses', async () => {
  const page = readFileSync(new URL('../../.cache/web/app.html', import.meta.url), 'utf8');
  expect(Buffer.byteLength(page)).toBeLessThan(120 * kB);
  expect(page).not.toMatch(/<link|<script[^>]+src=|@import|url\((?!"data:)/);
  const addresses = page.match(/https?:\/\/[^"'`\s)]+/g) ?? [];
  expect(addresses.filter((one) => !one.startsWith('http://www.w3.org/'))).toStrictEqual([]);
});
