import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CapturedClause } from '../../src/domain/captured-clause.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import { groups } from '../../src/gate/operation.ts';
import { captureTurn } from '../../test/support/captured-turn.ts';
import { onMachine, openSession } from '../../test/support/harness.ts';
import type { Http } from '../../test/support/http-harness.ts';
import { randomFrom } from '../../test/support/kills.ts';
import { dated, nearlySame, ownSections } from './own-texts.ts';
import { readSections, type Section } from './real-texts.ts';
import { makeTeam } from './story.ts';

const [dayMs, minuteMs] = [86_400_000, 60_000];
export const days = 84;
const seed = 27;
/** On this day a whole book is imported: it must not wash out all others. */
const importDay = 40;
const languages = ['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'pl-PL', 'ja-JP', 'ru-RU', 'ar-MA'];
const hosts = ['claude-code', 'cursor', 'codex', 'claude-ai', 'gemini-cli'];
const categories = ['facts', 'preferences', 'events', 'goals', 'relationships', 'general'];
/** Questions without an answer in the book. */
const vain = ['What is the wifi password of the holiday house?', 'zeppelin mooring fees', 'Wann hat Oma Geburtstag?'];

/** The subjects of the pictures. */
export interface RealStory {
  characterId: string;
  memoryId: string;
  webhookId: string;
  fileId: string;
  question: string;
}

/** Twelve weeks of five hosts that work with a book in many languages; the same with every run. */
export async function playReal(http: Http): Promise<RealStory> {
  const { session } = http;
  const { store, clock, path, call } = session;
  const random = randomFrom(seed);
  const pick = <Item>(of: readonly Item[]): Item => of[Math.floor(random() * of.length)] as Item;
  const start = clock.now;
  const { id: characterId } = await call<{ id: string }>('create_character', {
    name: 'Systems notebook',
    tags: ['servers', 'handbook'],
    profile: { background: 'What the agents of the operations team know of its servers.' },
  });
  for (const name of ['Família', 'Haus und Garten', '読書ノート']) await call('create_character', { name });
  const agents = new Map<string, typeof call>();
  for (const name of hosts) {
    const client = new Client({ name, version: '1.0.0' });
    const own = await openSession({
      path,
      client,
      toolsets: [...groups],
      services: { store, now: () => clock.now, recalls: session.services.recalls },
    });
    agents.set(name, own.call);
  }
  const as = (host: string) => agents.get(host) ?? call;
  const sections = readSections(languages);
  const english = sections.filter(({ language }) => language === 'en-US');
  const others = [...ownSections, ...sections.filter(({ language }) => language !== 'en-US')];
  let [at, last] = [0, ''];
  const remember = async (of: Section, count: number) => {
    const memories = of.paragraphs.slice(0, count).map((content) => ({ content, category: pick(categories) }));
    const added = await as(pick(hosts))<{ results: { id?: string }[] }>('add_memories', { characterId, memories });
    last = added.results[0]?.id ?? last;
  };
  for (let day = 0; day < days; day++) {
    clock.now = start + day * dayMs + Math.floor(random() * 300) * minuteMs;
    const writes = day % 7 > 4 ? 0 : Math.floor(random() * 4);
    for (let n = 0; n < writes; n++) {
      clock.now += 17 * minuteMs;
      const from = random() < 0.6 ? english : others;
      await remember(from[at++ % from.length] as Section, 1 + Math.floor(random() * 4));
    }
    if (day === importDay) for (const one of sections.slice(0, 160)) await remember(one, 4);
    for (let n = Math.floor(random() * 4); n > 0; n--) {
      clock.now += 9 * minuteMs;
      const query = random() < 0.2 ? pick(vain) : pick(sections).title;
      await as(pick(hosts))('search_memories', { characterId, query, limit: 5 });
    }
    if (last !== '' && random() < 0.3) {
      const { content } = await call<{ content: string }>('get_memory', { characterId, memoryId: last });
      const corrected = `${content.replace(/\.$/, '')}, as checked on day ${day}.`;
      await as(pick(hosts))('update_memory', { characterId, memoryId: last, content: corrected });
    }
  }
  let fileId = '';
  for (const name of ['docs/teams.md', 'docs/search.md', 'docs/webhooks.md']) {
    clock.now += minuteMs;
    const fileContent = readFileSync(join(import.meta.dirname, '../..', name), 'utf8').slice(0, 30_000);
    fileId = (await call<{ fileId: string }>('sync_file', { characterId, filePath: name, fileContent })).fileId;
  }
  for (const [n, host] of hosts.entries()) {
    const receipt = { event: 'UserPromptSubmit', characterId, given: n + 2, tokens: 90 * n, captured: n, leftOut: {} };
    const recalled = { asked: `${n}`, restarts: false, memoryIds: [last], receipt };
    await onMachine(store).hooks.recalled(serviceScope('local'), { host, session: 'today' }, recalled, clock.now);
  }
  await remember({ language: 'en', title: '', paragraphs: dated }, dated.length);
  for (const [older, newer] of nearlySame) {
    for (const content of [older, newer]) {
      clock.now += minuteMs;
      await as(pick(hosts))('add_memory_direct', { characterId, content, category: 'facts' });
    }
  }
  for (const { paragraphs } of ownSections) {
    clock.now += 3 * minuteMs;
    await remember({ language: '', title: '', paragraphs }, 1);
  }
  await capture(session, characterId, last);
  const webhookId = await makeTeam(http, characterId);
  clock.now += 20 * minuteMs;
  await session.services.recalls?.written();
  return { characterId, memoryId: last, webhookId, fileId, question: english[5]?.title ?? 'packages' };
}

/** A turn of a session with stored, proposed and dropped statements; two proposals wait. */
async function capture({ store, clock }: Http['session'], characterId: string, memoryId: string): Promise<void> {
  const scope = serviceScope('local');
  const clauses: CapturedClause[] = [
    { text: 'We never deploy on a Friday.', outcome: 'kept', reason: 'a rule', kind: 'rule', memoryId },
    { text: 'Please restart the staging server.', outcome: 'left out', reason: 'a task', kind: 'fact' },
    { text: 'Die Protokolle liegen unter /var/log/tidewater.', outcome: 'left out', reason: 'in doubt', kind: 'fact' },
  ];
  await captureTurn(onMachine(store), scope, characterId, clauses, { session: 'today', now: clock.now });
  const proposed = ['The booking service is written in Kotlin.', 'Jonas is away in the first week of May.'];
  const changes = proposed.map((content, n) => ({
    kind: 'add' as const,
    memory: {
      id: `00000000-0000-4000-8000-00000000000${n}`,
      content,
      salience: 0.5,
      importance: 'NORMAL' as const,
      source: { kind: 'extraction' as const },
      isProposed: true,
    },
  }));
  await store.memories.write(scope, characterId, changes, { changedBy: 'auto-capture', now: clock.now });
}
