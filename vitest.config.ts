import { defineConfig } from 'vitest/config';

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
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
