import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wordsOfDocument } from '../../src/domain/memory-origin.ts';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import { textsOfMemories, textTables } from '../../src/storage/rows/user-texts.ts';
import { notesOf } from '../../src/storage/sqlite/disk/session-notes.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import {
  addition,
  at,
  id,
  keeping,
  newMemory,
  newPiece,
  newSnapshot,
  ours,
  vectorOf,
  withAda,
} from '../support/builders.ts';
import { captureTurn } from '../support/captured-turn.ts';
import { embeddedPlace, embeddedPostgres } from '../support/pglite.ts';
import { openStore, temporaryFolder } from '../support/stores.ts';

/** In every text that is to be erased, in two cases; stems keep its beginning. */
const word = 'xylophonquist';
const telling = /xylophonqu/i;
const ada = id(1);

/** Puts the word into every table of a store that an erasure empties, between things that stay. */
async function tellEverywhere(store: Store): Promise<void> {
  await withAda(store);
  const webhook = { id: id(90), url: 'https://example.com/hook', events: ['*' as const], includeContent: true };
  await store.webhooks.create(ours, { ...webhook, secret: 's' }, 1_000);
  const others = Array.from({ length: 140 }, (_, i) =>
    addition(200 + i, `Note ${i}: the harbour is open on day ${i}.`),
  );
  await store.memories.write(ours, ada, others.slice(0, 70), at());
  await store.memories.write(
    ours,
    ada,
    [addition(11, `Ada is a ${word}.`), addition(12, `The ${word.toUpperCase()} left.`)],
    at(),
  );
  await store.memories.write(ours, ada, others.slice(70), at());
  // Long enough for a segment of its own, and for overflow pages.
  await store.memories.write(
    ours,
    ada,
    [addition(13, `${word} and more. ${'The ship comes late today. '.repeat(300)}`)],
    at(),
  );
  await store.memories.write(ours, ada, [addition(14, `A ${word} was here.`)], at());
  await store.memories.write(
    ours,
    ada,
    [
      { kind: 'update', memoryId: id(14), fields: { content: 'Somebody was here.' } },
      { kind: 'delete', memoryId: id(12) },
    ],
    at(),
  );
  await store.memories.write(
    ours,
    ada,
    [{ kind: 'add', memory: newMemory(15, `Perhaps a ${word}.`, { isProposed: true }) }],
    at(),
  );
  // The last one is not in a segment yet.
  await store.memories.write(ours, ada, [addition(16, `Recently a ${word}.`)], at());
  const model = { name: 'model', dimensions: 64 };
  await store.embeddings.useModel(model);
  const waiting = await store.embeddings.takeWaiting(model, 'ours', 500, 1_000_000);
  await store.embeddings.save(
    model,
    waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })),
  );
  const recall = { characterId: ada, at: 1_000, by: 'agent', via: 'stdio', kind: 'search' } as const;
  await store.recalls.add('ours', [
    { ...recall, query: `Who is the ${word}?`, results: [{ memoryId: id(11), relevance: 1 }] },
    { ...recall, query: `Where is the ${word}?`, results: [{ memoryId: id(200), relevance: 1 }] },
    { ...recall, query: `and the ${word}`, results: [] },
  ]);
  const [first, second] = await store.recalls.list(ours, { limit: 2 });
  await store.recalls.rate(ours, second!.no, 'wrong', id(200), 1_000);
  await store.recalls.dismiss(ours, first!.no, true, 1_000);
  await store.forgetting.ask(ours, ada, `the ${word}`, [id(11), id(200)], 1_000);
  await store.pairs.keep(ours, ada, [id(11), id(16)], keeping, 1_000);
  await store.joinedNames.set(
    ours,
    ada,
    { alias: word, aliasKey: word.toLowerCase(), name: 'The player' },
    true,
    1_000,
  );
  const pieces = [newPiece(31, `A ${word} in a file.`, ['Team']), newPiece(32, 'The ship is late.')];
  const added = (list: typeof pieces) => () => list.map((piece) => ({ kind: 'add' as const, piece }));
  await store.files.push(ours, ada, newSnapshot(30, pieces), added(pieces), at());
  const waits = [newPiece(41, `A ${word} that waits.`)];
  await store.files.push(ours, ada, newSnapshot(40, waits, { path: 'b.md', capture: true }), added(waits), at());
  const imported = Array.from({ length: 300 }, (_, i) =>
    addition(1_000 + i, `Import ${i} of the ${i === 9 ? word : 'fleet'}.`, { source: { kind: 'import' } }),
  );
  const wordsOf = wordsOfDocument(`Letter of the ${word}.md`);
  await store.files.importMemories(ours, ada, { categories: [], changes: imported }, { ...at(), wordsOf });
  if (isMachineStore(store)) await tellHooks(store);
}

