// Several server processes writing to one store at once: their shares while all of them write, the longest wait, and
// whether every acknowledged write is there. Arguments: processes, memories each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile, report, timed } from './support/report.ts';
import { connect } from './support/server.ts';

const [processes = 4, each = 2_500] = process.argv.slice(2).map(Number);
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
  await setup.close();
  report('writers', [...rows, { writer: 'acknowledged / stored', share: processes * each, p50: memoryCount }]);
} finally {
  rmSync(home, { recursive: true, force: true });
}
