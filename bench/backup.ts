// A backup beside a server that writes: how long it takes, and how long the server's writes wait, by themselves and
// while it is made. Arguments: megabytes of the store, memories among them.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { writesBeside } from './support/beside.ts';
import { report } from './support/report.ts';
import { connect } from './support/server.ts';

const [megabytes = 1_000, memories = 5_000] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-backup-'));
const path = join(home, 'memory.db');
const program = join(import.meta.dirname, '../dist/agent-memory-service.cjs');

/** Contents of files that no snapshot names: bytes like those of documents. */
async function fatten(): Promise<void> {
  const connection = openConnection(path);
  for (let i = 0; i < megabytes; i++) {
    const sql = 'INSERT INTO file_contents (content_hash, bytes) VALUES (?, ?)';
    await connection.write(() => connection.run(sql, `filling ${i}`, randomBytes(1_000_000)));
  }
  await connection.close();
}

async function backup(): Promise<void> {
  const env = { ...process.env, SERVICE_DB: path };
  const child = spawn(process.execPath, [program, 'backup', join(home, 'backup.db')], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the backup ended with ${code}`);
}

try {
  const server = await connect(path, { SERVICE_CHARACTER: 'Ada' });
  const lines = Array.from({ length: memories }, (_, i) => `Fact ${i} about the river and the harbour ${i % 97}`);
  await server.call('import_document', { fileName: 'facts.json', fileContent: JSON.stringify(lines) });
  await fatten();
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 5_000));
  report('backup', [
    await writesBeside(server, 'nothing', quiet),
    await writesBeside(server, `a backup of ${Math.round(statSync(path).size / 1e6)} MB`, backup),
    await writesBeside(server, 'nothing, after it', quiet),
  ]);
  await server.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}
