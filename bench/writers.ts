// Several server processes writing to one store at once: their shares while all of them write, the longest wait, and
// whether every acknowledged write is stored. Then the waits of a writer beside an import and a sync of many memories,
// from another process and from the same one. Arguments: processes, memories each, memories of the import.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writesBeside } from './support/beside.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { connect } from './support/server.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [processes = 4, each = 2_500, imported = 17_000] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-writers-'));
const path = join(home, 'memory.db');

try {
  const setup = await connect(path, { SERVICE_CHARACTER: 'Ada' });
  await setup.call('get_character', {});
  const servers = await Promise.all(
    Array.from({ length: processes }, () => connect(path, { SERVICE_CHARACTER: 'Ada' })),
  );
  let allWriting = true;
  const rows = await Promise.all(
    servers.map(async (server, writer) => {
      const waits: number[] = [];
      let share = 0;
      for (let i = 0; i < each; i++) {
        const content = `Fact ${i} that writer ${writer} learned about the river and the harbour`;
        waits.push((await timed(() => server.call('add_memory_direct', { content, category: 'facts' }))).ms);
        if (allWriting) share++;
      }
      allWriting = false;
      await server.close();
      return { writer, share, p50: median(waits), p99: quantile(waits, 0.99), longest: Math.max(...waits) };
    }),
  );
  const { memoryCount } = await setup.call<{ memoryCount: number }>('get_character', {});
  report('writers', [...rows, { writer: 'acknowledged / stored', share: processes * each, p50: memoryCount }]);

  const texts = new ZipfTexts();
  const memories = () => Array.from({ length: imported }, (_, i) => `${i} ${texts.text()}`);
  const importing = () => {
    const fileContent = JSON.stringify(memories());
    return () => setup.call('import_document', { fileName: 'notes.json', fileContent });
  };
  const syncing = (lines: string[], heading = 'Notes') => {
    const fileContent = `# ${heading}\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
    return () => setup.call('sync_file', { filePath: 'notes.md', fileContent });
  };
  const lines = memories();
  const other = await connect(path, { SERVICE_CHARACTER: 'Ada' });
  report('writers beside', [
    await writesBeside(other, `an import of ${imported}`, importing()),
    await writesBeside(setup, `an import of ${imported}, in the same process`, importing()),
    await writesBeside(other, `a sync of ${imported}`, syncing(lines)),
    await writesBeside(other, `a sync that moves ${imported}`, syncing(lines, 'Renamed')),
    await writesBeside(setup, `a sync that moves ${imported}, in the same process`, syncing(lines, 'Notes')),
    await writesBeside(
      other,
      `a sync that changes every second of ${imported}`,
      syncing(lines.map((line, i) => (i % 2 === 0 ? line : `${line} Changed.`))),
    ),
    await writesBeside(other, `a sync that empties a file of ${imported}`, syncing(['Nothing.'])),
  ]);
  await other.close();
  await setup.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}
