import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOwnerAt, projectFiles } from '../../bin/memory-owner.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { defaultMemory } from '../../src/service/hooks/project.ts';
import { repository } from '../support/git.ts';
import { openSession, openStore } from '../support/harness.ts';
import { hostNamed, playground, user } from './play.ts';

/** What is said in each place: of the person, then of the project. */
const said = {
  alpha: [
    [
      'I prefer pnpm to npm.',
      'My name is Mara and I live in Lisbon.',
      'I am vegetarian.',
      'Always answer me in German.',
    ],
    ['Mein Bruder heißt Jonas.'],
    [
      'We always deploy on Tuesdays.',
      'We use Vitest for the tests.',
      'Never push to main.',
      'We decided to use Zod for validation.',
    ],
    [
      'Wir verwenden PostgreSQL als Datenbank.',
      'Der Import läuft immer um drei Uhr nachts.',
      'Wir testen nie an Freitagen.',
    ],
  ],
  beta: [
    [
      'Ich bin Linkshänder.',
      'Ich arbeite als Tischler.',
      'Ich mag keine langen Antworten.',
      'Réponds toujours en français.',
    ],
    ['Je préfère les réponses courtes.', 'Je suis végétarien.'],
    [
      'Nous utilisons toujours Docker en production.',
      'Nous ne déployons jamais le lundi.',
      'Le projet utilise Symfony.',
      'Nous utilisons Doctrine pour les migrations.',
    ],
    ['Usamos siempre MySQL en producción.', 'El proyecto usa Next.js.', 'Nunca subas archivos .env al repositorio.'],
  ],
  gamma: [
    [
      'Vivo en Madrid desde hace años.',
      'Soy alérgica a las nueces.',
      'Trabajo como enfermera.',
      'Prefiero las respuestas cortas.',
    ],
    ['我住在杭州。', '我喜欢简短的回答。'],
    ['这个项目必须使用 Vue 3。', '数据库一律用 MySQL。', '不要直接修改 dist 目录。'],
    ['We always tag releases with a date.', 'The API must always answer in English.', 'We never use semicolons here.'],
  ],
  home: [['I always squash commits in all my projects.', '以后都用中文回答我。', 'My dog is called Rex.'], []],
} satisfies Record<string, string[][]>;

type Place = keyof typeof said;
const places = Object.keys(said) as Place[];
/** The last two lists of a repository are the project's. */
const ofProject = (place: Place) => (place === 'home' ? [] : said[place].slice(2).flat());
const ofPerson = (place: Place) => (place === 'home' ? said.home.flat() : said[place].slice(0, 2).flat());

/** A home with three repositories, in which Claude Code and Codex speak through their hooks. */
async function machine() {
  const world = playground('claude-code');
  const folders = {
    alpha: repository(join(world.home, 'alpha')),
    beta: repository(join(world.home, 'beta')),
    gamma: repository(join(world.home, 'gamma')),
    home: join(world.home, 'notes'),
  };
  mkdirSync(folders.home);
  const hosts = [hostNamed('claude-code'), hostNamed('codex')] as const;
  let sessions = 0;
  const run = async (kind: 'start' | 'prompt' | 'capture', place: Place, session: string, prompt?: string) => {
    const host = hosts[places.indexOf(place) % hosts.length]!;
    const event = host[kind]!;
    const told = {
      session,
      cwd: folders[place],
      transcript: world.transcriptOf(session),
      turns: [],
      ...(prompt !== undefined && { prompt }),
    };
    const answer = await world.raw([event, '--host', host.host], JSON.stringify(host.stdin(event, told)));
    return String(host.context(answer) ?? '');
  };
  return {
    ...world,
    async say(place: Place, ...texts: string[]) {
      const host = hosts[places.indexOf(place) % hosts.length]!;
      const session = `said${++sessions}`;
      const lines = texts.map((text) => JSON.stringify(host.line(user(text))));
      world.write(session, `${lines.join('\n')}\n`);
      await run('capture', place, session);
    },
    start: (place: Place) => run('start', place, `s${++sessions}`),
    ask: (place: Place, prompt: string) => run('prompt', place, `s${++sessions}`, prompt),
    /** An MCP client that works in no repository, as a desktop app. */
    async desktop() {
      const store = openStore(world.database);
      const services = { store, newId: () => crypto.randomUUID(), now: Date.now };
      const local = { ...services, principal: localOwner('BUSINESS'), log: () => undefined };
      const found = await defaultMemory(local, folderOwnerAt(homedir()), projectFiles);
      return openSession({ character: found.defaultCharacter ?? '', services: { ...services, ...found } });
    },
  };
}

describe('one person in many places', () => {
  test('a person’s statements are known everywhere, and a project’s in no other place', async () => {
    const { say, start } = await machine();
    for (const place of places) for (const list of said[place]) if (list.length > 0) await say(place, ...list);
    const person = places.flatMap(ofPerson);
    expect([person.length, places.flatMap(ofProject).length]).toStrictEqual([20, 20]);
    for (const place of places) {
      const known = await start(place);
      const missing = person.filter((one) => !known.includes(one));
      expect(missing.length, `${place}: ${missing}`).toBeLessThanOrEqual(1);
      expect(ofProject(place).filter((one) => !known.includes(one))).toStrictEqual([]);
      const others = places.filter((one) => one !== place).flatMap(ofProject);
      expect(others.filter((one) => known.includes(one))).toStrictEqual([]);
    }
  });

  test('a desktop app knows what a person says in a repository, and repositories what they say there', async () => {
    const { say, ask, desktop } = await machine();
    await say('alpha', 'We deploy on Tuesdays only. I prefer pnpm to npm. Can you write the release script?');
    expect(await ask('beta', 'When do we deploy? And do I use npm or pnpm?')).toMatch(/I prefer pnpm to npm\./);
    expect(await ask('beta', 'When do we deploy?')).not.toContain('Tuesdays');
    expect(await ask('alpha', 'When do we deploy? And do I use npm or pnpm?')).toMatch(
      /pnpm to npm[\s\S]*Tuesdays|Tuesdays[\s\S]*pnpm to npm/,
    );
    const { call } = await desktop();
    const asked = await call<{ memories: { content: string }[] }>('search_memories', { query: 'pnpm or npm?' });
    expect(asked.memories.map(({ content }) => content)).toStrictEqual(['I prefer pnpm to npm.']);
    await call('add_memory', { content: 'My sister Ana lives in Porto.' });
    expect(await ask('beta', 'Where does my sister Ana live?')).toContain('Porto');
  });

  test('a statement ends what was said in another place', async () => {
    const { say, ask } = await machine();
    await say('alpha', 'I live in Lisbon.');
    await say('beta', 'I moved to Porto. I live in Porto now.');
    const known = await ask('gamma', 'Where do I live?');
    expect(known).toContain('Porto');
    expect(known).not.toContain('I live in Lisbon');
  });
});
