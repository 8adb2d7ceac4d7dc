import { expect, onTestFinished, test } from 'vitest';
import { DeliveryWorker } from '../../src/features/webhooks/service/delivery-worker.ts';
import { HttpSender } from '../../src/features/webhooks/service/http-sender.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { inBrowser, type Opened, type OpenOptions, phone, withMemories } from '../support/browser.ts';
import { receiver } from '../support/receiver.ts';

/** A team with Ada, a receiver with a set answer, and a worker that sends on request. */
async function withReceiver(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  let status = 204;
  const got = await receiver((response) => void response.writeHead(status).end('the receiver is full'));
  const eventSender = new HttpSender(new Outside({ exceptions: [got.host] }));
  onTestFinished(() => eventSender.close());
  const opened = await open({ ...options, services: { eventSender } });
  const { session } = opened.http;
  const { id } = await withMemories(opened, ['Ada likes tea.']);
  const worker = new DeliveryWorker(session.services, eventSender);
  onTestFinished(() => worker.stop());
  return {
    ...opened,
    ...got,
    id,
    answer: (to: number) => {
      status = to;
    },
    remember: (content: string) => session.call('add_memory_direct', { characterId: id, category: 'facts', content }),
    async drain() {
      do await worker.turn();
      while (!worker.isIdle || (await session.store.outbox.isDue(session.clock.now)));
    },
  };
}

inBrowser('Webhooks', (open) => {
  test('a webhook is created with a secret shown once, tested, disabled, rotated and deleted', async () => {
    const { page, goto, http, url: address, received, answer, faults } = await withReceiver(open);
    await goto('/webhooks');
    await page.getByRole('heading', { name: 'Nothing is sent anywhere' }).waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook');
    await dialog.getByLabel('What it is for').fill('<b>our chat</b>');
    await dialog.getByLabel('Every event').uncheck();
    await dialog.getByLabel('memory.created').check();
    await dialog.getByLabel('Every character').uncheck();
    await dialog.getByLabel('Ada').check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = await page.locator('.secret .copy > span').innerText();
    expect(secret).toMatch(/^whsec_/);
    const listed = async () => (await http.ask('GET', '/v1/webhooks')).body.webhooks as { id: string }[];
    expect(await listed()).toMatchObject([{ events: ['memory.created'], includeContent: false, status: 'ENABLED' }]);
    const pane = page.getByRole('complementary');
    await pane.getByRole('heading', { name: '<b>our chat</b>' }).waitFor();
    await pane.locator('dd', { hasText: 'Ada' }).waitFor();
    await pane.getByRole('button', { name: 'Test' }).click();
    await pane.getByText('Delivered: it answered 204').waitFor();
    expect(received).toHaveLength(1);
    answer(503);
    await pane.getByRole('button', { name: 'Test' }).click();
    await pane.getByText('Not delivered: it answered 503').waitFor();
    await page.reload();
    await pane.getByRole('button', { name: 'Disable' }).click();
    await expect.poll(listed).toMatchObject([{ status: 'DISABLED' }]);
    expect(await page.locator('body').innerText()).not.toContain(secret);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(listed).toMatchObject([{ status: 'ENABLED' }]);
    await pane.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.locator('.secret .copy > span', { hasText: 'whsec_' }).waitFor();
    expect(await page.locator('.secret .copy > span').innerText()).not.toBe(secret);
    await pane.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('With the texts of memories').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(listed).toMatchObject([{ includeContent: true, description: '<b>our chat</b>' }]);
    await pane.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('are deleted too').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(listed).toStrictEqual([]);
    await page.getByRole('heading', { name: 'Nothing is sent anywhere' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the Webhooks page shows each delivery’s result and sends one again', async () => {
    const { page, goto, http, url, received, answer, remember, drain, faults } = await withReceiver(open);
    const { id } = (await http.ask('POST', '/v1/webhooks', { body: { url, events: ['memory.created'] } })).body;
    await remember('Ada sings.');
    await drain();
    answer(500);
    await remember('Ada swims.');
    await drain();
    await goto(`/webhooks?webhook=${id}`);
    const deliveries = page.locator('.delivery');
    await deliveries.nth(1).waitFor();
    await deliveries.first().getByText('waiting').waitFor();
    await deliveries.first().getByText('Next attempt').waitFor();
    await deliveries.first().getByText('1 attempt').click();
    await deliveries.first().getByText('answered 500').waitFor();
    await page.getByRole('button', { name: 'Delivered' }).click();
    await expect.poll(() => deliveries.count()).toBe(1);
    expect(page.url()).toContain('status=DELIVERED');
    answer(204);
    await deliveries.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent once more').waitFor();
    await drain();
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(ids[2]).toBe(ids[0]);
    await page.getByRole('button', { name: 'Look again' }).click();
    await deliveries.first().waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the Webhooks page says when the tier has no webhooks', async () => {
    const { page, goto } = await open({ tier: 'DEVELOPER' });
    await goto('/webhooks');
    await page.locator('.notice').getByText('Webhooks needs the BUSINESS tier or above').waitFor();
  });

  test('the Webhooks page is accessible on phone and desktop, light and dark', async () => {
    const { page, goto, http, url, remember, drain, faultsOnDevices } = await withReceiver(open, phone);
    const body = { url, events: ['memory.created', 'character.shared'], description: 'x'.repeat(400) };
    const { id } = (await http.ask('POST', '/v1/webhooks', { body })).body;
    await remember('Ada sings.');
    await drain();
    await goto(`/webhooks?webhook=${id}`);
    await page.locator('.delivery').getByText('1 attempt').click();
    await page.getByText('webhook-id').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('memory.created').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
