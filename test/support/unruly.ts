import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './stores.ts';

/** The behaviour of a thread's code that does not read its document. */
const ways = {
  spins: 'for (;;) {}',
  /** A regular expression that never returns to JavaScript. */
  backtracks: "/^(a+)+$/.test('a'.repeat(60) + 'b')",
  fillsHeap: 'const all = []; for (;;) all.push(new Array(1e5).fill({}));',
  fillsBuffers: 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1));',
  throws: "throw new Error('a fault of the parser')",
  exits: 'process.exit(3)',
  /** Answers the names of the settings it sees. */
  prints: "console.log('printed'); console.error('printed'); reply(Object.keys(process.env).join())",
} as const;

/** The code of a reading thread that misbehaves for a document whose name holds `unruly`. */
export function unrulyWorker(way: keyof typeof ways): string {
  const path = join(temporaryFolder(), 'worker.cjs');
  writeFileSync(
    path,
    `const { parentPort } = require('node:worker_threads');
const reply = (body) => parentPort.postMessage({ document: { pieces: [{ body, context: [] }] } });
parentPort.on('message', ({ name }) => {
  if (!name.includes('unruly')) return reply(name);
  ${ways[way]};
});
`,
  );
  return path;
}