async function tellHooks(store: MachineStore): Promise<void> {
  const clause = { text: `I met the ${word}.`, outcome: 'kept', reason: 'it lasts', memoryId: id(11) } as const;
  await captureTurn(store, ours, ada, [clause]);
  const session = { host: 'codex', session: 'two' };
  const receipt = { event: 'Stop', characterId: ada, given: 0, tokens: 0, captured: 0, leftOut: {} };
  const turns = [
    { key: 'k', role: 'user' as const, memory: newMemory(50, `Tell the ${word}.`), ruleLines: ['a line'] },
  ];
  const to = { path: '/t', position: 1, head: 'h' };
  await store.hooks.captured(ours, session, { from: undefined, to, turns, overAt: 2_000, receipt }, 1_000);
}

/** Erases all that names the word, as the service does. */
async function eraseWord(store: Store): Promise<void> {
  const { memories } = await store.erasing.worded(ours, ada, { after: -1, limit: 10_000 });
  const memoryIds = memories.filter(({ texts }) => texts.some((text) => telling.test(text))).map((one) => one.id);
  expect(memoryIds.length).toBeGreaterThan(7);
  await store.erasing.begin(ours, ada, id(900), { memoryIds, words: [word] }, at(5_000));
  for (;;) {
    const step = await store.erasing.step(10_000_000);
    if (!step) return;
    expect(step.waits).toBe(false);
  }
}

/** The columns of the eraser's list that a store of an engine must have had the word in. */
const told = (isLocal: boolean) =>
  [
    ...textsOfMemories.filter(
      (column) => /\.(?:content|terms?|bytes|block)$/.test(column) && !/^(?:staged|erasing)/.test(column),
    ),
    ...textTables
      .filter((one) => (isLocal || !one.isLocal) && !['character', 'category', 'file name'].includes(one.kind))
      .map(({ table, texts }) => `${table}.${texts[0]}`),
  ].toSorted();

test('an erasure on SQLite leaves the words in no file of the store’s folder', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'memory.db');
  const store = openStore(path);
  await tellEverywhere(store);
  const db = openConnection(path);
  const columns = db.sqlite
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_schema AS tables
       CROSS JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
         AND tables.sql NOT LIKE 'CREATE VIRTUAL%' AND columns.type IN ('TEXT', 'BLOB')`,
    )
    .all() as { table: string; column: string }[];
  const found = columns
    .filter(({ table, column }) => {
      const sql = `SELECT count(*) FROM ${table} WHERE lower(CAST(${column} AS TEXT)) LIKE '%xylophonqu%'`;
      return (db.sqlite.prepare(sql).pluck().get() as number) > 0;
    })
    .map(({ table, column }) => `${table}.${column}`);
  const expected = told(true).filter((column) => columns.some((one) => `${one.table}.${one.column}` === column));
  expect(expected.filter((column) => !found.includes(column))).toStrictEqual([]);
  await db.close();
  mkdirSync(notesOf(path));
  const noted = [`Ask the ${word}`, 'Ask the fleet'].map((text) => `${JSON.stringify({ text })}\n`).join('');
  writeFileSync(join(notesOf(path), 'one.jsonl'), noted);
  await eraseWord(store);
  expect(readFileSync(join(notesOf(path), 'one.jsonl'), 'utf8')).toContain('the fleet');
  const held = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => telling.test(readFileSync(join(entry.parentPath, entry.name), 'latin1')))
      .map(({ name }) => name);
  // Also while the store is open.
  expect(held()).toStrictEqual([]);
  await store.close();
  expect(held()).toStrictEqual([]);
  expect(readdirSync(folder)).toContain('memory.db');
});

test('an erasure on PostgreSQL leaves the words in no row of any table', async () => {
  const place = await embeddedPlace();
  const store = await place.open();
  onTestFinished(() => store.close());
  const postgres = await embeddedPostgres();
  const columns = await postgres.script<{ table: string; column: string; type: string }>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
     WHERE table_schema = '${place.schema}' AND data_type IN ('text', 'bytea')`,
  );
  const found = async () => {
    const names: string[] = [];
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode(${column}, 'escape')` : column;
      const sql = `SELECT count(*)::int AS count FROM ${table} WHERE ${text} ILIKE '%xylophonqu%'`;
      const [row] = await postgres.script<{ count: number }>(sql, place.schema);
      if (row!.count > 0) names.push(`${table}.${column}`);
    }
    return names;
  };
  await tellEverywhere(store);
  const before = await found();
  const expected = told(false).filter((column) => columns.some((one) => `${one.table}.${one.column}` === column));
  expect(expected.filter((column) => !before.includes(column))).toStrictEqual([]);
  await eraseWord(store);
  expect(await found()).toStrictEqual([]);
});
