import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Extractor } from '../../src/domain/ai.ts';
import { noUsage } from '../../src/domain/ai.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import type { Imported, Listed } from '../support/answers.ts';
import { type Body, type openSession, openWithAda } from '../support/harness.ts';

async function withCharacter(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openWithAda(options);
  const importText = (fileName: string, fileContent: string, more: object = {}) =>
    session.call<Imported>('import_document', { characterId: 'Ada', fileName, fileContent, ...more });
  const memories = async () => {
    const input = { characterId: 'Ada', limit: 100 };
    return (await session.call<Listed>('list_memories', input)).memories;
  };
  const contents = async () => (await memories()).map(({ content }) => content).sort();
  return { ...session, importText, memories, contents };
}

test('an import without AI stores statements verbatim, sorted by rules; filler and duplicates are counted', async () => {
  const session = await withCharacter();
  await session.importText('first.md', '- Ada lives in Lisbon.\n');
  const text = '# Diary\n\n- Ada prefers tea over coffee.\n- ok thanks\n- Ada went to Porto yesterday.\n';
  const imported = await session.importText('diary.md', text);
  expect(imported).toMatchObject({ status: 'COMMITTED', totalParsed: 3, memoriesAdded: 2, fillerFiltered: 1 });
  const [tea] = (await session.memories()).filter(({ content }) => content.includes('tea'));
  expect(tea).toMatchObject({ content: 'Diary: Ada prefers tea over coffee.', category: 'preferences' });
  expect(tea?.source).toStrictEqual({ kind: 'import' });
  const again = await session.importText('diary.md', text);
  expect(again).toMatchObject({ memoriesAdded: 0, duplicatesSkipped: 2, fillerFiltered: 1 });
});

test('a dry run counts the changes and stores nothing', async () => {
  const session = await withCharacter();
  const dry = await session.importText('a.txt', 'Ada has a dog.\n\nAda has a cat.', { dryRun: true });
  expect(dry).toMatchObject({ status: 'PARSED', totalParsed: 2, memoriesAdded: 2 });
  expect(await session.contents()).toStrictEqual([]);
});

test.each([3, 700])('an import of %i is a batch whose id lists and undoes it', async (count) => {
  const session = await withCharacter({ toolsets: ['characters', 'memories', 'files', 'review'] });
  await session.importText('before.md', '- Ada lives in Lisbon.\n');
  const lines = Array.from({ length: count }, (_, i) => `- Ada met guest number ${i} at the harbour.\n`);
  const { importId } = await session.importText('guests.md', lines.join(''));
  const filter = { batchId: importId };
  let markdown = '';
  for (let page = 0, pages = 1; page < pages; page++) {
    const part = await session.call<Body>('export_memories', { characterId: 'Ada', filter, page });
    markdown += part.markdown;
    pages = Number(part.pages);
  }
  expect(markdown.match(/guest number/g)).toHaveLength(count);
  expect(markdown).not.toContain('Lisbon');
  const { batches } = await session.call<Body>('list_batches', {});
  expect(batches).toContainEqual(
    expect.objectContaining({ batchId: importId, memories: count, documents: ['guests.md'] }),
  );
  const undone = await session.call('undo_batch', { characterId: 'Ada', batchId: importId });
  expect(undone).toMatchObject({ changed: count, failed: [] });
  expect(await session.contents()).toStrictEqual(['Ada lives in Lisbon.']);
});

test('a given category overrides others; an unknown one and a lower tier are refused', async () => {
  const session = await withCharacter();
  await session.importText('a.txt', 'Ada has a dog.', { category: 'Goals' });
  expect(await session.memories()).toMatchObject([{ category: 'goals' }]);
  const input = { characterId: 'Ada', fileName: 'a.txt', fileContent: 'Ada has a cat.' };
  expect((await session.fault('import_document', { ...input, category: 'x' })).type).toBe('CategoryNotConfigured');
  const starter = await withCharacter({ tier: 'STARTER' });
  expect((await starter.fault('import_document', input)).type).toBe('FeatureNotAvailable');
});

