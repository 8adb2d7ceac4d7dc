import { expect, test } from 'vitest';
import { servicePrincipal } from '../../src/domain/principal.ts';
import { recallAtStart, recallForPrompt, recallForTool } from '../../src/service/hooks/recall.ts';
import { onMachine, openWithAda } from '../support/harness.ts';
import { endedCases, lastingCases } from './ended-cases.ts';

const timeZone = 'Europe/Vienna';
const ended = Object.values(endedCases).flat();

/** What hooks give half a year after the statements were stored. */
async function later() {
  const session = await openWithAda({ onFile: true });
  const holding = new Map<string, unknown>();
  for (const content of [...ended, ...lastingCases]) {
    const given = { characterId: 'Ada', content, category: 'general', timeZone };
    holding.set(content, (await session.call('add_memory_direct', given)).holdsUntil);
  }
  session.clock.now = Date.parse('2026-07-15T10:00:00Z');
  const { characterId } = (
    await session.call<{ memories: { characterId: string }[] }>('list_memories', {
      characterId: 'Ada',
      limit: 1,
    })
  ).memories[0]!;
  const store = onMachine(session.store);
  const context = { ...session.services, store, principal: servicePrincipal('BUSINESS', 'hook') };
  const run = (one: string) => ({ host: 'codex', session: one, event: 'UserPromptSubmit' });
  return { context, characterId, run, holding };
}

test('sixty ended statements in eight languages are not recalled, habits and birthdays are', async () => {
  const { context, characterId, run, holding } = await later();
  expect([...holding].filter(([text, until]) => (until === undefined) === ended.includes(text))).toStrictEqual([]);
  const given: string[] = [];
  const start = await recallAtStart(context, run('start'), [characterId]);
  given.push(start.text ?? '');
  for (const [i, text] of [...ended, ...lastingCases].entries()) {
    const found = await recallForPrompt(
      context,
      run(`prompt ${i}`),
      [characterId],
      `What do you know of this: ${text}?`,
    );
    given.push(found?.text ?? '');
  }
  const tool = { files: ['SPRING26'], commands: [] };
  given.push((await recallForTool(context, run('tool'), [characterId], tool))?.text ?? '');
  const all = given.join('\n');
  expect(ended.filter((text) => all.includes(text))).toStrictEqual([]);
  expect(lastingCases.filter((text) => !all.includes(text))).toStrictEqual([]);
  expect(ended).toHaveLength(60);
});
