import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { serviceScope } from '../../src/domain/principal.ts';
import { groups } from '../../src/gate/operation.ts';
import { onMachine, openSession } from '../../test/support/harness.ts';
import type { Http } from '../../test/support/http-harness.ts';
import { random as seeded } from '../../test/support/kills.ts';
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
/** What nothing in the book answers. */
const vain = ['What is the wifi password of the holiday house?', 'zeppelin mooring fees', 'Wann hat Oma Geburtstag?'];

/** What the pictures are of. */
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
  const random = seeded(seed);
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
  const others = sections.filter(({ language }) => language !== 'en-US');
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
  const webhookId = await makeTeam(http, characterId);
  clock.now += 20 * minuteMs;
  await session.services.recalls?.written();
  return { characterId, memoryId: last, webhookId, fileId, question: english[5]?.title ?? 'packages' };
}
