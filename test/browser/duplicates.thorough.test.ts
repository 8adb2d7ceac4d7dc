import { expect, test } from 'vitest';
import { inBrowser, phone, withMemories } from '../support/browser.ts';

const notes = [
  'The spare key of the boat hangs behind the door of the shed.',
  'The release of the harbour app is planned for 12 March.',
  'The release of the harbour app is planned for 19 March.',
  'The spare key of the boat hangs behind the door of the old shed.',
  'Turing, the dog, sleeps under the desk.',
];

inBrowser('Duplicates', (open) => {
  test('duplicates are resolved by keeping one, merging or keeping both, and each can be undone', async () => {
    const opened = await open(phone);
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id, memories } = await withMemories(opened, notes);
    const state = async (n: number) =>
      (
        await http.session.call<{ memories: { id: string; content: string }[] }>('list_memories', { characterId: id })
      ).memories.find((one) => one.id === memories[n])?.content;
    await goto(`/duplicates/${id}`);
    const keys = page.locator('article', { hasText: 'spare key' });
    const release = page.locator('article', { hasText: 'harbour app' });
    await keys.waitFor();
    expect(await page.locator('article').count()).toBe(2);
    await release.locator('del', { hasText: '12' }).waitFor();
    await release.locator('ins', { hasText: '19' }).waitFor();
    // Each text is shown as it is, with what the other does not have.
    const texts = release.locator('.said');
    expect(await texts.allInnerTexts()).toStrictEqual([notes[1], notes[2]]);
    expect(await faultsOnDevices()).toStrictEqual([]);

    // The older one is shown first, the newer one below it.
    await release.getByRole('button', { name: 'Keep this one' }).nth(1).click();
    await release.waitFor({ state: 'detached' });
    expect([await state(1), await state(2)]).toStrictEqual([undefined, notes[2]]);
    await page.keyboard.press('u');
    await release.waitFor();
    expect(await state(1)).toBe(notes[1]);

    await keys.getByRole('button', { name: 'Merge into one' }).click();
    const merged = 'The spare key of the boat hangs behind the door of the old shed, on the left.';
    await page.getByLabel('Text of the merged memory').fill(merged);
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await keys.waitFor({ state: 'detached' });
    expect([await state(0), await state(3)]).toStrictEqual([undefined, merged]);
    await page.keyboard.press('u');
    await keys.waitFor();
    expect([await state(0), await state(3)]).toStrictEqual([notes[0], notes[3]]);

    await keys.getByRole('button', { name: 'Both are right' }).click();
    await keys.waitFor({ state: 'detached' });
    // The store knows it, for every browser and agent.
    const pairs = async (kept: boolean) =>
      ((await http.ask('GET', `/v1/duplicates?characterId=${id}&kept=${kept}`)).body.pairs as object[]).length;
    expect([await pairs(false), await pairs(true)]).toStrictEqual([1, 1]);
    await page.keyboard.press('u');
    await keys.waitFor();
    await keys.getByRole('button', { name: 'Both are right' }).click();
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Both are right' }).click();
    await keys.getByRole('button', { name: 'Not both are right' }).click();
    await keys.waitFor({ state: 'detached' });
    expect([await pairs(false), await pairs(true)]).toStrictEqual([2, 0]);
    expect(faults).toStrictEqual([]);
  });

  test('duplicates of all characters are one list, each with its character’s name', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    await withMemories(opened, notes);
    const { id: characterId } = await http.session.call<{ id: string }>('create_character', { name: 'Charles' });
    for (const content of ['Der Ofen im Labor wird am 3. Mai geprüft.', 'Der Ofen im Labor wird am 5. Mai geprüft.']) {
      await http.session.call('add_memory_direct', { characterId, content, category: 'facts' });
    }
    await goto('/duplicates/all');
    const row = page.locator('article', { hasText: 'Ofen' });
    await row.getByText('Charles').waitFor();
    await page.locator('article', { hasText: 'spare key' }).getByText('Ada', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Keep this one' }).first().click();
    await row.waitFor({ state: 'detached' });
    expect(faults).toStrictEqual([]);
  });
});