describe('formats of other programs', () => {
  test('the official memory server’s memory.jsonl is imported', async () => {
    const session = await withCharacter();
    const lines = [
      { type: 'entity', name: 'Ada', entityType: 'person', observations: ['Likes green tea', 'Works in Lisbon'] },
      { type: 'relation', from: 'Ada', to: 'Acme', relationType: 'works_at' },
    ];
    await session.importText('memory.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await session.contents()).toStrictEqual([
      'Ada (person): Likes green tea',
      'Ada (person): Works in Lisbon',
      'Ada works at Acme',
    ]);
  });

  test('a list of texts and records is imported', async () => {
    const session = await withCharacter();
    const list = [
      'Ada was born in Porto.',
      { memory: 'Ada moved to Lisbon.', category: 'events', importance: 'high', date: '2021-05-04', salience: 0.9 },
      { name: 'Turing', kind: 'dog' },
    ];
    await session.importText('list.json', JSON.stringify(list));
    expect(await session.contents()).toStrictEqual([
      'Ada moved to Lisbon.',
      'Ada was born in Porto.',
      'name: Turing; kind: dog',
    ]);
    const moved = (await session.memories()).find(({ content }) => content.includes('moved'));
    expect(moved).toMatchObject({
      category: 'events',
      importance: 'HIGH',
      salience: 0.9,
      occurredAt: '2021-05-04T00:00:00.000Z',
    });
  });

  test('ChatGPT conversations are imported by the branch seen last', async () => {
    const session = await withCharacter();
    const message = (role: string, text: string, parent: string | null, time = 1_700_000_000) => ({
      parent,
      message: { author: { role }, create_time: time, content: { content_type: 'text', parts: [text] } },
    });
    const conversation = {
      title: 'Holiday',
      create_time: 1_700_000_000,
      conversation_id: 'c-1',
      current_node: 'd',
      mapping: {
        root: { parent: null, message: null },
        a: message('system', 'You are helpful.', 'root'),
        b: message('user', 'I want to go to Madeira in June.', 'a'),
        c: message('assistant', 'An abandoned answer about Madeira.', 'b'),
        d: message('assistant', 'June is a good month for Madeira.', 'b', 1_700_000_060),
      },
    };
    await session.importText('conversations.json', JSON.stringify([conversation]));
    expect(await session.contents()).toStrictEqual([
      'Holiday › Assistant: June is a good month for Madeira.',
      'Holiday › I want to go to Madeira in June.',
    ]);
    expect(await session.memories()).toMatchObject([
      { sessionId: 'c-1', occurredAt: '2023-11-14T22:14:20.000Z' },
      { sessionId: 'c-1', occurredAt: '2023-11-14T22:13:20.000Z' },
    ]);
  });

  test('Claude conversations are imported', async () => {
    const session = await withCharacter();
    const conversation = {
      uuid: 'u-1',
      name: 'Garden',
      chat_messages: [
        { sender: 'human', text: 'My garden has two apple trees.', created_at: '2024-03-01T09:00:00.123456Z' },
        { sender: 'assistant', text: '', content: [{ type: 'text', text: 'Prune the apple trees in winter.' }] },
      ],
    };
    await session.importText('conversations.json', JSON.stringify([conversation]));
    expect(await session.contents()).toStrictEqual([
      'Garden › Assistant: Prune the apple trees in winter.',
      'Garden › My garden has two apple trees.',
    ]);
  });

  test('a table with known column names is imported', async () => {
    const session = await withCharacter();
    await session.importText(
      'a.csv',
      'Text;Category;Date\n"Ada, the first";facts;2020-01-02\nAda likes figs;preferences;\n',
    );
    expect(await session.memories()).toMatchObject([
      { content: 'Ada likes figs', category: 'preferences' },
      { content: 'Ada, the first', category: 'facts', occurredAt: '2020-01-02T00:00:00.000Z' },
    ]);
  });
});

