import { serviceScope } from '../../src/domain/principal.ts';
import type { EventSender } from '../../src/features/webhooks/domain/event-sender.ts';
import { DeliveryWorker } from '../../src/features/webhooks/service/delivery-worker.ts';
import type { Opened } from '../../test/support/browser.ts';
import { onMachine } from '../../test/support/harness.ts';
import type { Http } from '../../test/support/http-harness.ts';
import { corrections, handbook, news, notes, questions } from './notes.ts';

const day = 86_400_000;

/** Where the pictures look. */
export interface Story {
  characterId: string;
  /** The memory whose text begins so. */
  memory(begins: string): string;
  fileId: string;
  webhookId: string;
}

/** A receiver of events that was away once. */
export function receiverOf(answers: readonly number[]): EventSender {
  let asked = 0;
  return { check() {}, send: async () => ({ httpStatus: answers[asked++] ?? 204 }) };
}

/** Plays the months of a project on the store of an opened dashboard; its clock is on the last day afterwards. */
export async function play({ http }: Opened, sender: EventSender): Promise<Story> {
  const { session } = http;
  const { clock, call } = session;
  const start = clock.now;
  const on = (of: number, minutes: number) => {
    clock.now = start + of * day + minutes * 60_000;
  };
  const { id } = await call<{ id: string }>('create_character', {
    name: 'Tidewater',
    tags: ['work', 'booking'],
    profile: {
      background: 'What the agents of the project know: the booking service of a harbour.',
      rules: ['Texts for guests go to the harbour office first.'],
    },
  });
  await call('set_aliases', { characterId: id, aliases: ['the harbour project'] });
  await call('create_character', { name: 'Home', profile: { background: 'The family, the house, the garden.' } });
  const character = { characterId: id };
  const ids = new Map<string, string>();
  for (const [n, [of, category, content]] of notes.entries()) {
    on(of, 10 + n);
    const stored = await call<{ id: string }>('add_memory_direct', { ...character, category, content });
    ids.set(content, stored.id);
  }
  const memory = (begins: string): string => {
    const found = [...ids].find(([content]) => content.startsWith(begins))?.[1];
    if (found === undefined) throw new Error(`no memory begins with "${begins}"`);
    return found;
  };
  let fileId = '';
  for (const [n, fileContent] of handbook.entries()) {
    on(280 + n * 20, 45);
    const given = { ...character, filePath: 'docs/runbook.md', fileContent };
    fileId = (await call<{ fileId: string }>('sync_file', given)).fileId;
  }
  for (const [n, [of, query]] of questions.entries()) {
    on(of, 120 + n * 7);
    await call('search_memories', { ...character, query, limit: 4 });
  }
  for (const [n, [begins, content]] of corrections.entries()) {
    on(308, 200 + n);
    await call('update_memory', { ...character, memoryId: memory(begins), content });
  }
  await call('delete_memory', { ...character, memoryId: memory('Helena') });
  const webhookId = await makeTeam(http, id);
  await workWithHooks(http, id, [...ids.values()]);
  for (const [n, content] of news.entries()) {
    on(308, 280 + n * 4);
    await call('add_memory_direct', { ...character, category: 'events', content });
    const worker = new DeliveryWorker(session.services, sender);
    do await worker.turn();
    while (!worker.isIdle || (await session.store.outbox.isDue(clock.now)));
    await worker.stop();
  }
  on(308, 300);
  return { characterId: id, memory, fileId, webhookId };
}

/** Creates the harbour's members, an agent's key, private characters, and a webhook; returns the webhook's id. */
export async function makeTeam({ ask }: Http, characterId: string): Promise<string> {
  const request = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const answer = await ask(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body as { id: string };
  };
  const { body } = await ask('GET', '/v1/whoami');
  await request('PATCH', `/v1/members/${(body.member as { id: string }).id}`, { name: 'Inês' });
  for (const [name, role] of [
    ['Maya', 'ADMIN'],
    ['Jonas', 'MEMBER'],
    ['Rui', 'VIEWER'],
  ]) {
    await request('POST', '/v1/members', { name, role });
  }
  await request('POST', '/v1/keys', { name: 'laptop', member: 'Jonas' });
  const members = [
    { member: 'Maya', access: 'WRITE' },
    { member: 'Rui', access: 'READ' },
  ];
  await request('PUT', `/v1/characters/${characterId}/sharing`, { visibility: 'PRIVATE', members });
  const hook = {
    url: 'https://chat.example/hooks/tidewater',
    description: 'The team’s chat',
    events: ['memory.created'],
  };
  return (await request('POST', '/v1/webhooks', hook)).id;
}

/** Recalls and captures of hooks on the last day. */
async function workWithHooks({ session }: Http, characterId: string, known: readonly string[]): Promise<void> {
  const { store, clock } = session;
  for (const [n, given] of [3, 0, 2, 4].entries()) {
    const memoryIds = known.slice(n * 4, n * 4 + given);
    const receipt = { event: 'UserPromptSubmit', characterId, given, tokens: given * 26, captured: 0, leftOut: {} };
    const recalled = { asked: `${n}`, restarts: false, memoryIds, receipt };
    await onMachine(store).hooks.recalled(
      serviceScope('local'),
      { host: 'claude-code', session: 'today' },
      recalled,
      clock.now,
    );
  }
}
