import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, openClient } from '../src/hosts/handshake.ts';

interface Remembered {
  id: string;
  content: string;
  category: string;
  relevance: number;
  revision: number;
}

const notes: { content: string; category: string; salience: number }[] = [
  { content: 'Ada prefers TypeScript over JavaScript for services.', category: 'preferences', salience: 0.7 },
  { content: 'The team decided to keep everything in one SQLite file.', category: 'decisions', salience: 0.9 },
  { content: 'Ada lives in Lisbon with her dog Turing.', category: 'relationships', salience: 0.6 },
  { content: 'The release is planned for 12 March 2027.', category: 'goals', salience: 0.8 },
  { content: 'On 3 February 2027 the import of old notes failed twice.', category: 'events', salience: 0.4 },
];

/**
 * A real session: starts this program as a stdio server on a temporary store, calls it with a real MCP client, prints
 * every step, and leaves no files.
 */
export async function runDemo(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'agent-memory-demo-'));
  let client: Client | undefined;
  const play = async () => {
    client = await connect(join(home, 'memory.db'));
    await session(client);
  };
  let signal: NodeJS.Signals | undefined;
  try {
    signal = (await Promise.race([play(), interruption()])) ?? undefined;
  } finally {
    await client?.close();
    rmSync(home, { recursive: true, force: true });
  }
  // Unfinished work would continue where it stopped.
  if (signal) process.exit(128 + constants.signals[signal]);
  say('Done. The throw-away store is deleted; the README shows how to give your agent a lasting one.');
}

/** The first signal that asks to stop. */
function interruption(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
}

async function connect(database: string): Promise<Client> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const program = process.argv[1];
  if (program === undefined) throw new Error('the path of this program is unknown');
  const client = await openClient('demo', '1.0.0');
  const env = { SERVICE_DB: database, SERVICE_LOG_LEVEL: 'warn' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'stdio'], env }));
  return client;
}

async function session(client: Client): Promise<void> {
  const call = async <Answer>(name: string, input: Record<string, unknown>): Promise<Answer> => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: input });
    if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
    return structuredContent as Answer;
  };
  const { name, version } = client.getServerVersion() ?? { name: 'unknown', version: '' };
  const { tools } = await client.listTools();
  say(`Connected to ${name} ${version} over stdio: ${tools.length} tools.`);

  const ada = await call<{ id: string }>('create_character', { name: 'Ada', categoryPreset: 'developer' });
  say(`\ncreate_character  Ada  ->  ${ada.id}`);

  const characterId = 'Ada';
  for (const note of notes) {
    const { id } = await call<Remembered>('add_memory_direct', { characterId, ...note });
    say(`add_memory_direct  [${note.category}] ${note.content}  ->  ${id}`);
  }

  const file = {
    characterId,
    filePath: 'notes.md',
    fileContent: '# Team\n\n- Standup is at 9:30.\n- Ada reviews on Mondays.\n',
  };
  const synced = await call<{ version: number; memoriesAdded: number }>('sync_file', file);
  say(`\nsync_file  ${file.filePath}  ->  version ${synced.version}, ${synced.memoriesAdded} memories`);

  const query = 'Where does Ada live?';
  const found = await call<{ memories: Remembered[]; total: number }>('search_memories', {
    characterId,
    query,
    limit: 2,
  });
  say(`\nsearch_memories  "${query}"  ->  ${found.total} matches, best first`);
  for (const { content, relevance } of found.memories) say(`  ${relevance.toFixed(2)}  ${content}`);

  const [best] = found.memories;
  if (!best) throw new Error('the search found nothing');
  const content = 'Ada lives in Porto with her dog Turing.';
  const updated = await call<Remembered>('update_memory', { characterId, memoryId: best.id, content });
  say(`\nupdate_memory  ->  revision ${updated.revision}: ${updated.content}`);

  const { revisions } = await call<{ revisions: { revision: number; changeType: string; content: string }[] }>(
    'get_memory_history',
    { characterId, memoryId: best.id },
  );
  say('get_memory_history');
  for (const one of revisions) say(`  ${one.revision} ${one.changeType.padEnd(8)} ${one.content}`);

  const { markdown } = await call<{ markdown: string }>('export_character', { characterId });
  const shown = markdown.split('\n').filter((line) => /^(?:# |- )/.test(line));
  say(`\nexport_character  ->  ${markdown.length} characters of Markdown, among them\n  ${shown.join('\n  ')}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
