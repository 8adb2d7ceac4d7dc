import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import FileOrder from './test/support/file-order.ts';

export default defineConfig({
  plugins: [
    {
      // As the build does: SQL files and lexicons are imported as text.
      name: 'files-as-text',
      transform: (code, id) => (/\.(?:sql|lexicon)$/.test(id) ? `export default ${JSON.stringify(code)};` : undefined),
    },
    {
      name: 'paths-of-binary-files',
      load: (id) => (id.endsWith('.bin') ? `export default ${JSON.stringify(id)};` : undefined),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/pglite-files.ts',
      'test/support/postgres-schemas.ts',
      'test/support/build-parts.mjs',
      'test/support/scratch-folder.mjs',
    ],
    // Each worker loads and compiles what its tests import, so one more costs a sixth of the processor time.
    maxWorkers: availableParallelism(),
    // Tests make much that lives for a moment: a larger young generation saves a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // What the tests import is loaded once a worker: no module of ours keeps state.
    isolate: false,
    sequence: { sequencer: FileOrder },
    // A module is transformed again when it has changed, not in every run.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, '.cache/modules') },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // Tests wait for events; only one that waits in vain runs into this, on however busy a machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
