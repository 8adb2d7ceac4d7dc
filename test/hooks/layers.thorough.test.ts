import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { groups } from '../../src/gate/operation.ts';
import { repository } from '../support/git.ts';
import { openSession } from '../support/harness.ts';
import { playground, user } from './play.ts';

/** A home with a repository, and the memories of both. */
async function twoLayers() {
  const place = playground('codex');
  const alpha = repository(join(place.home, 'alpha'));
  const notes = join(place.home, 'notes');
  mkdirSync(notes);
  let sessions = 0;
  const run = async (event: string, folder: string, session: string, more: object = {}) => {
    const answer = await place.raw(
      [event, '--host', 'codex'],
      JSON.stringify({ session_id: session, cwd: folder, ...more }),
    );
    return (answer as { hookSpecificOutput?: { additionalContext?: string } }).hookSpecificOutput?.additionalContext;
  };
  const say = async (folder: string, text: string) => {
    const session = `said ${++sessions}`;
    place.say(session, user(text));
    await run('Stop', folder, session, { transcript_path: place.transcriptOf(session) });
  };
  await say(notes, 'I prefer pnpm to npm. My sister Ana lives in Porto.');
  await say(alpha, 'We always use npm in this repository, never pnpm. We always deploy on Tuesdays.');
  return {
    ...place,
    alpha,
    notes,
    say,
    start: (folder: string, session: string, source = 'startup') => run('SessionStart', folder, session, { source }),
    ask: (folder: string, session: string, prompt: string) => run('UserPromptSubmit', folder, session, { prompt }),
  };
}

const project = 'Stored notes about "alpha".';
const person = 'Stored notes about "the user".';

test('a session in a repository starts with memories of the project and of the user', async () => {
  const { start, alpha, notes } = await twoLayers();
  const known = await start(alpha, 's');
  expect(known).toContain('Tuesdays');
  expect(known).toContain('Porto');
  expect(known?.indexOf(project)).toBe(0);
  expect(known?.indexOf(person)).toBeGreaterThan(0);
  const outside = await start(notes, 't');
  expect(outside).toContain('Porto');
  expect(outside?.indexOf(person)).toBe(0);
  expect(outside).not.toContain('Tuesdays');
});

test('a prompt gets the best of project and user, each once per session, the project’s first', async () => {
  const { start, ask, alpha } = await twoLayers();
  const asked = await ask(alpha, 's', 'Do I use npm or pnpm here?');
  expect(asked).toMatch(/never pnpm[\s\S]*prefer pnpm/);
  expect(await ask(alpha, 's', 'Where does my sister Ana live?')).toContain('Porto');
  expect(await ask(alpha, 's', 'Where does my sister Ana live now?')).toBeUndefined();
  await start(alpha, 's', 'compact');
  expect(await ask(alpha, 'other', 'Where does my sister Ana live?')).toContain('Porto');
});

test('a statement in both characters is given once', async () => {
  const { start, say, alpha, notes } = await twoLayers();
  const both = 'From now on we always write commit messages in English.';
  await say(notes, both);
  await say(alpha, both);
  expect((await start(alpha, 's'))?.split('commit messages in English')).toHaveLength(2);
});

test('a session with one named character has no second one', async () => {
  const { raw, alpha } = await twoLayers();
  const answer = await raw(['SessionStart', '--host', 'codex'], JSON.stringify({ session_id: 's', cwd: alpha }), {
    SERVICE_CHARACTER: 'alpha',
  });
  expect(JSON.stringify(answer)).toContain('Tuesdays');
  expect(JSON.stringify(answer)).not.toContain('Porto');
});

test('memories given from either character are recorded for it, and every prompt for the project', async () => {
  const { ask, alpha, open } = await twoLayers();
  await ask(alpha, 's', 'Where does my sister Ana live?');
  await ask(alpha, 't', 'On which day do we deploy?');
  await open(async (store) => {
    const scope = localOwner('BUSINESS');
    const ids = await Promise.all(
      [userInfo().username, 'alpha'].map(async (name) => (await store.characters.find(scope, name))?.id),
    );
    const recalls = await store.recalls.list(scope, { since: 0, limit: 10 });
    const of = (id: string | undefined) => recalls.filter((one) => one.characterId === id).map(({ query }) => query);
    expect(ids.map(of)).toStrictEqual([
      ['Where does my sister Ana live?'],
      ['On which day do we deploy?', 'Where does my sister Ana live?'],
    ]);
    expect(recalls.map(({ results }) => results.length)).toStrictEqual([1, 1, 0]);
    const { given } = await store.hooks.find(scope, { host: 'codex', session: 's' }, undefined);
    expect(given.map(({ characterId }) => characterId)).toStrictEqual([ids[0]]);
  });
});

