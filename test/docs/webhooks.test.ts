import { expect, test } from 'vitest';
import { eventsPage, webhooksPage } from '../../scripts/webhooks-page.ts';

test.each([
  ['docs/webhooks.md', webhooksPage],
  ['docs/reference/events.md', eventsPage],
])('%s matches the declared events; npm run docs renews it', async (file, page) => {
  await expect(page()).toMatchFileSnapshot(`../../${file}`);
});
