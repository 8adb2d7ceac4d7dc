import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { inBrowser, type Opened, type OpenOptions, phone, withMemories } from '../support/browser.ts';
import { onMachine } from '../support/harness.ts';

const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;

/** A model has changed one memory of Ada and deleted another. */
async function withEdits(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  const opened = await open(options);
  const { session } = opened.http;
  const { id, memories } = await withMemories(opened, ['Ada lives in Lisbon.', 'Ada likes tea.', 'Ada sings.']);
  const [home = '', tea = ''] = memories;
  const edits: MemoryChange[] = [
    { kind: 'update', memoryId: home, fields: { content: 'Ada lives in Porto.' } },
    { kind: 'delete', memoryId: tea },
  ];
  for (const edit of edits) {
    session.clock.now += 60_000;
    const by = { changedBy: 'local', kind: 'model', now: session.clock.now } as const;
    await session.store.memories.write(scope, id, [edit], by);
  }
  return { ...opened, id, home, tea };
}

const notes = [
  'The spare key of the boat hangs behind the door of the shed.',
  'The release of the harbour app is planned for 12 March.',
  'The release of the harbour app is planned for 19 March.',
  'The spare key of the boat hangs behind the door of the old shed.',
  'Turing, the dog, sleeps under the desk.',
];