test('a statement in two projects goes to the user’s own memory, unless it names a project', async () => {
  const { start, say, alpha, home } = await twoLayers();
  const beta = repository(join(home, 'beta'));
  const both = 'Always use tabs, never spaces.';
  const here = 'Always use port 8080 in this repository.';
  for (const text of [both, here]) {
    await say(alpha, text);
    const first = (await start(alpha, `first ${text}`)) ?? '';
    expect(first.indexOf(text)).toBeGreaterThan(0);
    expect(first.indexOf(text)).toBeLessThan(first.indexOf(person));
    await say(beta, text);
  }
  const gamma = repository(join(home, 'gamma'));
  expect(await start(gamma, 'g')).toContain(both);
  expect(await start(gamma, 'h')).not.toContain('8080');
  for (const folder of [alpha, beta]) {
    const known = (await start(folder, `second ${folder}`)) ?? '';
    expect(known.split(both)).toHaveLength(2);
    expect(known.indexOf(both)).toBeGreaterThan(known.indexOf(person));
    expect(known.split(here)).toHaveLength(2);
    expect(known.indexOf(here)).toBeLessThan(known.indexOf(person));
  }
  await say(gamma, both);
  expect((await start(gamma, 'third'))?.split(both)).toHaveLength(2);
});

test('a change in the life of somebody whom the user’s own memory knows goes there, not to the project', async () => {
  const { start, say, alpha, notes, home } = await twoLayers();
  await say(notes, 'Our cat Momo is five years old.');
  await say(notes, 'Matthias lives in Leipzig.');
  const beta = repository(join(home, 'beta'));
  await say(beta, 'We decided that Ana reviews all migrations of the database.');
  const own = ['Ana moved to Hamburg.', 'Matthias moved to Dresden.', 'Momo moved to her new vet, Dr. Hayashi.'];
  for (const text of own) await say(alpha, text);
  const elsewhere = await start(beta, 's');
  for (const text of own) expect(elsewhere).toContain(text);
});

test('the work of a colleague stays in the project, also where the own memory has the name', async () => {
  const { start, say, alpha, notes, home } = await twoLayers();
  await say(notes, 'My brother Jonas lives in Graz.');
  await say(alpha, 'Jonas owns the billing module now.');
  await say(alpha, 'From now on Jonas signs off every release.');
  const beta = repository(join(home, 'beta'));
  await say(beta, 'We always deploy on Mondays.');
  expect(await start(alpha, 's')).toContain('signs off every release');
  expect(await start(beta, 't')).not.toContain('release');
  expect(await start(beta, 'u')).not.toContain('billing');
});

test('a muted memory of either character is given by no hook, and searches still find it', async () => {
  const { start, ask, alpha, database } = await twoLayers();
  const session = await openSession({ path: database, onFile: true, toolsets: [...groups] });
  const { characters } = await session.call<{ characters: { id: string }[] }>('list_characters');
  const mute = async (query: string, muted: boolean) => {
    const characterIds = characters.map(({ id }) => id);
    const found = await session.call<{ memories: { id: string; characterId: string }[] }>('search_memories', {
      characterIds,
      query,
    });
    const { id: memoryId, characterId } = found.memories[0]!;
    await session.call('mute_memory', { characterId, memoryId, muted });
    expect(await session.call('get_memory', { characterId, memoryId })).toHaveProperty('content');
  };
  for (const query of ['Tuesdays', 'Porto']) await mute(query, true);
  const known = (await start(alpha, 'muted')) ?? '';
  expect(known).toContain('pnpm');
  expect(known).not.toMatch(/Tuesdays|Porto/);
  expect((await ask(alpha, 'asked', 'Where does my sister Ana live?')) ?? '').not.toContain('Porto');
  await mute('Porto', false);
  expect(await ask(alpha, 'again', 'Where does my sister Ana live?')).toContain('Porto');
});
