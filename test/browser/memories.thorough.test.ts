import { expect, test } from 'vitest';
import { inBrowser, phone, withMemories } from '../support/browser.ts';

const three = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'];

inBrowser('Memories', (open) => {
  test('can be read and used by everybody, on a phone and a desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, faultsOnDevices, faults } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(2).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('region', { name: 'Near it' }).waitFor();
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });
});
