import { expect, test } from 'vitest';
import { operationsPage } from '../../scripts/tables.ts';

test('docs/reference/operations.md matches the registry; npm run docs renews it', async () => {
  await expect(operationsPage()).toMatchFileSnapshot('../../docs/reference/operations.md');
});
