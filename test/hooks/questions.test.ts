import { expect, test } from 'vitest';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { recallAtStart, recallForPrompt } from '../../src/service/hooks/recall.ts';
import { type Body, onMachine, openWithAda } from '../support/harness.ts';

async function opened() {
  const session = await openWithAda({ onFile: true, toolsets: ['memories', 'characters', 'review'] });
  const { characterId, id: memoryId } = await session.call('add_memory_direct', {
    characterId: 'Ada',
    content: 'The staging server listens on port 8443.',
    category: 'general',
  });
  const context = {
    ...session.services,
    store: onMachine(session.store),
    principal: servicePrincipal('BUSINESS', 'hook'),
  };
  let runs = 0;
  const run = () => ({ host: 'codex', session: `s${++runs}`, event: 'UserPromptSubmit', recallLogDays: 30 });
  const prompted = async (prompt?: string) => {
    const layers = [String(characterId)] as const;
    const found =
      prompt === undefined
        ? await recallAtStart(context, run(), [...layers])
        : await recallForPrompt(context, run(), [...layers], prompt);
    await found?.note();
    return found;
  };
  const given = async (prompt?: string) => (await prompted(prompt))?.text?.includes('8443') ?? false;
  const rate = async (query: string, rating: string, more: object = { memoryId }) => {
    const { recalls } = await session.call<{ recalls: Body[] }>('list_recalls', {});
    const { id: recallId } = recalls.find((one) => one.query === query && (one.results as Body[]).length > 0)!;
    await session.call('rate_recall', { recallId, rating, ...more });
  };
  return { session, prompted, given, rate };
}

test('a prompt that asks for a season alone is given what happened in it', async () => {
  const { session, prompted } = await opened();
  const year = new Date(session.clock.now).getUTCFullYear() - 1;
  const add = (content: string, day: string) =>
    session.call('add_memory_direct', {
      characterId: 'Ada',
      content,
      category: 'general',
      occurredAt: `${day}T10:00:00Z`,
    });
  await add('Planted the plum tree.', `${year}-04-09`);
  await add('Sold the bicycle.', `${year}-10-09`);
  for (const prompt of [
    'What did I do last spring?',
    `الربيع ${year}`,
    '昨年の春',
    `was war im Frühling ${year} los?`,
  ]) {
    const text = (await prompted(prompt))?.text;
    expect(text, prompt).toContain('plum');
    expect(text, prompt).not.toContain('bicycle');
  }
});

const asked = 'Which port does the staging server use?';

test('a memory that was wrong for a question is left out when that is asked again, and given for others', async () => {
  const { session, given, rate } = await opened();
  expect(await given(asked)).toBe(true);
  await rate(asked, 'wrong');
  expect(await given(asked)).toBe(false);
  expect(await given('which port does the STAGING server use')).toBe(false);
  expect(await given('I have a bug. Which port does the staging server use?')).toBe(false);
  expect(await given('What listens on port 8443 of the staging server?')).toBe(true);
  const { layers } = await session.call<{ layers: Body[] }>('explain_prompt', { characterId: 'Ada', prompt: asked });
  expect(layers[0]).toMatchObject({ memories: [{ outcome: 'wrong' }] });
  await rate(asked, 'none');
  expect(await given(asked)).toBe(true);
});

test('a whole answer that was wrong is left out, and a memory that was wrong at a session’s start', async () => {
  const { given, rate } = await opened();
  expect(await given(asked)).toBe(true);
  await rate(asked, 'wrong', {});
  expect(await given(asked)).toBe(false);
  expect(await given()).toBe(true);
  await rate('', 'wrong', {});
  expect(await given()).toBe(true);
  await rate('', 'wrong');
  expect(await given()).toBe(false);
  await rate(asked, 'useful', {});
  expect(await given(asked)).toBe(true);
});

test('a prompt that surely needs no memory is told from a question without an answer', async () => {
  const { session, prompted } = await opened();
  const needless = [
    ...['Write a haiku.', 'Can you run the linter?', 'Kannst du das bitte committen?', 'What next?'],
    ...['¿Puedes ejecutar las pruebas?', 'vale, por donde continuamos ahora?', 'Wie machen wir weiter?', 'And now?'],
  ];
  const asking = [
    ...['Where does Yuki live?', 'Can you tell me where Yuki lives?', '¿Puedes decirme dónde vive Yuki?', 'Who am I?'],
    ...['妹はどこに住んでいる?', 'Why does the linter fail?'],
  ];
  for (const prompt of [...needless, ...asking]) await prompted(prompt);
  const { recalls } = await session.call<{ recalls: Body[] }>('list_recalls', {});
  const orders = recalls.filter(({ order }) => order).map(({ query }) => query);
  expect(orders.toReversed()).toStrictEqual(needless);
  const { recalls: missing } = await session.call<{ recalls: Body[] }>('list_recalls', { helped: false });
  expect(missing.map(({ query }) => query).toReversed()).toStrictEqual(asking);
});

test('the memory by which a user settled a question is given when that is asked again', async () => {
  const { session, prompted } = await opened();
  const question = '妹はどこに住んでいる?';
  const given = async (prompt: string) => (await prompted(prompt))?.text?.includes('Hamburg') ?? false;
  const add = { characterId: 'Ada', content: 'Yuki moved to Hamburg.', category: 'general', importance: 'LOW' };
  const { id: memoryId } = await session.call('add_memory_direct', add);
  expect(await given(question)).toBe(false);
  const { recalls } = await session.call<{ recalls: Body[] }>('list_recalls', {});
  const settle = { recallId: recalls.find(({ query }) => query === question)!.id };
  await session.call('dismiss_question', { ...settle, memoryId });
  expect(await given(question)).toBe(true);
  expect(await given('Where is the staging server?')).toBe(false);
  const { layers } = await session.call<{ layers: Body[] }>('explain_prompt', { characterId: 'Ada', prompt: question });
  expect(layers[0]).toMatchObject({ memories: [{ id: memoryId, outcome: 'given', answers: true }] });
  await session.call('dismiss_question', { ...settle, dismissed: false });
  expect(await given(question)).toBe(false);
});
