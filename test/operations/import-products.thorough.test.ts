import { describe, expect, test } from 'vitest';
import type { Imported, Listed } from '../support/answers.ts';
import { zip } from '../support/archives.ts';
import { openSession } from '../support/harness.ts';
import { claudeMemSchema, memoryServiceSchema, sqliteFile } from '../support/products.ts';

/** The fields of a memory that these tests check: text, category (`*`: that of the rules), day and session. */
type Row = [content: string, category: string, day?: string, session?: string];

const storedToday = '2026-01-15';

async function withAda() {
  const session = await openSession({ character: 'Ada' });
  await session.call('create_character', { name: 'Ada', categoryPreset: 'developer' });
  const give = (fileName: string, content: string | Buffer, more: object = {}) => {
    const isText = typeof content === 'string';
    const fileContent = isText ? content : content.toString('base64');
    return { fileName, fileContent, ...(!isText && { encoding: 'base64' }), ...more };
  };
  return {
    ...session,
    importFile: (fileName: string, content: string | Buffer, more?: object) =>
      session.call<Imported & { examples?: string[] }>('import_document', give(fileName, content, more)),
    refusal: (fileName: string, content: string | Buffer) => session.fault('import_document', give(fileName, content)),
    async rows(): Promise<Row[]> {
      const { memories } = await session.call<Listed>('list_memories', { limit: 100 });
      const rows = memories.map(({ content, category, occurredAt, sessionId }): Row => {
        const day = occurredAt?.slice(0, 10);
        const more = [day === storedToday ? undefined : day, sessionId];
        while (more.length > 0 && more.at(-1) === undefined) more.pop();
        return [content, category, ...more] as Row;
      });
      return rows.sort(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}

const json = (value: unknown) => JSON.stringify(value);
const jsonLines = (...values: unknown[]) => values.map(json).join('\n');
const files = (parts: Record<string, string>) =>
  zip(Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text) })));

const chatGptConversation = {
  title: 'Move',
  create_time: 1_700_000_000,
  conversation_id: 'c-1',
  current_node: 'c',
  mapping: {
    r: { parent: null, message: null },
    i: {
      parent: 'r',
      message: {
        author: { role: 'user' },
        content: {
          content_type: 'user_editable_context',
          user_profile: 'I am a nurse in Porto.',
          user_instructions: '',
        },
        metadata: { is_visually_hidden_from_conversation: true },
      },
    },
    a: {
      parent: 'i',
      message: {
        author: { role: 'user' },
        create_time: 1_700_000_000,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'sediment://x' },
            'I prefer window seats. We decided to move to Lisbon in May.\n\n```js\nconst a = 1;\n```\nWhat is the capital of France?',
          ],
        },
      },
    },
    t: {
      parent: 'a',
      message: { author: { role: 'tool' }, content: { content_type: 'text', parts: ['tool output'] } },
    },
    b: {
      parent: 't',
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Noted!'] } },
    },
    c: { parent: 'b', message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['thanks!'] } } },
  },
};

const claudeConversation = {
  uuid: 'u-1',
  name: 'Garden',
  chat_messages: [
    {
      sender: 'human',
      text: 'My garden has two apple trees.',
      content: [{ type: 'text', text: 'My garden has two apple trees.' }],
      created_at: '2024-03-01T09:00:00.123456Z',
    },
    {
      sender: 'assistant',
      text: 'This block is not supported on your current device yet.',
      content: [
        { type: 'thinking', thinking: 'hidden' },
        { type: 'text', text: 'Prune the apple trees in winter.' },
      ],
      created_at: '2024-03-01T09:00:10Z',
    },
  ],
};

const coffee = `---
title: Coffee Brewing
type: note
permalink: coffee-brewing
tags: [coffee, goals]
created: 2024-05-01T08:00:00+02:00
roaster: Acme
---
# Coffee Brewing

## Observations
- [decision] Pour over only, never the machine #brewing (after a tasting)
- [method] Water at 94 degrees
- [ ] buy filters

## Relations
- relates_to [[Morning Routine]]
- "is part of" [[Kitchen|the kitchen]] (since 2023)
`;

