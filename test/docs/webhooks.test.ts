import { expect, test } from 'vitest';
import { webhooksPage } from '../../scripts/webhooks-page.ts';

test('docs/webhooks.md matches the declared events; npm run docs renews it', async () => {
  await expect(webhooksPage()).toMatchFileSnapshot('../../docs/webhooks.md');
});
