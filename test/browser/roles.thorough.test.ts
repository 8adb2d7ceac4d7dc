import { expect, test } from 'vitest';
import type { Role } from '../../src/domain/principal.ts';
import { inBrowser, type Opened, type OpenOptions, pressIn, withMemories } from '../support/browser.ts';

/** Ada with a memory that a model changed, seen by a member of a role. */
async function as(role: Role, open: (options?: OpenOptions) => Promise<Opened>) {
  const opened = await open({ isSignedIn: false });
  const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada sings.']);
  await opened.signIn(await opened.http.keyOf(role));
  const refused = async () => {
    const { events } = (await opened.http.ask('GET', '/v1/audit')).body as { events: { outcome: string }[] };
    return events.filter(({ outcome }) => outcome !== 'OK');
  };
  const inRail = () => opened.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
  const inViews = () => opened.page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
  return { ...opened, id, memories, refused, inRail, inViews };
}

/** Every action that changes memories, by its label. */
const changing = [
  ...['Edit', 'Delete', 'Restore', 'Undo', 'Keep', 'Keep all', 'Correct', 'Useful', 'Wrong', 'Remember…', 'Archive'],
  ...['Write the missing memory…', 'New category…', 'Choose documents…', 'Choose a folder…', 'Rename…'],
];

/** Ada, private and shared for reading, with a model's edit and two recalls; and the page of a reader. */
async function asReader(open: (options?: OpenOptions) => Promise<Opened>) {
  const opened = await open({ isSignedIn: false, recallLogDays: 30 });
  const { http } = opened;
  const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada sings.', 'Ada swims.']);
  const { session } = http;
  await session.call('update_memory', { characterId: id, memoryId: memories[0], content: 'Ada likes green tea.' });
  await session.call('delete_memory', { characterId: id, memoryId: memories[2] });
  for (const query of ['What does Ada like?', 'zymurgy']) {
    await session.call('search_memories', { characterId: id, query });
  }
  const { key } = await http.newMember('Ben');
  const share = (access: 'READ' | 'WRITE') =>
    http.ask('PUT', `/v1/characters/${id}/sharing`, {
      body: { visibility: 'PRIVATE', members: [{ member: 'Ben', access }] },
    });
  await share('READ');
  await opened.signIn(key);
  return { ...opened, id, memories, share };
}

const nameOf = (text: string) => text.split('\n')[0];

inBrowser('what a role may not do is not offered', (open) => {
  test('a VIEWER can read and change nothing', async () => {
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
      ...['Home', 'Queue', 'Memories', 'Search', 'People and things', 'Characters', 'Team', 'Settings'],
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

  test('a MEMBER reads a character shared read-only by mouse, keys and typing, and changes nothing', async () => {
    const opened = await asReader(open);
    const { page, goto, id, memories, share, faults, http } = opened;
    const offered = async () => {
      // A row's hover actions are in the page, hidden.
      const texts = await page.locator('button, label.button').allTextContents();
      return texts.filter((text) => changing.includes(text.trim()));
    };
    const recalls = (await http.ask('GET', `/v1/recalls?characterId=${id}`)).body.recalls as { id: string }[];
    const pane = page.getByRole('complementary');
    for (const [path, shown] of [
      [`/memories/${id}/${memories[0]}`, pane.getByRole('heading', { name: 'Ada likes green tea.' })],
      [`/memories/${id}/${memories[2]}?state=DELETED`, pane.getByText('deleted', { exact: true })],
      [`/home/${id}`, page.getByRole('region', { name: 'Activity' }).locator('article').first()],
      [`/search/${id}/${memories[0]}?q=tea`, page.locator('article.hit').first()],
      [`/search/${id}?q=zymurgy`, page.getByText('Nothing is known about this')],
      [`/recalls/${id}/${recalls[1]?.id}`, pane.locator('.given').first()],
      [`/recalls/${id}/${recalls[0]?.id}`, pane.getByText('Why nothing?')],
      [`/timeline/${id}/${memories[0]}`, pane.getByRole('heading', { name: 'Ada likes green tea.' })],
      [`/files/${id}`, page.getByText('No file of Ada is followed yet.')],
      [`/characters/${id}`, pane.getByText('Categories')],
    ] as const) {
      await goto(path);
      await shown.waitFor();
      for (const part of await pane.locator('summary').all()) await part.click();
      for (const key of ['j', 'e', 'x', '#', 'u']) await page.keyboard.press(key);
      expect([path, await offered(), await page.locator('textarea, .chosen .danger').count()]).toStrictEqual([
        path,
        [],
        0,
      ]);
    }
    // Actions of every reader stay: they change nothing of this character.
    expect(await page.getByRole('button', { name: 'Clone' }).count()).toBe(1);
    await goto(`/queue/${id}`);
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    expect(await opened.http.ask('GET', `/v1/audit?outcome=AccessDenied`)).toMatchObject({ body: { events: [] } });
    await share('WRITE');
    await goto(`/memories/${id}/${memories[0]}`);
    await pane.getByRole('button', { name: 'Edit' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a MEMBER writes memories, but cannot manage the team', async () => {
    const { page, goto, http, id, refused, inViews } = await as('MEMBER', open);
    await goto(`/memories/${id}`);
    await pressIn(page.locator('article').first(), 'Delete');
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 1 });
    await goto(`/characters/${id}`);
    await page.getByRole('button', { name: 'Clone' }).waitFor();
    expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    await goto('/team');
    await page.getByRole('region', { name: 'Sessions' }).getByText('this one').waitFor();
    expect(await inViews()).toStrictEqual([]);
    expect(await page.getByRole('region', { name: 'Members' }).count()).toBe(0);
    expect(await refused()).toStrictEqual([]);
  });

  test('an ADMIN manages webhooks and reads the audit log, but gives no roles', async () => {
    const { page, goto, inViews, refused } = await as('ADMIN', open);
    await goto('/team');
    await page.getByRole('region', { name: 'Members' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('link', { name: 'Invite somebody' }).count()).toBe(0);
    expect(await inViews()).toStrictEqual(['Members and keys', 'Webhooks', 'Audit']);
    expect(await refused()).toStrictEqual([]);
  });
});
