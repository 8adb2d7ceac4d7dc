import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

// `npm run docs:screens` and `docs:devices`: the pictures are made with what the tests of the dashboard are made with.
export default defineConfig({
  ...tests,
  test: { ...tests.test, include: ['scripts/screens/screens.ts', 'scripts/screens/devices.ts'] },
});
