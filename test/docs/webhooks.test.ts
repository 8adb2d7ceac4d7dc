import { expect, test } from 'vitest';
import { webhooksPage } from '../../scripts/webhooks-page.ts';

test('docs/webhooks.md is what the events are declared as; npm run docs renews it', async () => {
  await expect(webhooksPage()).toMatchFileSnapshot('../../docs/webhooks.md');
});
