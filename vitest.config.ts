import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [
    {
      // As the build does: SQL files are imported as text.
      name: 'sql-as-text',
      transform: (code, id) => (id.endsWith('.sql') ? `export default ${JSON.stringify(code)};` : undefined),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