describe('our own export', () => {
  test('our export survives a round trip byte for byte', async () => {
    const session = await withCharacter();
    await session.call('add_category', {
      characterId: 'Ada',
      name: 'Träume',
      description: 'Was\n> sie träumt',
      hints: ['a, b', '"q"'],
    });
    await session.call('update_category', { characterId: 'Ada', name: 'goals', description: '', importance: 'HIGH' });
    const contents = [
      '# not a heading',
      '- item\n\n- [NORMAL, salience 0.5, x]\n  [LOW, salience 1, 2020-01-01T00:00:00.000Z]',
      'line\nbreaks\tand tabs ',
      '日本語 \u2028 text',
      '```js\ncode\n```',
    ];
    for (const [i, content] of contents.entries()) {
      const input = { content, category: i % 2 === 0 ? 'Träume' : 'facts', salience: i / 7, importance: 'LOW' };
      await session.call('add_memory_direct', { characterId: 'Ada', ...input, occurredAt: `202${i}-01-01T00:00:00Z` });
    }
    const { markdown } = await session.call<{ markdown: string }>('export_character', { characterId: 'Ada' });
    const other = await withCharacter();
    expect(await other.importText('ada.md', markdown)).toMatchObject({
      memoriesAdded: contents.length,
      fillerFiltered: 0,
    });
    expect(await other.call('export_character', { characterId: 'Ada' })).toMatchObject({ markdown });
    expect((await other.contents()).sort()).toStrictEqual([...contents].sort());
    const asJson = await withCharacter();
    await asJson.importText('ada.json', JSON.stringify({ markdown }));
    expect(await asJson.call('export_character', { characterId: 'Ada' })).toMatchObject({ markdown });
  });

  test('an export for people comes back as it was, in the categories that are known', async () => {
    const session = await withCharacter();
    const text = [
      ...[
        '# Ada',
        '',
        '## Preferences',
        '',
        '- Ada mag Tee. (2026-11-01)',
        '- お茶が好き (2026-11-02 – 2026-11-20)',
        '',
      ],
      ...['## Pläne', '', '- She plans:', '  - a walk', '  (2026-03-02)', ''],
    ].join('\n');
    expect(await session.importText('ada.md', text)).toMatchObject({ memoriesAdded: 3, fillerFiltered: 0 });
    const { markdown } = await session.call<{ markdown: string }>('export_character', { characterId: 'Ada' });
    expect(markdown.split('\n').filter((line) => /^(?:## |- | {2}[-[])/.test(line))).toMatchInlineSnapshot(`
      [
        "## general",
        "- She plans:",
        "  - a walk",
        "  [NORMAL, salience 0.5, 2026-03-02T00:00:00.000Z]",
        "## preferences",
        "- お茶が好き",
        "  [NORMAL, salience 0.5, 2026-11-02T00:00:00.000Z, until 2026-11-20T00:00:00.000Z]",
        "- Ada mag Tee.",
        "  [NORMAL, salience 0.5, 2026-11-01T00:00:00.000Z]",
      ]
    `);
    const changelog = '# Log\n\n## 1.0\n\n- Fixes the parser (2026-01-01)\n- Adds Wolof\n';
    await session.importText('log.md', changelog);
    expect(await session.contents()).toContain('Log › 1.0: Adds Wolof');
  });

  test('an import leaves categories alone that a person changed', async () => {
    const session = await withCharacter();
    await session.call('update_category', { characterId: 'Ada', name: 'goals', description: 'mine' });
    await session.importText(
      'x.md',
      '# X\n\n## goals\n\n> theirs\n> Importance: LOW\n\n- a\n  [LOW, salience 0.1, 2020-01-01T00:00:00.000Z]\n',
    );
    const { categories } = await session.call<{ categories: { name: string; description: string }[] }>(
      'list_categories',
      { characterId: 'Ada' },
    );
    expect(categories.find(({ name }) => name === 'goals')).toMatchObject({ description: 'mine', memoryCount: 1 });
  });
});

describe('imports with a provider', () => {
  const extractor = (answer: (text: string) => object[] | Error, before?: () => Promise<void>): Extractor => ({
    kind: 'ai',
    deadlineMs: 5_000,
    async extract({ text }, signal) {
      await before?.();
      signal?.throwIfAborted();
      const operations = answer(text);
      if (operations instanceof Error) throw operations;
      return { answer: { operations }, usage: noUsage };
    },
  });

  test('each statement of an import is extracted by the provider', async () => {
    const services = {
      extractor: extractor((text) =>
        text.includes('tea')
          ? [{ operation: 'ADD', content: 'Ada drinks tea', category: 'preferences' }]
          : [{ operation: 'NONE' }],
      ),
    };
    const session = await withCharacter({ services });
    const imported = await session.importText('a.txt', 'tea, please\n\nnothing');
    expect(imported).toMatchObject({ totalParsed: 2, memoriesAdded: 1, fillerFiltered: 1 });
    expect(await session.contents()).toStrictEqual(['Ada drinks tea']);
  });

  test('a document changes and deletes no stored memory, whatever a provider answers', async () => {
    const services = {
      autoCapture: true,
      extractor: extractor(() => [
        { operation: 'UPDATE', memoryId: 'm1', content: 'Ada drinks tea in the morning' },
        { operation: 'DELETE', memoryId: 'm2' },
      ]),
    };
    for (const name of ['import_document', 'sync_file'] as const) {
      const session = await withCharacter({ services });
      const stored = [];
      for (const content of ['Ada drinks tea', 'Ada drinks no tea']) {
        stored.push(
          await session.call<Memory>('add_memory_direct', { characterId: 'Ada', content, category: 'facts' }),
        );
      }
      const fileContent = 'Ada drinks tea, of course';
      const file = name === 'sync_file' ? { filePath: 'a.md' } : { fileName: 'a.md' };
      await session.call(name, { characterId: 'Ada', ...file, fileContent });
      await new CaptureWorker(session.services).round();
      expect(await session.contents()).toStrictEqual([
        'Ada drinks no tea',
        'Ada drinks tea',
        'Ada drinks tea in the morning',
      ]);
      const now = await Promise.all(
        stored.map(({ id }) => session.call<Memory>('get_memory', { characterId: 'Ada', memoryId: id })),
      );
      expect(now).toMatchObject(stored.map(({ id, content }) => ({ id, content, revision: 1 })));
      const isAsked = name === 'sync_file';
      expect(now.map(({ mayBeOutdatedBy }) => mayBeOutdatedBy !== undefined)).toStrictEqual([isAsked, isAsked]);
    }
  });

  test('a failure of the provider stores nothing', async () => {
    const { extractionFailed } = await import('../../src/domain/ai.ts');
    const services = {
      extractor: extractor((text) =>
        text.includes('9') ? extractionFailed('down') : [{ operation: 'ADD', content: text, category: 'facts' }],
      ),
    };
    const session = await withCharacter({ services });
    const fileContent = Array.from({ length: 10 }, (_, i) => `statement ${i}`).join('\n\n');
    const input = { characterId: 'Ada', fileName: 'a.txt', fileContent };
    expect((await session.fault('import_document', input)).type).toBe('ExtractionFailed');
    expect(await session.contents()).toStrictEqual([]);
  });

  test('an import reports progress, and cancelling it stores nothing', async () => {
    const cancel = new AbortController();
    const cancelled = once(cancel.signal, 'abort');
    let asked = 0;
    // The third statement waits until the client has cancelled.
    const before = async () => {
      asked += 1;
      if (asked <= 3) return;
      await cancelled;
      // The cancellation message is sent.
      await session.client.ping();
    };
    const add = (text: string) => [{ operation: 'ADD', content: text, category: 'facts' }];
    const session = await withCharacter({ services: { extractor: extractor(add, before) } });
    const fileContent = Array.from({ length: 200 }, (_, i) => `statement ${i}`).join('\n\n');
    const told: number[] = [];
    const call = session.client.callTool(
      { name: 'import_document', arguments: { characterId: 'Ada', fileName: 'a.txt', fileContent } },
      undefined,
      {
        signal: cancel.signal,
        onprogress: ({ progress, total }) => {
          expect(total).toBe(200);
          told.push(progress);
          if (told.length === 3) cancel.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    await session.client.ping();
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told).toStrictEqual(told.toSorted((a, b) => a - b));
    expect(await session.contents()).toStrictEqual([]);
  });
});

test('a statement that a document repeats is read once; only what was stored before counts as known', async () => {
  const session = await withCharacter();
  const texts = ['Ada likes tea.', 'Ada likes tea.', 'Ada likes  tea.', 'Ada owns a harp.'];
  expect(await session.importText('notes.json', JSON.stringify(texts))).toMatchObject({
    totalParsed: 2,
    memoriesAdded: 2,
    duplicatesSkipped: 0,
    fillerFiltered: 0,
  });
  expect(await session.importText('notes.json', JSON.stringify(texts))).toMatchObject({
    totalParsed: 2,
    memoriesAdded: 0,
    duplicatesSkipped: 2,
  });
});

test('a chat as text or as lines of JSON gives the user’s words without names and greetings', async () => {
  const said = [
    ['User', 'Hey Mel! I moved to Graz in May.'],
    ['Assistant', 'Graz has a fine river.'],
    ['User', 'Mel!'],
    ['User', 'I moved to Graz in May.'],
  ];
  for (const [name, text] of [
    ['chat.txt', said.map(([speaker, words]) => `${speaker}: ${words}`).join('\n')],
    [
      'chat.jsonl',
      said
        .map(([role, content]) => JSON.stringify({ role: role?.toLowerCase(), content, session_id: 's1' }))
        .join('\n'),
    ],
  ] as const) {
    const session = await withCharacter();
    expect(await session.importText(name, text)).toMatchObject({ memoriesAdded: 2, duplicatesSkipped: 0 });
    expect(await session.contents()).toStrictEqual(['Assistant: Graz has a fine river.', 'I moved to Graz in May.']);
  }
});