inBrowser('Queue', (open) => {
  test('a model’s changes come one at a time, and are kept or undone by keys until none waits', async () => {
    const { page, goto, http, id, home, tea, faults, faultsOnDevices } = await withEdits(open, phone);
    // The old address leads here.
    await goto(`/review/${id}`);
    await page.waitForURL(`**/queue/${id}`);
    const card = page.locator('.queue-card');
    await card.locator('del', { hasText: 'Ada likes tea.' }).waitFor();
    await card.getByText('1 of 2').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await card.getByRole('button', { name: 'Keep', exact: true }).focus();
    await page.keyboard.press('s');
    await page.getByText('Put off until tomorrow, in this browser').waitFor();
    await card.locator('ins', { hasText: 'Porto' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep');
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    const of = { characterId: id, memoryId: home };
    await expect.poll(() => http.session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Porto.' });
    // Also a decision to keep is taken back.
    await page.keyboard.press('u');
    await card.locator('ins', { hasText: 'Porto' }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await page.getByRole('link', { name: 'Later 1' }).click();
    await card.locator('del', { hasText: 'Ada likes tea.' }).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'Nothing is put off' }).waitFor();
    await expect
      .poll(() => http.session.call('get_memory', { characterId: id, memoryId: tea }))
      .toMatchObject({ content: 'Ada likes tea.' });
    await page.keyboard.press('u');
    await expect
      .poll(() => http.session.call('list_memories', { characterId: id, state: 'DELETED' }))
      .toMatchObject({ total: 1 });
    expect(faults).toStrictEqual([]);
  });

  test('a conflict of two machines is one card with both texts, and Home undoes a batch after a reload', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada lives in Lisbon.', 'Ada likes tea.', 'Ada sings.']);
    const [memoryId = ''] = memories;
    const says = async (content: string, isConflict: boolean) => {
      session.clock.now += 60_000;
      const by = { changedBy: 'local', kind: 'model', client: 'codex', isConflict, now: session.clock.now } as const;
      await session.store.memories.write(scope, id, [{ kind: 'update', memoryId, fields: { content } }], by);
    };
    await says('Trips › Homes: Ada lives in Porto.', false);
    await says('Trips › Homes: Ada lives in Faro.', true);
    await goto('/queue/all');
    const card = page.locator('.queue-card[data-kind="conflict"]');
    await card.getByText('1 of 1').waitFor();
    expect(await card.locator('.path').allInnerTexts()).toStrictEqual(['Trips › Homes', 'Trips › Homes']);
    await card.getByRole('button', { name: 'Keep the other text' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect
      .poll(() => session.call('get_memory', { characterId: id, memoryId }))
      .toMatchObject({ content: 'Trips › Homes: Ada lives in Porto.' });
    const change = { state: 'DELETED' as const };
    await http.ask('POST', `/v1/characters/${id}/memories/batch`, { body: { ids: memories, change } });
    await goto('/home/all');
    const undo = page
      .getByRole('region', { name: 'Activity' })
      .getByRole('button', { name: 'Undo: 3 memories deleted' });
    await undo.click();
    await page.getByText('Undone: 3 memories').waitFor();
    expect(await session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
    expect(faults).toStrictEqual([]);
  });

  test('all questions are dismissed at once, and the rail, Home and the Queue agree on what waits', async () => {
    const opened = await open({ recallLogDays: 30 });
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    for (const query of ['zeppelin', 'airship mooring', 'zeppelin']) {
      session.clock.now += 60_000;
      await session.call('search_memories', { characterId: id, query });
    }
    await session.services.recalls?.written();
    await goto(`/home/${id}`);
    const badge = page.locator('.rail a', { hasText: 'Queue' }).locator('b');
    await page.getByText('2 cards of the Queue wait for you').waitFor();
    await expect.poll(() => badge.textContent()).toBe('2');
    const { id: other } = await session.call<{ id: string }>('create_character', { name: 'Bo' });
    await goto(`/queue/${other}`);
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await page.getByText('2 more in other characters').waitFor();
    await expect.poll(() => badge.count()).toBe(0);
    await goto('/queue/all');
    await page.locator('.queue-card', { hasText: 'zeppelin' }).getByText('asked 2 times').waitFor();
    await page.getByRole('button', { name: 'Dismiss all 2' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(() => badge.count()).toBe(0);
    await page.keyboard.press('u');
    await page.getByText('1 of 2').waitFor();
    await expect.poll(() => badge.textContent()).toBe('2');
    expect(faults).toStrictEqual([]);
  });

  test('the card of what is about the user in projects moves it to their own memory, and back', async () => {
    const mine = { id: '' };
    const me = async () => mine.id;
    const layers = { present: async () => undefined, mine: me, me, project: async () => undefined };
    const opened = await open({ onFile: true, services: { layers } });
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, ['The API is in Go.']);
    for (const content of ['I live in Lisbon.', 'I have diabetes.']) {
      await http.ask('POST', `/v1/characters/${id}/memories/direct`, { body: { content, category: 'facts' } });
    }
    mine.id = (await session.call<{ id: string }>('create_character', { name: 'Mara' })).id;
    const project = { names: ['api'], folder: '/work/api', place: 'place:api', root: null };
    await onMachine(session.store).projects.assign(scope, project, id, 1);
    await goto(`/queue/${id}`);
    await page.getByText('2 statements about you').waitFor();
    await page.getByRole('button', { name: 'Move all 2 to my own memory' }).click();
    await page.getByText('Moved 2 memories').waitFor();
    await page.getByText('2 statements about you').waitFor({ state: 'hidden' });
    const held = async () => (await session.call<{ total: number }>('list_memories', { characterId: mine.id })).total;
    await expect.poll(held).toBe(2);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(held).toBe(0);
    await page.getByText('2 statements about you').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a card about memories of two characters counts where the older one is, as the rail does', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada lives in Leeds.']);
    const { id: other } = await session.call<{ id: string }>('create_character', { name: 'Bo' });
    const newer = { characterId: other, content: 'Ada moved to Lisbon.', category: 'facts' };
    const { id: newerId } = await session.call<{ id: string }>('add_memory_direct', newer);
    const links = [{ olderId: memories[0] ?? '', newerId }];
    await onMachine(session.store).pairs.link(scope, id, links, session.clock.now);
    const badge = page.locator('.rail a', { hasText: 'Queue' }).locator('b');
    await goto(`/queue/${id}`);
    await page.locator('.queue-card').getByText('1 of 1').waitFor();
    await expect.poll(() => badge.textContent()).toBe('1');
    await goto(`/queue/${other}`);
    await page.getByText('1 more in other characters').waitFor();
    expect(await badge.count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('the card of a memory that may be outdated asks what holds, and takes the answer back', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada lives in Leeds.', 'Ada moved to Lisbon.']);
    const [olderId = '', newerId = ''] = memories;
    const { now } = session.clock;
    await session.store.pairs.link(scope, id, [{ olderId, newerId }], now);
    await goto(`/queue/${id}`);
    const older = () => session.call('get_memory', { characterId: id, memoryId: olderId });
    await page.locator('[data-link]').getByRole('button', { name: 'Keep the newer' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(older).toMatchObject({ supersededBy: newerId });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(older).not.toHaveProperty('supersededBy');
    const several = 'Ada lives in Leeds and her dog is called Rex.';
    await session.call('update_memory', { characterId: id, memoryId: olderId, content: several });
    await page.locator('[data-link] del', { hasText: 'lives in Leeds' }).waitFor();
    // Each text says whose word it is.
    expect(await page.locator('[data-link] .side .meta > :nth-child(2)').allInnerTexts()).toStrictEqual([
      'the member local',
      'the member local',
    ]);
    await page.locator('.keys-of-card').getByText('e to edit').waitFor();
    await page.keyboard.press('e');
    const stays = page.getByLabel('this stays of the older');
    expect(await stays.inputValue()).toBe("Ada's dog is called Rex.");
    await stays.fill('Ada has a cat.');
    await page.keyboard.press('Escape');
    await stays.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Change what stays…');
    await page.getByRole('button', { name: 'Change what stays' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    expect(await page.locator('.keys-of-card kbd').first().isVisible()).toBe(false);
    // A key beside the field answers nothing, and closes it. A click there draws no frame around the page.
    await page.getByRole('heading', { level: 2 }).first().click();
    await page.keyboard.press('1');
    const outline = "getComputedStyle(document.querySelector('.scroll.queue')).outlineStyle";
    await expect.poll(() => page.evaluate(outline)).toBe('none');
    await page.keyboard.press('Escape');
    await stays.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Change what stays…');
    await page.keyboard.press('Enter');
    await stays.fill('Ada has a dog, Rex.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(older).toMatchObject({ content: 'Ada has a dog, Rex.' });
    await page.keyboard.press('u');
    await page.locator('[data-link]').waitFor();
    await expect.poll(older).toMatchObject({ content: several });
    // The edit of the older one waits again too.
    await page.keyboard.press('2');
    await page.locator('[data-link]').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.locator('[data-link]').waitFor();
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('2');
      await page.locator('[data-link]').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Both kept' }).click();
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.waitForURL(`**/queue/${id}`);
      await page.locator('.queue-card [data-link]').waitFor();
    }
    // That is taken back too; the edit waits on.
    await page.keyboard.press('u');
    await page.locator('[data-link]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Both kept' }).click();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.queue-card [data-link]').waitFor();
    await session.call('update_memory', { characterId: id, memoryId: newerId, supersedes: [olderId] });
    await goto(`/memories/${id}/${olderId}`);
    await page.locator('.m .outdated', { hasText: 'now: Ada moved to Lisbon.' }).waitFor();
    await page.locator('.pane dd', { hasText: 'Ada moved to Lisbon.' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('one change of what several memories say is one card, with one answer and one undo', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const texts = [
      'Ada lives in Leeds and her dog is called Rex.',
      'アダはリーズに住んでいる。',
      'Ada wohnt in Leeds.',
    ];
    const { id, memories } = await withMemories(opened, [...texts, 'Ada moved to Lisbon.']);
    const newerId = memories.at(-1) ?? '';
    const olderIds = memories.slice(0, -1);
    const links = olderIds.map((olderId) => ({ olderId, newerId }));
    await session.store.pairs.link(scope, id, links, session.clock.now);
    await goto(`/queue/${id}`);
    const state = () =>
      Promise.all(olderIds.map((memoryId) => session.call('get_memory', { characterId: id, memoryId })));
    const before = await state();
    const card = page.locator('.queue-card');
    await card.getByText('1 of 1').waitFor();
    expect(await card.locator('.side').count()).toBe(4);
    const change = (said: string) =>
      card.locator('.side', { hasText: said }).getByRole('button', { name: 'Change what stays' }).click();
    await change('called Rex');
    await expect.poll(() => card.getByRole('textbox').inputValue()).toBe("Ada's dog is called Rex.");
    await card.getByRole('textbox').fill('Rex barks.');
    await change('アダは');
    await card.getByRole('textbox').fill('アダは犬を飼っている。');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect
      .poll(state)
      .toMatchObject([{ content: 'Rex barks.' }, { content: 'アダは犬を飼っている。' }, { supersededBy: newerId }]);
    await page.keyboard.press('u');
    await card.getByText('1 of 1').waitFor();
    await expect.poll(state).toMatchObject(before.map(({ content }) => ({ content })));
    await card.locator('.side', { hasText: 'Ada wohnt' }).getByRole('button', { name: 'It still holds' }).click();
    expect(await card.locator('del').count()).toBe(2);
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect
      .poll(state)
      .toMatchObject([{ content: "Ada's dog is called Rex." }, { supersededBy: newerId }, { content: texts[2] }]);
    expect((await state())[2]).not.toHaveProperty('supersededBy');
    await page.keyboard.press('u');
    await card.getByText('1 of 1').waitFor();
    const undone = before.map(({ content, mayBeOutdatedBy }) => ({ content, mayBeOutdatedBy }));
    await expect.poll(state).toMatchObject(undone);
    expect((await state())[1]).not.toHaveProperty('supersededBy');
    // Neither the newer nor the older ones hold.
    await page.keyboard.press('3');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(async () => (await state()).every(({ validUntil }) => validUntil !== undefined)).toBe(true);
    await page.keyboard.press('u');
    await expect.poll(async () => (await state()).some(({ validUntil }) => validUntil !== undefined)).toBe(false);
    // All cards of the kind are answered at once, with one undo.
    const add = (content: string) =>
      session.call<{ id: string }>('add_memory_direct', { characterId: id, content, category: 'facts' });
    const [{ id: olderId }, { id: sold }] = [await add('Ada drives a Volvo.'), await add('Ada sold the Volvo.')];
    await session.store.pairs.link(scope, id, [{ olderId, newerId: sold }], session.clock.now);
    olderIds.push(olderId);
    await goto(`/queue/${id}`);
    await page.getByRole('button', { name: 'Keep the newer in all 2' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    const ends = async () => (await state()).map(({ supersededBy }) => supersededBy);
    await expect.poll(ends).toStrictEqual([undefined, newerId, newerId, sold]);
    await page.keyboard.press('u');
    await card.getByText('1 of 2').waitFor();
    await expect.poll(ends).toStrictEqual([undefined, undefined, undefined, undefined]);
    // In Activity, several answers of one batch are listed.
    await page.getByRole('button', { name: 'Keep the newer in all 2' }).click();
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await goto(`/activity/${id}`);
    const row = page.locator('article', { hasText: 'Kept the newer' }).first();
    await row.getByText('Show each').click();
    await row.getByRole('link', { name: 'Ada drives a Volvo.' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a decided card goes before the service has answered, and comes again where that fails', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { session } = http;
    const texts = ['I live in Leeds.', 'I moved to Lisbon.', 'I drink tea.', 'I went over to coffee.'];
    const { id, memories } = await withMemories(opened, texts);
    const [leeds = '', lisbon = '', tea = '', coffee = ''] = memories;
    const links = [
      { olderId: leeds, newerId: lisbon },
      { olderId: tea, newerId: coffee },
    ];
    await session.store.pairs.link(scope, id, links, session.clock.now);
    const held: Route[] = [];
    await page.route('**/keep-both', (route) => void held.push(route));
    await goto(`/queue/${id}`);
    const card = page.locator('.queue-card');
    await card.getByText('I went over to coffee.').waitFor();
    // A key that is held answers one card.
    await page.keyboard.down('1');
    await page.keyboard.down('1');
    await page.keyboard.up('1');
    await card.getByText('I moved to Lisbon.').waitFor();
    await card.getByText('1 of 1').waitFor();
    await expect.poll(() => held.length).toBe(1);
    const error = { type: 'ConflictUnresolved', message: 'It has changed since.' };
    await held[0]?.fulfill({ status: 409, json: { error } });
    await page.getByRole('status').getByText('It has changed since.').waitFor();
    await card.getByText('I went over to coffee.').waitFor();
    await card.getByText('1 of 2').waitFor();
    // What is taken back comes again as soon: the next key answers it, after what takes it back.
    await page.keyboard.press('1');
    await card.getByText('1 of 1').waitFor();
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.continue();
    const older = () => session.call('get_memory', { characterId: id, memoryId: tea });
    await expect.poll(older).toMatchObject({ supersededBy: coffee });
    const undoing: Route[] = [];
    await page.route('**/undo', (route) => void undoing.push(route));
    await page.keyboard.press('u');
    await card.getByText('I went over to coffee.').waitFor();
    await card.getByText('1 of 2').waitFor();
    await expect.poll(() => undoing.length).toBe(1);
    await page.keyboard.press('2');
    await card.getByText('I moved to Lisbon.').waitFor();
    expect(held).toHaveLength(2);
    await undoing[0]?.continue();
    await expect.poll(() => held.length).toBe(3);
    await held[2]?.continue();
    await expect.poll(older).not.toHaveProperty('supersededBy');
    await card.getByText('1 of 1').waitFor();
    await card.getByText('I moved to Lisbon.').waitFor();
  });

  test('answers that still wait for an earlier one are stored although the page goes', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, [
      'I live in Leeds.',
      'I moved to Lisbon.',
      'I drink tea.',
      'I went over to coffee.',
    ]);
    const [leeds = '', lisbon = '', tea = '', coffee = ''] = memories;
    const links = [
      { olderId: leeds, newerId: lisbon },
      { olderId: tea, newerId: coffee },
    ];
    await session.store.pairs.link(scope, id, links, session.clock.now);
    await goto(`/queue/${id}`);
    const card = page.locator('.queue-card');
    await card.getByText('I went over to coffee.').waitFor();
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { memories: stored } = session.store;
    const write = stored.write.bind(stored);
    const held = vi.spyOn(stored, 'write').mockImplementation(async (...given) => {
      await isFree;
      return write(...given);
    });
    await page.keyboard.press('1');
    await card.getByText('I moved to Lisbon.').waitFor();
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(() => held.mock.calls.length).toBe(1);
    const questions: string[] = [];
    page.once('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await expect.poll(() => held.mock.calls.length).toBe(2);
    expect(questions).toStrictEqual(['beforeunload']);
    free();
    const of = (memoryId: string) => session.call('get_memory', { characterId: id, memoryId });
    await expect.poll(() => of(tea)).toMatchObject({ supersededBy: coffee });
    await expect.poll(() => of(leeds)).toMatchObject({ supersededBy: lisbon });
    expect(faults).toStrictEqual([]);
  });

  test('nothing asks about imported chats, and what is taken back comes again at its place', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const own = ['I live in Leeds.', 'I moved to Lisbon.', 'I drink tea.', 'I went over to coffee.'];
    const { id, memories } = await withMemories(opened, own);
    const [leeds = '', lisbon = '', tea = '', coffee = ''] = memories;
    const chat = (memoryId: string, content: string): MemoryChange => {
      const source = { kind: 'import' } as const;
      const memory = { id: memoryId, content, salience: 0.5, importance: 'NORMAL', source, sessionId: 's-1' } as const;
      return { kind: 'add', memory };
    };
    const said = [randomUUID(), randomUUID()] as const;
    const by = { changedBy: 'local', kind: 'user', now: session.clock.now + 60_000 } as const;
    await session.store.memories.write(
      scope,
      id,
      [chat(said[0], 'The team lead is Marek.'), chat(said[1], 'The team lead is Ines now.')],
      by,
    );
    const links = [
      { olderId: said[0], newerId: said[1] },
      { olderId: leeds, newerId: lisbon },
      { olderId: tea, newerId: coffee },
    ];
    await session.store.pairs.link(scope, id, links, session.clock.now);
    await goto(`/queue/${id}`);
    const card = page.locator('.queue-card');
    await card.getByText('1 of 2').waitFor();
    await card.getByText('I went over to coffee.').waitFor();
    await page.keyboard.press('j');
    await card.getByText('I moved to Lisbon.').waitFor();
    await page.keyboard.press('2');
    await card.getByText('1 of 1').waitFor();
    await card.getByText('I went over to coffee.').waitFor();
    await page.keyboard.press('u');
    await card.getByText('2 of 2').waitFor();
    await card.getByText('I moved to Lisbon.').waitFor();
    // An earlier card is listed too.
    await page.locator('.behind', { hasText: 'I went over to coffee.' }).waitFor();
    await page.keyboard.press('k');
    await card.getByText('1 of 2').waitFor();
    // What comes in weighs more, and waits behind the shown card.
    session.clock.now += 60_000;
    const { id: newerId } = await session.call<{ id: string }>('add_memory_direct', {
      ...{ characterId: id, category: 'general', content: 'I live in Faro now.' },
    });
    await session.store.pairs.link(scope, id, [{ olderId: leeds, newerId }], session.clock.now);
    await session.call('update_profile', { characterId: id, background: 'Lives by the sea.' });
    await page.locator('.behind', { hasText: 'Faro' }).waitFor();
    await card.getByText('I went over to coffee.').waitFor();
    await card.getByText('1 of 2').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('duplicates are resolved by keeping one, merging or keeping both, and each can be undone', async () => {
    const opened = await open(phone);
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id, memories } = await withMemories(opened, notes);
    const state = async (n: number) =>
      (
        await http.session.call<{ memories: { id: string; content: string }[] }>('list_memories', { characterId: id })
      ).memories.find((one) => one.id === memories[n])?.content;
    await goto(`/queue/${id}`);
    const keys = page.locator('article', { hasText: 'spare key' });
    const release = page.locator('article', { hasText: 'harbour app' });
    const bring = (words: string) => page.locator('.behind button', { hasText: words }).click();
    await page.locator('.queue-card').getByText('1 of 2').waitFor();
    if ((await release.count()) === 0) await bring('harbour app');
    await release.locator('del', { hasText: '12' }).waitFor();
    await release.locator('ins', { hasText: '19' }).waitFor();
    // Each text is shown as it is, with what the other does not have.
    const texts = release.locator('.said');
    expect(await texts.allInnerTexts()).toStrictEqual([notes[1], notes[2]]);
    expect(await faultsOnDevices()).toStrictEqual([]);

    await page.locator('.keys-of-card', { hasText: '1 … 4 to answer' }).waitFor();
    await page.keyboard.press('1');
    await release.waitFor({ state: 'detached' });
    await expect.poll(async () => [await state(1), await state(2)]).toStrictEqual([undefined, notes[2]]);
    await page.keyboard.press('u');
    await release.waitFor();
    await expect.poll(() => state(1)).toBe(notes[1]);

    if ((await keys.count()) === 0) await page.keyboard.press('j');
    if ((await keys.count()) === 0) await page.keyboard.press('k');
    await keys.getByRole('button', { name: 'Merge into one' }).click();
    const merged = 'The spare key of the boat hangs behind the door of the old shed, on the left.';
    await page.getByLabel('Text of the merged memory').fill(merged);
    // Digits press no button of a dialog, so it shows none.
    const isNumbered = "getComputedStyle(document.querySelector('dialog .main'), '::before').content !== 'none'";
    expect(await page.evaluate(isNumbered)).toBe(false);
    await page.keyboard.press('Control+Enter');
    await keys.waitFor({ state: 'detached' });
    expect([await state(0), await state(3)]).toStrictEqual([undefined, merged]);
    await page.keyboard.press('u');
    await keys.waitFor();
    expect([await state(0), await state(3)]).toStrictEqual([notes[0], notes[3]]);

    await keys.getByRole('button', { name: 'Keep both' }).click();
    await keys.waitFor({ state: 'detached' });
    // The store knows it, for every browser and agent.
    const pairs = async (kept: boolean) =>
      ((await http.ask('GET', `/v1/duplicates?characterId=${id}&kept=${kept}`)).body.pairs as object[]).length;
    await expect.poll(async () => [await pairs(false), await pairs(true)]).toStrictEqual([1, 1]);
    await page.keyboard.press('u');
    await keys.waitFor();
    await keys.getByRole('button', { name: 'Keep both' }).click();
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Both kept' }).click();
    await keys.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.queue-card', { hasText: 'spare key' }).waitFor();
    await expect.poll(async () => [await pairs(false), await pairs(true)]).toStrictEqual([2, 0]);
    expect(faults).toStrictEqual([]);
  });

  test('memories that say the same are one card, and nothing asks about what is only alike', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const mode = [
      'I prefer dark mode in my editor.',
      'My editor should be in dark mode.',
      'I prefer my editor in dark mode!',
    ];
    const { id } = await withMemories(opened, [
      ...mode,
      ...['The spare key hangs in the shed.', 'the spare key hangs in a shed'],
      ...['cache', 'search'].map(
        (one) => `We decided that the ${one} module of Atlas uses Kafka since the licence changed.`,
      ),
    ]);
    const texts = async () =>
      (await http.session.call<{ memories: { content: string }[] }>('list_memories', { characterId: id })).memories.map(
        ({ content }) => content,
      );
    await goto(`/queue/${id}`);
    const card = page.locator('.queue-card');
    const badge = page.locator('.rail a', { hasText: 'Queue' }).locator('b');
    await card.getByRole('heading', { name: 'Do these all say the same?' }).waitFor();
    await card.getByText('1 of 2').waitFor();
    await expect.poll(() => badge.textContent()).toBe('2');
    expect(await card.locator('article .said').count()).toBe(3);
    expect(await faultsOnDevices()).toStrictEqual([]);
    await card.getByRole('button', { name: 'Keep the newest' }).focus();
    await page.keyboard.press('1');
    await card.getByRole('heading', { name: 'These say the same: keep one' }).waitFor();
    await card.getByText('1 of 1').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep the newer');
    await expect.poll(async () => (await texts()).filter((one) => mode.includes(one))).toStrictEqual([mode[2]]);
    await page.keyboard.press('u');
    await card.getByRole('heading', { name: 'Do these all say the same?' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep the newest');
    await expect.poll(texts).toStrictEqual(expect.arrayContaining(mode));
    await page.keyboard.press('2');
    await card.getByText('1 of 1').waitFor();
    await page.keyboard.press('1');
    await page.getByText('Nothing waits for you').waitFor();
    await expect.poll(() => badge.count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('a merge of unlike texts begins with both, and names what is left out', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id } = await withMemories(opened, ['Ada sings in a choir.', 'Rex barks at trams.']);
    await goto(`/memories/${id}`);
    await page.locator('.m').nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('m');
    const text = page.getByLabel('Text of the merged memory');
    await expect.poll(() => text.inputValue()).toBe('Ada sings in a choir. Rex barks at trams.');
    await page.getByText('Nothing is left out').waitFor();
    await text.fill('Ada sings in a choir. Rex barks.');
    await page.getByText('2 words are left out').waitFor();
    await page.locator('dialog del', { hasText: 'trams' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Merged into one').waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 1 });
    // What is known is not stored twice, and its undo deletes nothing.
    await page.keyboard.press('n');
    await page.getByLabel('Text of the memory').fill('Ada sings in a choir. Rex barks.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Already known since').waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 1 });
    expect(faults).toStrictEqual([]);
  });
});
