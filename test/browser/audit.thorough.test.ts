import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBrowser, phone, withMemories } from '../support/browser.ts';

const many = 130;

inBrowser('Audit', (open) => {
  test('the Audit page lists who did what, filters by its address, loads more and exports', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    const viewer = await http.keyOf('VIEWER');
    for (let n = 0; n < many; n++) {
      session.clock.now += 1_000;
      if (n % 2 === 0) await session.call('set_tags', { characterId: id, tags: [`tag ${n}`] });
      else await session.call('set_aliases', { characterId: id, aliases: [{ alias: `alias ${n}` }] });
    }
    for (const tag of ['one', 'two', 'three']) {
      session.clock.now += 1_000;
      await session.call('set_tags', { characterId: id, tags: [tag] });
    }
    await http.ask('PUT', `/v1/characters/${id}/tags`, { key: viewer, body: { tags: [] } });
    await goto('/audit');
    const rows = page.locator('.audit');
    await rows.nth(1).waitFor();
    await expect
      .poll(() => rows.first().locator('p').innerText())
      .toMatch(/was not allowed to change the tags of a character: their role is too low/);
    await expect.poll(() => rows.nth(1).locator('p').innerText()).toContain('changed the tags of Ada, 3 times');
    await rows.nth(1).getByText('Details').click();
    expect(await rows.nth(1).locator('dl').count()).toBe(3);
    await rows.nth(1).getByRole('link', { name: 'Ada' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('tag 129');
    const list = page.getByRole('region', { name: 'Audit' });
    const toTheEnd = () =>
      list.evaluate((element: { scrollTop: number; scrollHeight: number }) => {
        element.scrollTop = element.scrollHeight;
      });
    await expect
      .poll(async () => {
        await toTheEnd();
        return rows.filter({ hasText: 'made the character Ada' }).count();
      })
      .toBe(1);
    await page.getByLabel('Outcome').selectOption('InsufficientRole');
    await expect.poll(() => rows.count()).toBe(1);
    expect(page.url()).toContain('outcome=InsufficientRole');
    await page.getByLabel('Outcome').selectOption('');
    await page.getByLabel('Action').selectOption('add_memory_direct');
    await expect.poll(() => rows.count()).toBe(1);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as NDJSON' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('audit.ndjson');
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ action: 'add_memory_direct', outcome: 'OK' }]);
    await page.goBack();
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const member = page.getByLabel('Any member');
    await member.pressSequentially('nobo');
    await session.call('add_memory_direct', { characterId: id, content: 'Ada dances.', category: 'facts' });
    await rows.first().getByText('stored').waitFor();
    await member.pressSequentially('dy');
    expect(await member.inputValue()).toBe('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing of this kind has happened.').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the Audit page says when the tier has no audit log', async () => {
    const { page, goto } = await open({ tier: 'DEVELOPER' });
    await goto('/audit');
    await page.locator('.notice').getByText('The audit log needs the BUSINESS tier or above').waitFor();
  });

  test('the Audit page is accessible on phone and desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.', 'Ada sings.']);
    await goto(`/audit/${id}?since=2026-01-01T00:00:00.000Z`);
    await page.locator('.audit').nth(2).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
