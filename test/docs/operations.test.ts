import { expect, test } from 'vitest';
import { operationsTable } from '../../scripts/operations-table.ts';
import { operations } from '../../src/operations/index.ts';

test('docs/operations.md matches the registry; npm run docs renews it', async () => {
  await expect(operationsTable(operations)).toMatchFileSnapshot('../../docs/operations.md');
});
