import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webTypes } from '../../scripts/web-types.ts';
import { bindings } from '../../src/http/bindings.ts';
import { describeInterface } from '../../src/http/openapi.ts';
import { operations } from '../../src/operations/index.ts';

test('the types of the dashboard are those of the OpenAPI document; npm run docs renews them', async () => {
  const text = webTypes(describeInterface(bindings(operations), '0.0.0'));
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../web/client/api.ts'));
});
