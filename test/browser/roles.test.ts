import { expect, test } from 'vitest';
import type { Role } from '../../src/domain/principal.ts';
import { inBrowser, type Opened, type OpenOptions, withMemories } from '../support/browser.ts';

/** Ada with a memory that a model changed, looked at by a member of a role. */
async function as(role: Role, open: (options?: OpenOptions) => Promise<Opened>) {
  const opened = await open({ isSignedIn: false });
  const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada sings.']);
  await opened.signIn(await opened.http.keyOf(role));
  const refused = async () => {
    const { events } = (await opened.http.ask('GET', '/v1/audit')).body as { events: { outcome: string }[] };
    return events.filter(({ outcome }) => outcome !== 'OK');
  };
  const inRail = () => opened.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
  return { ...opened, id, memories, refused, inRail };
}

const nameOf = (text: string) => text.split('\n')[0];

inBrowser('what a role may not do is not offered', (open) => {
  test('a VIEWER reads', async () => {
    const { page, goto, id, memories, refused, inRail, faults } = await as('VIEWER', open);
    await goto(`/memories/${id}/${memories[1]}`);
    const pane = page.getByRole('complementary');
    await pane.getByRole('heading', { name: 'Ada sings.' }).waitFor();
    await pane
      .getByRole('region', { name: 'Near it' })
      .or(pane.getByRole('region', { name: 'History' }))
      .first()
      .waitFor();
    for (const key of ['e', '#', 'x']) await page.keyboard.press(key);
    expect(await page.getByRole('textbox', { name: 'Text of the memory' }).count()).toBe(0);
    expect(await page.getByRole('button').allInnerTexts()).toStrictEqual(
      expect.not.arrayContaining(['Edit', 'Delete', 'Remember…', 'Choose']),
    );
    expect((await inRail()).map(nameOf)).toStrictEqual([
      ...['Home', 'Memories', 'Search lab', 'Recalls', 'Timeline', 'Files'],
      ...['Characters', 'Team', 'Settings'],
    ]);
    for (const path of [
      `/home/${id}`,
      `/files/${id}`,
      `/characters/${id}`,
      `/search/${id}?q=tea`,
      '/team',
      '/settings',
    ]) {
      await goto(path);
      await page.locator('main :is(h1, h2, h3)').first().waitFor({ state: 'attached' });
    }
    await goto('/webhooks');
    await page.getByText('It needs the role admin or above; yours is viewer.').waitFor();
    expect(await refused()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('a MEMBER writes, but has nothing to do with the team', async () => {
    const { page, goto, http, id, refused, inRail } = await as('MEMBER', open);
    await goto(`/memories/${id}`);
    await page.locator('article').first().hover();
    await page.locator('article').first().getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 1 });
    expect((await inRail()).map(nameOf)).toStrictEqual(expect.not.arrayContaining(['Webhooks', 'Audit']));
    await goto(`/characters/${id}`);
    await page.getByRole('button', { name: 'Clone' }).waitFor();
    expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    await goto('/team');
    await page.getByRole('region', { name: 'Sessions' }).getByText('this one').waitFor();
    expect(await page.getByRole('region', { name: 'Members' }).count()).toBe(0);
    expect(await refused()).toStrictEqual([]);
  });

  test('an ADMIN has webhooks and the trail, but gives no roles', async () => {
    const { page, goto, inRail, refused } = await as('ADMIN', open);
    await goto('/team');
    await page.getByRole('region', { name: 'Members' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: 'Add with a key' }).count()).toBe(0);
    expect((await inRail()).map(nameOf)).toStrictEqual(expect.arrayContaining(['Webhooks', 'Audit']));
    expect(await refused()).toStrictEqual([]);
  });
});
