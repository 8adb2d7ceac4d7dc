import type { Opened } from '../../test/support/browser.ts';
import type { Http } from '../../test/support/http-harness.ts';
import { corrections, handbook, notes, questions } from './notes.ts';

const day = 86_400_000;

/** Where the pictures look. */
export interface Story {
  characterId: string;
  /** The memory whose text begins so. */
  memory(begins: string): string;
  fileId: string;
}

/** Plays the months of a project on the store of an opened dashboard; its clock stands on the last day afterwards. */
export async function play({ http }: Opened): Promise<Story> {
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
  const reasons = { name: 'decisions', description: 'What was decided, and what it is good for' };
  await call('add_category', { ...character, ...reasons });
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
  await makeTeam(http);
  on(308, 300);
  return { characterId: id, memory, fileId };
}

/** The harbour's people, with a key for whom an agent works. */
async function makeTeam({ ask }: Http): Promise<void> {
  const posted = async (method: string, path: string, body: object) => {
    const answer = await ask(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  };
  const { body } = await ask('GET', '/v1/whoami');
  await posted('PATCH', `/v1/members/${(body.member as { id: string }).id}`, { name: 'Inês' });
  for (const [name, role] of [
    ['Maya', 'ADMIN'],
    ['Jonas', 'MEMBER'],
    ['Rui', 'VIEWER'],
  ]) {
    await posted('POST', '/v1/members', { name, role });
  }
  await posted('POST', '/v1/keys', { name: 'laptop', member: 'Jonas' });
}
