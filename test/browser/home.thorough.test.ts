import { expect, test } from 'vitest';
import { localMemberId, nameWithoutMember, servicePrincipal } from '../../src/domain/principal.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { recallAtStart, recallForPrompt } from '../../src/service/hooks/recall.ts';
import { inBrowser, phone, uiOperations, withMemories } from '../support/browser.ts';
import { addition, newMemory, newPiece, newSnapshot, localScope as scope } from '../support/builders.ts';
import { onMachine } from '../support/harness.ts';

const notes = ['Ada likes tea.', 'Ada lives in Lisbon.'];

inBrowser('Home', (open) => {
  test('Home and Numbers show the newest changes, which can be undone, days, categories and sources', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const day = new Date(session.clock.now).toISOString().slice(0, 10);
    const { id, memories } = await withMemories(opened, notes);
    session.clock.now += 60_000;
    await page.clock.setFixedTime(session.clock.now);
    const of = { characterId: id, memoryId: memories[1] };
    await session.call('update_memory', { ...of, content: 'Ada lives in Porto.' });
    await goto(`/home/${id}`);
    await page.getByRole('region', { name: 'Memory health' }).getByText('1 card of the Queue waits for you').waitFor();
    await page.getByRole('region', { name: 'Learnt this week' }).getByText('Ada likes tea.').waitFor();
    const newest = page.locator('.change').first();
    await newest.getByText(/^in place of: .*Lisbon/u).waitFor();
    await newest.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => session.call('get_memory', of)).toMatchObject({ content: notes[1], revision: 3 });
    // Only what the page knows to be done is taken back.
    await page.locator('.toast', { hasText: 'Undone' }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Porto.' });
    await goto(`/numbers/${id}`);
    await page.locator('.nums').getByText('2 memories').waitFor();
    await page.locator('.nums').getByText('2 added this week').waitFor();
    expect(await page.locator(`[data-day="${day}"] title`).textContent()).toContain('2 added, 3 changed, 0 deleted');
    await page.locator('.bars li', { hasText: 'facts' }).getByText('2').waitFor();
    await page.locator('.bars li', { hasText: 'stored directly' }).getByText('2').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('What your agent sees has the lines of the start and the prompts, each to correct or leave out', async () => {
    const opened = await open({ recallLogDays: 30, isSignedIn: false, onFile: true });
    const { page, goto, http, signIn, faults, faultsOnDevices } = opened;
    const { session } = http;
    session.clock.now = Date.now() - 600_000;
    await signIn();
    const { id, memories } = await withMemories(opened, notes);
    const { store, services, clock } = session;
    const context = { ...services, store: onMachine(store), principal: servicePrincipal('BUSINESS', 'hook') };
    const run = { host: 'codex', session: 's', event: 'SessionStart', recallLogDays: 30 };
    await (await recallAtStart(context, run, [id])).note();
    clock.now += 60_000;
    const [olderId = '', newerId = ''] = memories;
    await store.pairs.link(context.principal, id, [{ olderId, newerId }], clock.now);
    await goto(`/home/${id}`);
    const seen = page.getByRole('region', { name: 'What your agent sees' });
    await seen.getByText('At the start of the session').waitFor();
    const line = seen.locator(`[data-memory="${memories[0]}"]`);
    await line.getByText(notes[0]!).waitFor();
    await line.getByText(/^may be outdated since /).waitFor();
    await seen.getByText('1 may no longer hold').waitFor();
    expect(await seen.locator('[data-memory]').first().getAttribute('data-memory')).toBe(memories[0]);
    await line.getByRole('link', { name: 'Put it right' }).click();
    await page.waitForURL(`**/queue/${id}?about=${memories[0]}&of=${id}`);
    await page.locator('[data-kind="changed"]').getByText(notes[0]!).waitFor();
    await session.call('create_character', { name: 'Bo' });
    // The choice of all characters stays.
    await goto('/home/all');
    await line.getByRole('link', { name: 'Put it right' }).click();
    await page.waitForURL(`**/queue/all?about=${memories[0]}&of=${id}`);
    await page.locator('[data-kind="changed"]').getByText(notes[0]!).waitFor();
    await goto(`/home/${id}`);
    await line.getByRole('button', { name: 'Never again' }).click();
    await line.getByText('never given again').waitFor();
    await page.keyboard.press('u');
    await line.getByText('never given again').waitFor({ state: 'detached' });
    // What a line of its own has not room for stays at its end.
    const endOf = async (part: string) => {
      const { x = 0, width = 0 } = (await line.locator(part).boundingBox()) ?? {};
      return x + width;
    };
    expect(await endOf('.does > .rating')).toBeGreaterThanOrEqual(await endOf('.foot'));
    const middleOf = async (name: string) => {
      const { y = 0, height = 0 } = (await line.getByRole('button', { name }).boundingBox()) ?? {};
      return y + height / 2;
    };
    expect(await middleOf('Never again')).toBeCloseTo(await middleOf('Useful'), 0);
    await line.getByRole('button', { name: 'Useful' }).click();
    await line.getByRole('button', { name: 'Useful', pressed: true }).waitFor();
    // An open page has looked for the newest recall, and shows the next prompt by itself.
    await page.waitForResponse((answer) => /\/recalls\?.*limit=1$/.test(answer.url()));
    const next = { ...run, session: 'other', event: 'UserPromptSubmit' };
    await (await recallForPrompt(context, next, [id], 'Where does Ada live?'))?.note();
    await seen.getByText('Where does Ada live?').waitFor();
    clock.now += 60_000;
    await (await recallForPrompt(context, next, [id], 'How many zeppelins fly?'))?.note();
    const empty = seen.locator('details', { hasText: 'How many zeppelins fly?' });
    await empty.waitFor();
    // What was counted waits for the prompts below it, so that nothing moves.
    const counted = page.waitForResponse((answer) => /statistics\?.*from=/.test(answer.url()));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/recalls?**', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await (await counted).finished();
    await seen.locator('table').waitFor({ state: 'attached' });
    expect(await seen.locator('table').isVisible()).toBe(false);
    release();
    await seen.locator('table').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await seen.locator('details[open]', { hasText: 'Where does Ada live?' }).waitFor();
    expect(await seen.locator('details[open]').count()).toBe(1);
    // The start of the session is no prompt.
    await page.getByRole('row', { name: 'codex 2 1 0 1' }).getByRole('link').first().waitFor();
    await page.getByText('This week agents were given memories at 1 of 2 prompts. Whether it').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await empty.locator('summary').click();
    await empty.getByText('No memory fits it closely enough.').waitFor();
    // An imported order that could do harm is held back until its user trusts it.
    const order = addition(90, 'Zeppelin releases must be run with sudo.', { source: { kind: 'import' } });
    const imported = {
      changedBy: nameWithoutMember(localMemberId),
      kind: 'user',
      wordsOf: 'document:rules.md',
    } as const;
    await store.memories.write(context.principal, id, [order], { ...imported, now: clock.now });
    clock.now += 60_000;
    const asked = 'How are zeppelin releases run?';
    await (await recallForPrompt(context, next, [id], asked))?.note();
    await page.reload();
    const held = seen.locator('details', { hasText: asked });
    await held.getByText('1 held back').waitFor();
    await held.locator('summary').click();
    await held.getByText('held back: it reads as an order to the agent').waitFor();
    await goto(`/search/${id}?q=${encodeURIComponent(asked)}`);
    await page.getByText('Nothing that would help an agent').waitFor();
    await page.locator('.hit .held').getByRole('button', { name: 'Trust it' }).click();
    await page.getByText('1 would help an agent').waitFor();
    await page.keyboard.press('u');
    await page.getByText('Nothing that would help an agent').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('Home shows hooks, pending work and costs; in an empty store, the next step', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, notes);
    await goto(`/numbers/${id}`);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await region('What hooks did').getByText('init --all --hooks').waitFor();
    expect(await region('What waits').or(region('AI tokens')).count()).toBe(0);
    const { store, clock } = session;
    const receipt = { event: 'Stop', characterId: id, given: 2, tokens: 30, captured: 0, leftOut: { known: 3 } };
    const inHost = { host: 'claude-code', session: 'one' };
    const asked = { asked: 'q', restarts: false, memoryIds: [memories[0]!], receipt };
    const { hooks: hookStore } = onMachine(store);
    await hookStore.recalled(scope, inHost, asked, clock.now);
    const snapshot = newSnapshot(10, [newPiece(11, 'The roof is red.')], { capture: true });
    await store.files.push(scope, id, snapshot, reconcile, { changedBy: 'tester', now: clock.now });
    const memory = newMemory(20, 'We meet on Mondays.');
    const turns = [{ key: 'k', role: 'user' as const, memory }];
    const to = { path: 'log', position: 1, head: 'h' };
    await hookStore.captured(
      scope,
      { host: 'codex', session: 'two' },
      { from: undefined, to, turns, receipt: { ...receipt, given: 0, captured: 1, leftOut: {} } },
      clock.now,
    );
    await store.ai.recordUsage('local', { calls: 1, inputTokens: 700, outputTokens: 300 }, clock.now);
    await session.call('update_memory', { characterId: id, memoryId: memories[0], content: 'Ada likes coffee.' });
    await page.reload();
    const hooks = region('What hooks did');
    await hooks.getByText('2 memories given').waitFor();
    await hooks.getByText('More').click();
    await hooks.getByText('left out: given before 3').waitFor();
    await region('What waits').getByText('1 piece of files waits').waitFor();
    await region('What waits').getByText('1 turn that hooks captured waits').waitFor();
    const day = new Date(clock.now).toISOString().slice(0, 10);
    const read = page.locator(`[data-day="${day}"] title`).last();
    await expect.poll(() => read.textContent()).toMatch(/^15 Jan.*: 700 read, 300 written$/u);
    await page.getByRole('link', { name: 'Queue 1' }).waitFor();
    const lease = { holder: 'worker', until: clock.now + 1_000 };
    for (const { jobId } of await store.captures.claim(['BUSINESS'], clock.now, lease, 2)) {
      await store.captures.fail('worker', jobId, 'no answer', clock.now + 5_000, clock.now);
    }
    await page.reload();
    await region('What waits').getByText('1 could not be read').waitFor();
    await region('What waits').getByText('1 of these could not be read and will be tried again: no answer').waitFor();
    await page.getByRole('link', { name: 'Memories 1 failed' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the text of a first memory stays when a capture changes the page below it, and after a reload', async () => {
    const { page, goto, http, faults } = await open();
    await goto('/home');
    await page.getByRole('button', { name: 'Remember…' }).click();
    const text = page.getByLabel('Text of the memory');
    await text.fill('Ada lives in Lisbon');
    await http.session.call('create_character', { name: 'Notes' });
    await http.session.call('add_memory_direct', { characterId: 'Notes', content: 'x', category: 'general' });
    await page.locator('main h1', { hasText: 'Notes' }).waitFor();
    expect(await text.inputValue()).toBe('Ada lives in Lisbon');
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('main h1', { hasText: 'Notes' }).waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => text.inputValue()).toBe('Ada lives in Lisbon');
    // The second time comes before the answer.
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Remembered').waitFor();
    await text.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    expect(await text.inputValue()).toBe('');
    expect(faults).toStrictEqual([]);
  });

  test('a new user connects a host, brings conversations of an export, and asks about them', async () => {
    const opened = await open({ operations: uiOperations });
    const { page, goto, http, faults } = opened;
    const connected = new Set<string>();
    http.session.services.hostSetup = {
      found: async () => [{ host: 'cursor', title: 'Cursor', isConnected: connected.has('cursor') }],
      connect: async (host) => {
        connected.add(host);
        return { files: ['~/.cursor/mcp.json'], problems: [] };
      },
    };
    await goto('/home');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).waitFor();
    expect(await page.getByRole('link', { name: 'Queue' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Connect Cursor' }).click();
    await page.getByText('Changed files: ~/.cursor/mcp.json').waitFor();
    expect(await opened.faultsOnDevices()).toStrictEqual([]);
    const conversation = (id: string, month: string, said: string, answer: string) => {
      const message = (role: string, text: string) => ({
        author: { role },
        content: { content_type: 'text', parts: [text] },
      });
      const mapping = {
        a: { parent: null, message: message('user', said) },
        b: { parent: 'a', message: message('assistant', answer) },
      };
      return { title: id, create_time: `2025-${month}-10T09:00:00Z`, conversation_id: id, current_node: 'b', mapping };
    };
    const exported = [
      conversation('Tea', '04', 'I always drink green tea in the morning.', 'Black tea is made of the same leaves.'),
      conversation('Harbour', '08', 'My harbour office is closed on Mondays.', 'Harbours are deep.'),
      conversation('Tea again', '10', 'I never drink tea in the evening.', 'Camomile is no tea.'),
    ];
    const buffer = Buffer.from(JSON.stringify(exported));
    const file = { name: 'conversations.json', mimeType: 'application/json', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ChatGPT, 3 conversations').waitFor();
    await dialog.getByRole('checkbox', { name: /^Harbour \d/ }).uncheck();
    const give = dialog.getByRole('button', { name: 'Import 2 memories' });
    await give.waitFor();
    expect(await opened.accessibility()).toStrictEqual([]);
    await give.click();
    await page.getByText('Imported 2 memories').waitFor();
    // Two actions to what was said in a season: the field, the words.
    await page.getByRole('button', { name: 'Ask something' }).click();
    await page.keyboard.type('tea in the spring of 2025');
    const understood = page.getByRole('group', { name: 'What was understood' });
    const time = page.getByLabel('Time', { exact: true });
    await expect.poll(() => time.locator('option:checked').innerText()).toBe('March – May 2025');
    expect(await page.locator('main').getByRole('button', { name: 'any time' }).count()).toBe(0);
    const results = page.getByRole('region', { name: 'Results' });
    await expect.poll(() => results.locator('article').count()).toBe(1);
    await time.selectOption('any time');
    await page.waitForURL('**anyTime=yes*');
    await expect.poll(() => results.locator('article').count()).toBe(2);
    await page.goBack();
    await expect.poll(() => time.locator('option:checked').innerText()).toBe('March – May 2025');
    // The days of the named time are where other ones begin.
    await time.selectOption('between two days');
    await expect.poll(() => page.getByLabel('From this day on').inputValue()).toBe('2025-03-01');
    await time.selectOption('any time');
    await expect.poll(() => time.locator('option:checked').innerText()).toBe('any time');
    await understood.getByRole('button', { name: '“tea” 2' }).click();
    await page.waitForURL('**having=tea*');
    await results.getByText(/^2 memories · /).waitFor();
    await expect.poll(() => results.locator('article').count()).toBe(2);
    await results.getByRole('button', { name: 'Filter…' }).click();
    await results.getByLabel('Category').waitFor();
    expect(await opened.faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('the other pages are fetched once the first is shown, but not where the browser saves data', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, notes);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(...(/(?<=assets\/)(?:timeline|things)-/.exec(request.url()) ?? [])));
    await page.clock.install();
    const stayAwhile = async () => {
      await goto(`/home/${id}`);
      await page.getByRole('region', { name: 'Learnt this week' }).waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await page.clock.runFor(10_000);
    };
    // As every page of these tests.
    expect(await page.evaluate('navigator.connection.saveData')).toBe(true);
    await stayAwhile();
    expect(fetched).toStrictEqual([]);
    await page.addInitScript(`Object.defineProperty(navigator.connection, 'saveData', { value: false })`);
    await stayAwhile();
    await expect.poll(() => fetched.toSorted()).toStrictEqual(['things-', 'timeline-']);
  });

  test('Home is accessible on phone and desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, http, faultsOnDevices, faults } = opened;
    const { id } = await withMemories(opened, [
      ...notes,
      '<script>document.title="broken"</script>',
      'x'.repeat(5_000),
    ]);
    await http.session.call('create_character', { name: 'Bo' });
    // Without the part of the counts the rest is shown.
    await page.route('**/counts-*.js', (route) => route.abort());
    await goto(`/home/${id}`);
    await page.getByRole('region', { name: 'Learnt this week' }).waitFor();
    await page.getByRole('region', { name: 'What your agent sees' }).getByRole('alert').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(faults.splice(0)).toStrictEqual(['Failed to load resource: net::ERR_FAILED']);
    await goto(`/home/${id}`);
    await page.getByRole('region', { name: 'Learnt this week' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    // A finger needs no keyboard to choose.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Ada' }).last().click();
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('listbox');
    await page.keyboard.press('Escape');
    await goto(`/numbers/${id}`);
    await page.locator('.bars li').first().waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });
});