describe('exports of other products', () => {
  test.each<[name: string, fileName: string, content: () => string | Buffer, rows: Row[]]>([
    [
      'the official memory server: memory.jsonl, whole',
      'memory.jsonl',
      () =>
        jsonLines(
          { type: 'entity', name: 'Ada', entityType: 'person', observations: ['Likes green tea', 'Works in Lisbon'] },
          { type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
          { type: 'relation', from: 'Ada', to: 'Acme', relationType: 'works_at' },
        ),
      [
        ['Acme is of type company', '*'],
        ['Ada (person): Likes green tea', '*'],
        ['Ada (person): Works in Lisbon', '*'],
        ['Ada works at Acme', '*'],
      ],
    ],
    [
      'mem0: what get_all answers, with relations of its graph',
      'mem0.json',
      () =>
        json({
          results: [
            {
              id: '1',
              memory: 'Likes figs',
              user_id: 'ada',
              hash: 'h',
              metadata: { city: 'Porto' },
              categories: ['food', 'preferences'],
              created_at: '2024-07-01T10:00:00.000000-07:00',
              updated_at: '2025-01-01T00:00:00Z',
              input: [{ role: 'user', content: 'I like figs' }],
              run_id: 'run-7',
              expiration_date: null,
            },
          ],
          relations: [{ source: 'ada', relationship: 'lives_in', target: 'porto' }],
        }),
      [
        ['Likes figs (metadata: city Porto; categories: food, preferences)', 'preferences', '2024-07-01', 'run-7'],
        ['ada lives in porto', '*'],
      ],
    ],
    [
      'mem0: the category that whoever stored it chose',
      'mem0.json',
      () =>
        json([
          {
            id: '1',
            memory: 'Likes figs',
            user_id: 'ada',
            metadata: { category: 'preferences' },
            categories: ['food'],
          },
          { id: '2', memory: 'Plays go', user_id: 'ada', metadata: { category: 'hobbies', level: 3 } },
        ]),
      [
        ['Likes figs (categories: food)', 'preferences'],
        ['hobbies: Plays go (metadata: level 3)', '*'],
      ],
    ],
    [
      'mem0: OpenMemory’s backup',
      'memories_export_ada.zip',
      () =>
        files({
          'memories.json': json({
            user: { id: 'u', user_id: 'ada' },
            apps: [{ id: 'p', name: 'cursor' }],
            categories: [{ id: 'c', name: 'preference' }],
            memories: [
              {
                id: '1',
                user_id: 'u',
                app_id: 'p',
                content: 'Prefers tabs',
                metadata: {},
                state: 'active',
                created_at: '2025-02-03T00:00:00+00:00',
                deleted_at: null,
                category_ids: ['c'],
              },
              { id: '2', app_id: 'p', content: 'Was deleted', state: 'deleted', category_ids: [] },
            ],
            export_meta: { version: '1' },
          }),
        }),
      [['Prefers tabs', 'preferences', '2025-02-03']],
    ],
    [
      'mem0: the history of the library',
      'history.db',
      () =>
        sqliteFile(
          `CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
             created_at DATETIME, updated_at DATETIME, is_deleted INTEGER)`,
          `INSERT INTO history VALUES ('a', 'm1', NULL, 'Likes tea', 'ADD', '2024-01-02T00:00:00Z', NULL, 0),
             ('b', 'm1', 'Likes tea', 'Likes green tea', 'UPDATE', '2024-01-02T00:00:00Z', '2024-03-01T00:00:00Z', 0),
             ('c', 'm2', NULL, 'Is in Rome', 'ADD', '2024-01-02T00:00:00Z', NULL, 0),
             ('d', 'm2', 'Is in Rome', NULL, 'DELETE', NULL, NULL, 1)`,
        ),
      [['Likes green tea', 'preferences', '2024-01-02']],
    ],
    [
      'mcp-memory-service: its store',
      'sqlite_vec.db',
      () =>
        sqliteFile(
          memoryServiceSchema,
          `INSERT INTO memories (content_hash, content, tags, memory_type, metadata, created_at, created_at_iso, deleted_at)
           VALUES ('h1', 'Use WAL mode', 'sqlite,reference', 'note', '{"source": "docs", "quality_score": 0.7}', 1735689600.5, '2025-01-01T00:00:00Z', NULL),
             ('h2', 'Postgres was chosen', 'db', 'decision', '{}', 1735776000, NULL, NULL),
             ('h3', 'Was deleted', '', 'note', NULL, 1735776000, NULL, 1735862400)`,
        ),
      [
        ['Postgres was chosen (tags: db)', 'decisions', '2025-01-02'],
        ['Use WAL mode (source: docs; tags: sqlite,reference)', '*', '2025-01-01'],
      ],
    ],
    [
      'mcp-memory-service: its backup',
      'backup.json',
      () =>
        json({
          export_metadata: { source_machine: 'laptop', export_timestamp: '2025-08-01T00:00:00', total_memories: 1 },
          memories: [
            {
              content: 'Deploys happen on Tuesdays',
              content_hash: 'h',
              tags: ['ops', 'events'],
              created_at: 1735689600,
              created_at_iso: '2025-01-01T00:00:00Z',
              updated_at: 1735689600,
              memory_type: 'standard',
              metadata: { project: 'Billing' },
            },
          ],
        }),
      [['Deploys happen on Tuesdays (project: Billing; tags: ops, events)', 'events', '2025-01-01']],
    ],
    [
      'claude-mem: its store',
      'claude-mem.db',
      () =>
        sqliteFile(
          claudeMemSchema,
          `INSERT INTO sdk_sessions (content_session_id, memory_session_id, project, started_at, started_at_epoch)
             VALUES ('cs', 'ms', 'billing', '2025-10-01T00:00:00Z', 1759276800000)`,
          `INSERT INTO observations (memory_session_id, project, type, title, facts, narrative, concepts, files_modified, created_at, created_at_epoch)
             VALUES ('ms', 'billing', 'decision', 'Queue for invoices', '["Invoices go through a queue", "The queue is Redis"]',
               'Invoices were lost when the worker died.', '["how-it-works"]', '["src/queue.ts"]', '2025-10-01T00:00:00Z', 1759276800000),
             ('ms', 'billing', 'bugfix', 'Rounding of cents fixed', NULL, NULL, NULL, NULL, '2025-10-01T00:00:00Z', 1759276800000)`,
          `INSERT INTO session_summaries (memory_session_id, project, request, learned, next_steps, created_at, created_at_epoch)
             VALUES ('ms', 'billing', 'Make invoices safe', 'Workers die at deploys.', '', '2025-10-02T00:00:00Z', 1759363200000)`,
          `INSERT INTO user_prompts (content_session_id, prompt_number, prompt_text, created_at, created_at_epoch)
             VALUES ('cs', 1, 'We never deploy on Fridays.', '2025-10-01T00:00:00Z', 1759276800000),
             ('cs', 2, '/clear', '2025-10-01T00:00:00Z', 1759276800000)`,
          `INSERT INTO directives (project, content, status, created_at, created_at_epoch, updated_at_epoch)
             VALUES (NULL, 'Always answer in French.', 'active', '2025-10-01T00:00:00Z', 1759276800000, 1),
             (NULL, 'An old rule.', 'archived', '2025-10-01T00:00:00Z', 1759276800000, 1)`,
        ),
      [
        ['Always answer in French.', '*', '2025-10-01'],
        ['billing › Queue for invoices: Invoices go through a queue', 'decisions', '2025-10-01', 'ms'],
        [
          'billing › Queue for invoices: Invoices were lost when the worker died. (concepts: how-it-works; files: src/queue.ts)',
          'decisions',
          '2025-10-01',
          'ms',
        ],
        ['billing › Queue for invoices: The queue is Redis', 'decisions', '2025-10-01', 'ms'],
        ['billing › We never deploy on Fridays.', '*', '2025-10-01', 'cs'],
        ['billing › learned: Workers die at deploys.', '*', '2025-10-02', 'ms'],
        ['billing › request: Make invoices safe', '*', '2025-10-02', 'ms'],
        ['bugfix › billing: Rounding of cents fixed', '*', '2025-10-01', 'ms'],
      ],
    ],
    [
      'claude-mem: its export',
      'claude-mem.json',
      () =>
        json({
          exportedAt: '2025-11-01T00:00:00Z',
          totalObservations: 1,
          observations: [
            {
              memory_session_id: 'ms',
              project: 'billing',
              type: 'discovery',
              title: 'Cents',
              narrative: 'Amounts are kept in cents.',
              facts: '[]',
              concepts: '["decisions"]',
              created_at: '2025-10-01T00:00:00Z',
              created_at_epoch: 1759276800000,
            },
          ],
          sessions: [],
          summaries: [],
          prompts: [],
        }),
      [
        [
          'discovery › billing › Cents: Amounts are kept in cents. (concepts: decisions)',
          'decisions',
          '2025-10-01',
          'ms',
        ],
      ],
    ],
    [
      'ChatGPT: the data export, what the user said statement by statement',
      'chatgpt.zip',
      () =>
        files({
          'user.json': json({ id: 'u', email: 'ada@example.org' }),
          'chat.html': '<html>all of it again</html>',
          'conversations-000.json': json([chatGptConversation]),
        }),
      [
        ['Custom instructions: I am a nurse in Porto.', '*', '2023-11-14'],
        ['Move › I prefer window seats.', '*', '2023-11-14', 'c-1'],
        ['Move › We decided to move to Lisbon in May.', '*', '2023-11-14', 'c-1'],
      ],
    ],
    [
      'Claude: the data export, with its own memory and projects',
      'claude.zip',
      () =>
        files({
          'users.json': json([{ uuid: 'u', email_address: 'ada@example.org' }]),
          'conversations.json': json([claudeConversation]),
          'memories.json': json([
            {
              conversations_memory: '**Work context**\n\nAda is an engineer at Acme.\n',
              project_memories: { p: '- The roof is of slate.' },
              account_uuid: 'u',
            },
          ]),
          'projects.json': json([
            {
              uuid: 'p',
              name: 'House',
              description: '',
              prompt_template: 'Answer in metres.',
              created_at: '2024-02-01T00:00:00Z',
              docs: [
                {
                  uuid: 'd',
                  filename: 'walls.md',
                  content: 'The walls are of brick.',
                  created_at: '2024-02-02T00:00:00Z',
                },
              ],
            },
          ]),
        }),
      [
        ['Garden › Assistant: Prune the apple trees in winter.', '*', '2024-03-01', 'u-1'],
        ['Garden › My garden has two apple trees.', '*', '2024-03-01', 'u-1'],
        ['House › Instructions: Answer in metres.', '*', '2024-02-01'],
        ['House › walls.md: The walls are of brick.', '*', '2024-02-02'],
        ['Memory of Claude › Work context: Ada is an engineer at Acme.', '*'],
        ['Memory of Claude › House: The roof is of slate.', '*'],
      ],
    ],
    [
      'basic-memory: a note with observations and relations',
      'Coffee Brewing.md',
      () => coffee,
      [
        [
          'Coffee Brewing: Pour over only, never the machine #brewing (after a tasting) (tags: coffee, goals; roaster: Acme)',
          'decisions',
          '2024-05-01',
        ],
        ['Coffee Brewing: open: buy filters', 'goals', '2024-05-01'],
        ['Coffee Brewing is part of the kitchen (Kitchen) (since 2023)', 'goals', '2024-05-01'],
        ['Coffee Brewing relates to Morning Routine', 'goals', '2024-05-01'],
        ['method › Coffee Brewing: Water at 94 degrees', 'goals', '2024-05-01'],
      ],
    ],
    [
      'Obsidian: a vault with its folders, properties, links, tags and callouts',
      'vault.zip',
      () =>
        files({
          'Vault/.obsidian/app.json': '{}',
          'Vault/.trash/old.md': 'thrown away',
          '__MACOSX/Vault/._Alice.md': 'not a note',
          'Vault/People/Alice.md':
            '---\naliases:\n  - Ali\ntags:\n  - friend\n---\nWorks with [[Bob|her brother]] at [[Acme#Sales]]. ^b1\n\n![[photo.png]]\n\n> [!tip]- Birthday gifts\n> She likes orchids. #preferences\n',
          'Vault/Daily/2024-06-02.md': 'Met [[Alice]] for lunch.\n',
          'Vault/plan.txt': 'Paint the hall.',
        }),
      [
        ['Daily: Met Alice for lunch.', '*', '2024-06-02'],
        ['People › Alice (Ali): Tip: Birthday gifts: She likes orchids. #preferences', 'preferences'],
        ['People › Alice (Ali): Works with her brother (Bob) at Acme › Sales. (tags: friend)', '*'],
        ['plan: Paint the hall.', '*'],
      ],
    ],
    [
      'Cursor: a rule',
      '.cursor/rules/typescript.mdc',
      () =>
        '---\ndescription: TypeScript conventions\nglobs: **/*.ts, **/*.tsx\nalwaysApply: false\n---\n\n- No default exports\n',
      [['TypeScript conventions (**/*.ts, **/*.tsx): No default exports', 'decisions']],
    ],
    [
      'CLAUDE.md',
      'CLAUDE.md',
      () => '# Billing\n\n## Commands\n\n- `npm test` runs the tests\n\n## Decisions\n\n- Amounts are in cents\n',
      [
        ['Billing › Commands: `npm test` runs the tests', '*'],
        ['Billing: Amounts are in cents', 'decisions'],
      ],
    ],
  ])('an export is imported: %s', async (_, fileName, content, rows) => {
    const session = await withAda();
    const given = content();
    const dry = await session.importFile(fileName, given, { dryRun: true });
    expect(dry.examples?.toSorted()).toStrictEqual(rows.map(([text]) => text).toSorted());
    const imported = await session.importFile(fileName, given);
    expect(imported).toMatchObject({ memoriesAdded: rows.length, rejectedCount: 0 });
    expect(imported).not.toHaveProperty('examples');
    const expected = rows.map(([text, category, ...more]) => [
      text,
      category === '*' ? expect.any(String) : category,
      ...more,
    ]);
    expect(await session.rows()).toStrictEqual(expected.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    expect(await session.importFile(fileName, given)).toMatchObject({ memoriesAdded: 0 });
  });
});

describe('files with false content', () => {
  const store = () => sqliteFile(memoryServiceSchema, "INSERT INTO memories (content_hash, content) VALUES ('h', 'x')");
  const made = (...statements: string[]) => sqliteFile(...statements);
  const columns = 'id INTEGER PRIMARY KEY, content_hash TEXT';

  test.each<[name: string, fileName: string, content: () => string | Buffer, type: string, message: RegExp]>([
    ['a store cut off', 'a.db', () => store().subarray(0, 9_000), 'InvalidContent', /no whole SQLite database/],
    ['a store without its last pages', 'a.db', () => store().subarray(0, 8_192), 'InvalidContent', /no whole SQLite/],
    ['a header alone', 'a.db', () => Buffer.from('SQLite format 3\0 and more'), 'InvalidContent', /no whole SQLite/],
    [
      'a store overwritten in the middle',
      'a.db',
      () => Buffer.from(store()).fill(0xff, 100, 4_096),
      'InvalidContent',
      /no whole SQLite/,
    ],
    [
      'another program’s store',
      'a.db',
      () => made('CREATE TABLE a (b)'),
      'InvalidContent',
      /no product that is known \(mcp-/,
    ],
    [
      'a view in the place of the table',
      'a.db',
      () => made('CREATE TABLE b (content, content_hash)', 'CREATE VIEW memories AS SELECT * FROM b'),
      'InvalidContent',
      /no product that is known/,
    ],
    [
      'a virtual table in its place',
      'a.db',
      () => made('CREATE VIRTUAL TABLE memories USING fts5(content, content_hash)'),
      'InvalidContent',
      /no product that is known/,
    ],
    [
      'a column that is computed',
      'a.db',
      () => made(`CREATE TABLE memories (${columns}, content AS (hex(zeroblob(1000000))))`),
      'InvalidContent',
      /no product that is known/,
    ],
    [
      'a backup without its list',
      'a.json',
      () => json({ export_metadata: {} }),
      'InvalidContent',
      /no list of "memories"/,
    ],
    [
      'a backup with a memory that says nothing',
      'a.json',
      () => json({ export_metadata: {}, memories: [{ content: 'a', content_hash: 'h' }, { content_hash: 'i' }] }),
      'InvalidContent',
      /memory 2 of the export has no "content"/,
    ],
    [
      'an entity without observations',
      'memory.jsonl',
      () => jsonLines({ type: 'entity', name: 'Ada', entityType: 'person' }),
      'InvalidContent',
      /"entity" without a name, an entityType and a list of observations/,
    ],
    [
      'a relation to nobody',
      'memory.jsonl',
      () => jsonLines({ type: 'relation', from: 'Ada', relationType: 'knows' }),
      'InvalidContent',
      /"relation" without from, to and relationType/,
    ],
    [
      'an export of observations that are none',
      'a.json',
      () => json({ totalObservations: 1, observations: ['a'], summaries: [] }),
      'InvalidContent',
      /"observations" of the export is no list of records/,
    ],
    ['an archive of pictures', 'a.zip', () => files({ 'a.png': 'x' }), 'InvalidInput', /holds no notes/],
    [
      'a vault with a note in bytes',
      'a.zip',
      () => zip([{ name: 'a.md', data: Buffer.from([0x61, 0xff, 0x00]) }]),
      'InvalidInput',
      /"a.md" is not text/,
    ],
    [
      'a vault that unfolds to too much',
      'a.zip',
      () => zip([{ name: 'a.md', data: Buffer.alloc(30e6, ' ') }]),
      'InvalidContent',
      /bytes once unpacked/,
    ],
    [
      'more rows than are read',
      'a.db',
      () =>
        made(
          'CREATE TABLE history (memory_id, new_memory, event)',
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200001)
             INSERT INTO history SELECT i, 'a', 'ADD' FROM n`,
        ),
      'InvalidContent',
      /more than 200,000 rows/,
    ],
  ])('%s is refused, and nothing is stored', async (_, fileName, content, type, message) => {
    const session = await withAda();
    expect(await session.refusal(fileName, content())).toMatchObject({ type, message: expect.stringMatching(message) });
    expect(await session.rows()).toStrictEqual([]);
  });
});

test('secrets are redacted in databases and archives too', async () => {
  const session = await withAda();
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const store = sqliteFile(
    memoryServiceSchema,
    `INSERT INTO memories (content_hash, content) VALUES ('h', 'The deploy token is ${key}')`,
  );
  await session.importFile('a.db', store);
  await session.importFile('vault.zip', files({ 'a.md': `The token of the vault is ${key}.` }));
  const texts = (await session.rows()).map(([text]) => text);
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    expect(text).toContain('[redacted: ');
    expect(text).not.toContain(key);
  }
});
