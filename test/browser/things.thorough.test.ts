import { expect, test } from 'vitest';
import { inBrowser, withMemories } from '../support/browser.ts';

inBrowser('People and things', (open) => {
  test('people and things are listed and described, and forgotten after a look at what goes', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, [
      'Melanie painted the harbour of Lisbon.',
      'Yesterday Melanie met Caroline and Jon in Lisbon.',
      'Caroline likes tea with Jon and Melanie.',
      'The tea is green.',
    ]);
    await goto(`/things/${id}`);
    await page.getByText('4 names · 4 memories').waitFor();
    expect(await page.locator('.thing a').allInnerTexts()).toStrictEqual(['Melanie', 'Caroline', 'Jon', 'Lisbon']);
    await page.getByLabel('Letters of the name').fill('isb');
    await expect.poll(() => page.locator('.thing').count()).toBe(1);
    // Enter opens the first one, also before it is found.
    await page.getByLabel('Letters of the name').fill('carol');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/things/${id}/Caroline?words=carol`);
    // "Forget…" asks for a name or a topic.
    await goto(`/home/${id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('forget');
    await page.getByRole('option', { name: 'Forget…' }).click();
    await page.getByLabel('Name or topic').fill('green tea');
    await page.getByRole('dialog', { name: 'Forget all about “green tea”' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await goto(`/things/${id}`);
    await page.locator('.thing').nth(3).waitFor();
    await page.keyboard.press('j');
    const pane = page.getByRole('complementary', { name: 'Person or thing' });
    await pane.getByText(/^3 memories · first .+ · last /).waitFor();
    expect(await pane.locator('.lines li').count()).toBe(3);
    await pane.getByRole('region', { name: 'Named with' }).getByRole('link', { name: 'Caroline 2' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    const { OUT_FOLDER } = process.env;
    if (OUT_FOLDER) await page.screenshot({ path: `${OUT_FOLDER}/things.png` });
    const inHeading = { characterId: id, content: 'A week in Lisbon › The tram was late.', category: 'facts' };
    await http.session.call('add_memory_direct', inHeading);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('lisb');
    await page.getByRole('option', { name: 'Lisbon person or thing' }).waitFor();
    await page.getByRole('combobox').fill('erase Lisbon');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Forget all about “Lisbon”' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Forget all about “Lisbon”' });
    const total = async () => (await http.session.call('list_memories', { characterId: id })).total;
    await expect.poll(() => dialog.locator('.going li').count()).toBe(3);
    // Only what is surely meant is ticked; a group has one tick. What can be undone is the main button.
    await dialog.getByText('2 memories stay').waitFor();
    expect(await dialog.locator('.buttons .main.danger').innerText()).toBe('Delete 1 memory');
    expect(await faultsOnDevices()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Delete 1 memory' }).click();
    await page.getByText('Deleted 1 memory about “Lisbon”. 2 memories stay').waitFor();
    await expect.poll(() => total()).toBe(4);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => total()).toBe(5);
    await goto(`/things/${id}/Lisbon`);
    await pane.getByRole('button', { name: 'Forget all about “Lisbon”' }).click();
    await expect.poll(() => dialog.locator('.going li').count()).toBe(3);
    await dialog.getByRole('checkbox', { name: 'They name it among others' }).check();
    await dialog.getByRole('checkbox', { name: 'Only their heading' }).check();
    await dialog.getByRole('button', { name: 'Erase for good…' }).click();
    await dialog.getByRole('heading', { name: 'Erase 3 memories for good?' }).waitFor();
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
    expect(await faultsOnDevices()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Erase 3 memories for good' }).click();
    await page.getByText('Erased 3 memories about “Lisbon”').waitFor();
    await pane.getByText('No memory names Lisbon.').waitFor();
    await page.getByText(/^\d names · 2 memories$/).waitFor();
    await page.getByLabel('Letters of the name').fill('jon');
    await page.locator('.thing', { hasText: 'Jon' }).waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 2 });
    expect(faults).toStrictEqual([]);
  });

  test('a told renaming is joined by a button, and an erasure names who may be the same person', async () => {
    const opened = await open();
    const { page, goto, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, [
      'Yesterday Melanie painted the harbour.',
      'In the evening Mel sang with Jonas.',
      'Then Melanie met Jonas.',
      'We deploy Harbor from a green branch.',
      'Harbor is now called Pier.',
    ]);
    await goto(`/things/${id}/Pier`);
    const pane = page.getByRole('complementary', { name: 'Person or thing' });
    await pane.getByRole('button', { name: 'Is Harbor the same? Join' }).click();
    await pane.getByRole('button', { name: 'also Harbor ×' }).waitFor();
    await pane.getByText('2 memories', { exact: true }).waitFor();
    await goto(`/things/${id}/Melanie`);
    await pane.getByRole('button', { name: 'Is Mel the same? Join' }).waitFor();
    await pane.getByRole('button', { name: 'Forget all about “Melanie”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget all about “Melanie”' });
    await dialog.getByRole('button', { name: 'Delete 2 memories' }).waitFor();
    await dialog.getByRole('button', { name: 'Mel', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete 3 memories' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Delete 3 memories' }).click();
    await page.getByText('Deleted 3 memories about “Melanie”').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('many memories are filtered, ticked by keys, and erased after a question with their number', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, [
      ...Array.from({ length: 30 }, (_, i) => `Priya said that box ${i} is ${i % 3 === 0 ? 'red' : 'green'}.`),
      'Priya is my sister.',
      'Yesterday Anna and Jonas met Priya and Maria in the garden.',
      'The Yosemite trip ended on a Monday.',
    ]);
    await goto(`/things/${id}/Priya`);
    const pane = page.getByRole('complementary', { name: 'Person or thing' });
    await pane.locator('.what', { hasText: 'Priya is my sister.' }).waitFor();
    expect(await pane.getByRole('region', { name: 'What holds now' }).locator('li').count()).toBe(11);
    await pane.getByRole('button', { name: 'Forget all about “Priya”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget all about “Priya”' });
    await dialog.getByText('31 of 32 go').waitFor();
    await dialog.getByLabel('Filter by words').fill('red');
    await expect.poll(() => dialog.locator('.going li').count()).toBe(10);
    await dialog.getByRole('checkbox', { name: 'All that are shown 10' }).uncheck();
    await dialog.getByText('21 of 32 go').waitFor();
    await dialog.getByRole('checkbox', { name: 'Priya said that box 0 is red.' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await dialog.getByText('22 of 32 go').waitFor();
    await dialog.getByLabel('Filter by words').fill('');
    expect(await faultsOnDevices()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Erase for good…' }).click();
    await dialog.getByText('Erase 22 memories for good?').waitFor();
    await dialog.getByRole('button', { name: 'Back to the list' }).click();
    await dialog.getByText('22 of 32 go').waitFor();
    await dialog.getByRole('button', { name: 'Erase for good…' }).click();
    await dialog.getByRole('button', { name: 'Erase 22 memories for good' }).click();
    await page.getByText('Erased 22 memories about “Priya”. 10 memories stay').waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 11 });
    expect(faults).toStrictEqual([]);
  });

  test('a topic is forgotten from the search by its words, and what is only near it stays', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id, memories } = await withMemories(opened, [
      'I keep a red wine from Chianti for Sundays.',
      'Those wines need a cool cellar.',
      'A podcast on wine › It has been a long week.',
      'モモが病院に行った。',
      'Our cat Momo sleeps.',
      'The train is late.',
      'Old wine is sour.',
    ]);
    await http.session.call('delete_memory', { characterId: id, memoryId: memories.at(-1) });
    await goto(`/search/${id}`);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('find');
    await goto(`/search/${id}?q=wine`);
    await page.getByRole('button', { name: 'Forget all about “wine”…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget all about “wine”' });
    await dialog.getByText('They say it').waitFor();
    expect(await dialog.getByRole('button', { name: 'wines' }).getAttribute('aria-pressed')).toBe('true');
    expect(await dialog.locator('.going li input:checked').count()).toBe(3);
    await dialog.getByText('1 of them is deleted already.').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    const staying = await dialog.locator('.staying summary').innerText();
    await dialog.getByRole('button', { name: 'Delete 2 memories' }).click();
    await page.getByText(`Deleted 2 memories about “wine”. ${staying}`).waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 4 });
    await goto(`/activity/${id}`);
    const row = page.locator('article[data-batch]').filter({ hasText: 'Deleted 2 memories about “wine”' });
    await row.getByText('Show each').click();
    await row.getByRole('link', { name: 'Those wines need a cool cellar.' }).waitFor();
    await row.getByRole('button', { name: 'Undo: Deleted 2 memories about “wine”' }).click();
    await row.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Done again: 2 memories').waitFor();
    // A name is found in another script by its sound.
    const ofCat = page.getByRole('dialog', { name: 'Forget all about “Momo”' });
    const forgetMomo = async () => {
      await page.keyboard.press('Control+k');
      await page.locator('dialog input').fill('forget Momo');
      await page.keyboard.press('Enter');
      await ofCat.getByRole('button', { name: 'モモ', pressed: true }).waitFor();
    };
    await forgetMomo();
    // No palette opens above it, Escape in its field closes it, and so does another page.
    await ofCat.getByRole('searchbox', { name: 'Name or topic' }).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await ofCat.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('.rail').getByRole('link', { name: 'Home' }).click();
    await forgetMomo();
    await page.goBack();
    await ofCat.waitFor({ state: 'detached' });
    await forgetMomo();
    await ofCat.getByRole('button', { name: 'モモ', pressed: true }).waitFor();
    await ofCat.getByRole('button', { name: 'Delete 2 memories' }).click();
    await page.getByText('Deleted 2 memories about “Momo”').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a short form is joined by a click beside it in the list, or said to be another one, and undone', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, [
      'We met Thomas in May.',
      'I told Thomas of the boat.',
      'I asked Tom about tea.',
      'We met Tom again.',
    ]);
    await goto(`/things/${id}`);
    const asked = page.getByRole('button', { name: 'same as Thomas?' });
    await asked.first().waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('button', { name: 'same as Thomas? No, another one' }).click();
    await page.getByText('Tom is a name of its own').waitFor();
    await asked.first().waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'same as Thomas? Yes' }).click();
    await page.getByText('1 name · 4 memories').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 names · 4 memories').waitFor();
    // The only memory is a row.
    const content = 'Priya is my sister.';
    await http.session.call('add_memory_direct', { characterId: id, content, category: 'facts' });
    await goto(`/things/${id}/Priya`);
    await page.getByRole('region', { name: 'What holds now' }).getByText(content).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('two names are joined by their letters, and a word that is no name leaves the list', async () => {
    const opened = await open();
    const { page, goto, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, [
      'Today Harbor is deployed from a branch.',
      'Yesterday Harbor was slow.',
      'Today Pier is deployed twice.',
      'Yesterday Pier was fast, said Jonas.',
      'In May Jonas saw Glute and Hammer.',
      'In June Jonas saw Glute again.',
    ]);
    await goto(`/things/${id}/Harbor`);
    const pane = page.getByRole('complementary', { name: 'Person or thing' });
    await pane.getByRole('button', { name: 'Same as' }).click();
    await page.keyboard.type('pie');
    await pane.getByRole('button', { name: 'Pier 2' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/things/${id}/Pier`);
    await pane.getByText('4 memories', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await pane.getByText('2 memories', { exact: true }).waitFor();
    await page.locator('.thing', { hasText: 'Harbor' }).waitFor();
    await goto(`/things/${id}/Glute`);
    await pane.getByRole('button', { name: 'Not a name' }).click();
    await page.getByText('Glute is no name').waitFor();
    // The one after it is open.
    await page.waitForURL(`**/things/${id}/Harbor`);
    await page.locator('.thing', { hasText: 'Glute' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Glute is a name' }).click();
    await page.locator('.thing', { hasText: 'Glute' }).waitFor();
    expect(faults).toStrictEqual([]);
  });
});
