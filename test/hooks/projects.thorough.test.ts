import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { projectAt } from '../../src/hooks/project.ts';
import { git, repository } from '../support/git.ts';
import { playground, user } from './play.ts';

/** Hooks in several folders of one machine. */
function machine() {
  const place = playground('codex');
  let sessions = 0;
  const run = (event: string, folder: string, more: object = {}) =>
    place.raw(
      [event, '--host', 'codex'],
      JSON.stringify({ session_id: `${++sessions}`, cwd: folder, ...more }),
    ) as Promise<{ systemMessage?: string; hookSpecificOutput?: { additionalContext?: string } }>;
  return {
    ...place,
    run,
    at: (...steps: string[]) => join(place.home, ...steps),
    /** A turn in a folder is captured. */
    async say(folder: string, text: string) {
      const session = `said ${++sessions}`;
      place.say(session, user(text));
      await run('Stop', folder, { transcript_path: place.transcriptOf(session) });
    },
    /** The context at the start of a session in a folder. */
    async recall(folder: string) {
      const { systemMessage: notice, hookSpecificOutput } = await run('SessionStart', folder, { source: 'startup' });
      const context = hookSpecificOutput?.additionalContext ?? '';
      return {
        notice,
        context,
        name: /Stored notes about "(.*?)"\./.exec(context)?.[1],
      };
    },
    /** A store as an earlier release left it. */
    keepByName: (name: string, text: string) =>
      place.open(async (store) => {
        const scope = localOwner('BUSINESS');
        await store.tenants.ensure('local', 'BUSINESS', 0);
        const { emptyProfile } = await import('../../src/domain/character.ts');
        const { presets } = await import('../../src/domain/category.ts');
        const categories = presets.standard;
        const id = crypto.randomUUID();
        const made = { id, name, categoryPreset: 'standard' as const, tags: [], profile: emptyProfile, categories };
        await store.characters.create(scope, made, 'BUSINESS', 0);
        const memory = {
          id: crypto.randomUUID(),
          content: text,
          salience: 0.5,
          importance: 'NORMAL' as const,
          source: { kind: 'extraction' as const },
          occurredAt: 0,
        };
        await store.memories.write(scope, id, [{ kind: 'add', memory }], { changedBy: 'auto-capture', now: 0 });
      }),
  };
}

/** The folders share a memory: all others know a statement of the first. */
async function share(here: ReturnType<typeof machine>, name: string, [first, ...others]: readonly string[]) {
  await here.say(first as string, 'From now on we always deploy on Tuesdays.');
  for (const folder of others) {
    expect([folder, await here.recall(folder)]).toMatchObject([
      folder,
      { name, context: expect.stringContaining('Tuesdays') },
    ]);
  }
}

const tuesdays = 'From now on we always deploy on Tuesdays.';
const fridays = 'From now on we always deploy on Fridays.';
const porto = 'We always meet our customers in Porto.';

describe('two projects of one name', () => {
  test.each([
    ['repositories', (folder: string) => void repository(folder)],
    ['clones of different places', (folder: string) => void repository(folder, `git@host:${folder}.git`)],
  ])('two %s of the same name have separate memories', async (_, make) => {
    const here = machine();
    for (const client of ['clientA', 'clientB', 'more/clientB']) make(here.at(client, 'api'));
    await here.say(here.at('clientA/api'), tuesdays);
    expect(await here.recall(here.at('clientB/api'))).toMatchObject({ context: '', notice: undefined });
    await here.say(here.at('clientB/api'), fridays);
    await here.say(here.at('more/clientB/api'), porto);
    expect(await here.recall(here.at('clientA/api'))).toMatchObject({
      name: 'api',
      context: expect.stringContaining('Tuesdays'),
    });
    const other = await here.recall(here.at('clientB/api'));
    expect(other).toMatchObject({ name: 'api (clientB)', context: expect.stringContaining('Fridays') });
    expect(other.context).not.toMatch(/Tuesdays|Porto/);
    expect(await here.recall(here.at('more/clientB/api'))).toMatchObject({ name: 'api (more/clientB)' });
    expect(here.logged).toStrictEqual([]);
  });

  test('a project is separate from a character of its name, alias or id that is no project', async () => {
    const here = machine();
    await here.keepByName('Ada', 'Ada likes tea.');
    const id = await here.open(async (store) => {
      const scope = localOwner('BUSINESS');
      const ada = await store.characters.find(scope, 'Ada');
      await store.characters.change(scope, ada?.id as string, () => ({ aliases: [{ alias: 'api' }] }), 1);
      return ada?.id as string;
    });
    for (const name of ['Ada', 'api', id]) {
      expect((await here.recall(repository(here.at('work', name)))).context).toBe('');
      await here.say(here.at('work', name), tuesdays);
      expect((await here.recall(here.at('work', name))).name).toBe(`${name} (work)`);
    }
  });
});

describe('a folder with a forged .git', () => {
  /** The project whose memory is wanted, with a worktree and a submodule. */
  const victim = async (remote?: string) => {
    const here = machine();
    const secret = repository(here.at('secret-client'), remote);
    git(secret, 'worktree', 'add', '../fix');
    await here.say(secret, tuesdays);
    expect((await here.recall(here.at('fix'))).context).toContain('Tuesdays');
    const evil = here.at('downloads/evil');
    mkdirSync(evil, { recursive: true });
    return { here, secret, evil };
  };
  const refused = async ({ here, evil }: Awaited<ReturnType<typeof victim>>) => {
    expect((await here.recall(evil)).context).toBe('');
    await here.say(evil, fridays);
    expect(await here.recall(evil)).toMatchObject({ name: 'evil', context: expect.stringContaining('Fridays') });
  };

  test.each(['/nowhere/secret-client/.git/worktrees/x', '/nowhere/.git/modules/secret-client', '', '\0'])(
    'a gitdir that does not exist opens no other project’s memory: %j',
    async (gitdir) => {
      const given = await victim();
      writeFileSync(join(given.evil, '.git'), `gitdir: ${gitdir}\n`);
      await refused(given);
    },
  );

  test.each([undefined, 'https://host/secret/client.git'])(
    'another project’s gitdir that points elsewhere opens no memory (%s)',
    async (remote) => {
      const given = await victim(remote);
      writeFileSync(join(given.evil, '.git'), `gitdir: ${join(given.secret, '.git')}\n`);
      expect((await given.here.recall(given.evil)).context).toBe('');
      writeFileSync(join(given.evil, '.git'), `gitdir: ${join(given.secret, '.git/worktrees/fix')}\n`);
      await refused(given);
    },
  );

  test('an own gitdir that names another project as its main repository opens no memory of it', async () => {
    const given = await victim();
    const { evil, secret } = given;
    mkdirSync(join(evil, 'inner'));
    writeFileSync(join(evil, 'inner/gitdir'), join(evil, '.git'));
    writeFileSync(join(evil, 'inner/commondir'), join(secret, '.git'));
    writeFileSync(join(evil, '.git'), `gitdir: ${join(evil, 'inner')}\n`);
    await refused(given);
  });

  test('a .git link opens no other project’s memory', async () => {
    const given = await victim();
    symlinkSync(join(given.secret, '.git'), join(given.evil, '.git'));
    await refused(given);
  });
});

describe('a project keeps its memory', () => {
  test('a project’s worktrees and folders share the memory of the main repository', async () => {
    const here = machine();
    const main = repository(here.at('work/api'));
    git(main, 'worktree', 'add', '../../elsewhere/fix');
    mkdirSync(here.at('elsewhere/fix/src/deep'), { recursive: true });
    symlinkSync(here.at('elsewhere/fix'), here.at('link'));
    await share(here, 'api', [here.at('elsewhere/fix/src/deep'), main, here.at('elsewhere/fix'), here.at('link/src')]);
  });

  test.each([
    ['api.git', 'api'],
    ['api/.bare', 'api'],
  ])('worktrees of a bare repository share one memory: %s', async (bare, name) => {
    const here = machine();
    const origin = repository(here.at('origin'), 'git@host:client/api.git');
    git(here.home, 'clone', '--bare', origin, here.at('work', bare));
    const added = (branch: string) => {
      git(here.at('work', bare), 'worktree', 'add', '-b', branch, here.at('work/trees', branch));
      return here.at('work/trees', branch);
    };
    git(here.at('work', bare), 'remote', 'remove', 'origin');
    await share(here, name, [added('one'), added('two')]);
  });

  test('clones share one memory however their remote is spelled, and no credential is stored', async () => {
    const here = machine();
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const urls = ['git@host:client/api.git', `https://me:${token}@host/client/api`, 'ssh://git@host:22/client/api/'];
    await share(
      here,
      'api',
      urls.map((url, i) => repository(here.at(`${i}/api`), url)),
    );
    const file = readFileSync(here.database).toString('latin1');
    expect(file).not.toContain(token);
    expect(file).not.toContain('client/api');
  });

  test('a clone of a local folder shares its memory, before and after it gets a remote', async () => {
    const here = machine();
    const main = repository(here.at('api'));
    git(here.home, 'clone', main, here.at('copies/one'));
    git(here.home, 'clone', here.at('copies/one'), here.at('copies/two'));
    await share(here, 'one', [here.at('copies/one'), main, here.at('copies/two')]);
    git(main, 'remote', 'add', 'origin', 'git@host:client/api.git');
    expect(await here.recall(main)).toMatchObject({ context: expect.stringContaining('Tuesdays') });
    expect(await here.recall(here.at('copies/two'))).toMatchObject({ context: expect.stringContaining('Tuesdays') });
  });

  test('a submodule shares the memory of its other clones', async () => {
    const here = machine();
    const origin = repository(here.at('origin'), 'git@host:client/lib.git');
    const main = repository(here.at('api'));
    git(main, 'submodule', 'add', origin, 'vendor/lib');
    git(join(main, 'vendor/lib'), 'remote', 'set-url', 'origin', 'https://host/client/lib');
    await share(here, 'lib', [join(main, 'vendor/lib'), origin]);
    expect((await here.recall(main)).context).toBe('');
  });

  test.each([
    ['with a remote', 'git@host:client/api.git'],
    ['without one', undefined],
  ])('a moved repository %s keeps its memory, and another one in its place gets its own', async (_, remote) => {
    const here = machine();
    const before = repository(here.at('old/api'), remote);
    await here.say(before, tuesdays);
    mkdirSync(here.at('new'));
    renameSync(before, here.at('new/api'));
    expect(await here.recall(here.at('new/api'))).toMatchObject({
      name: 'api',
      context: expect.stringContaining('Tuesdays'),
    });
    repository(before);
    expect(await here.recall(before)).toMatchObject({ context: '' });
  });

  test('a repository keeps its memory at its first commit, a new remote, another one and none', async () => {
    const here = machine();
    const api = here.at('api');
    mkdirSync(api);
    git(api, 'init');
    await here.say(api, tuesdays);
    const steps = [
      ['commit', '--allow-empty', '--message', 'begins'],
      ['remote', 'add', 'origin', 'git@host:client/api.git'],
      ['remote', 'set-url', 'origin', 'git@elsewhere:client/api.git'],
      ['remote', 'remove', 'origin'],
    ];
    for (const step of steps) {
      git(api, ...step);
      expect([step, await here.recall(api)]).toMatchObject([step, { context: expect.stringContaining('Tuesdays') }]);
    }
  });

  test('another repository in the same place gets its own memory', async () => {
    const here = machine();
    const api = repository(here.at('api'), 'git@host:clientA/api.git');
    await here.say(api, tuesdays);
    rmSync(api, { recursive: true });
    repository(api, 'git@host:clientB/api.git');
    expect((await here.recall(api)).context).toBe('');
    await here.say(api, fridays);
    expect((await here.recall(api)).context).not.toContain('Tuesdays');
    rmSync(api, { recursive: true });
    mkdirSync(api);
    expect((await here.recall(api)).context).toBe('');
  });

  test('a copy without a remote gets its own memory, or keeps it if the original is gone', async () => {
    const here = machine();
    const api = repository(here.at('api'));
    await here.say(api, tuesdays);
    cpSync(api, here.at('copy'), { recursive: true });
    expect((await here.recall(here.at('copy'))).context).toBe('');
    rmSync(api, { recursive: true });
    expect(await here.recall(here.at('copy'))).toMatchObject({ context: expect.stringContaining('Tuesdays') });
  });
});

describe('outside of repositories', () => {
  test('a session outside of repositories uses the user’s own memory, in any folder', async () => {
    const here = machine();
    const [desktop, notes] = [here.at('desktop'), here.at('notes/2026')];
    for (const folder of [desktop, notes]) mkdirSync(folder, { recursive: true });
    await here.say(desktop, tuesdays);
    const { name, context } = await here.recall(notes);
    expect([name, context]).toStrictEqual(['the user', expect.stringContaining('Tuesdays')]);
    expect((await here.recall(repository(here.at('api')))).context).toBe(context);
  });

  test('the only character without a project does not become the user’s own', async () => {
    const here = machine();
    const notes = here.at('notes');
    mkdirSync(notes);
    await here.keepByName('Ada', tuesdays);
    expect((await here.recall(notes)).context).toBe('');
    await here.say(notes, porto);
    const { name, context } = await here.recall(notes);
    expect([name, context]).toStrictEqual(['the user', expect.stringContaining('Porto')]);
    expect(context).not.toContain('Tuesdays');
  });

  test('a user’s own character that others may read is left to them, and a new one is created', async () => {
    const here = machine();
    const notes = here.at('notes');
    mkdirSync(notes);
    await here.say(notes, porto);
    await here.open(async (store) => {
      const scope = localOwner('BUSINESS');
      const own = await store.characters.find(scope, userInfo().username);
      await store.members.add('local', { id: crypto.randomUUID(), name: 'Ben', role: 'MEMBER' }, 1);
      await store.characters.share(scope, own?.id as string, { members: [{ member: 'Ben', access: 'READ' }] }, 1);
    });
    expect((await here.recall(notes)).context).toBe('');
    await here.say(notes, 'My brother Tom lives in Faro.');
    const { name, context } = await here.recall(notes);
    expect(name).toBe('the user');
    expect(context).toContain('Faro');
    expect(context).not.toContain('Porto');
  });

  test('a folder that became a project earlier keeps its memory', async () => {
    const here = machine();
    const notes = here.at('notes');
    mkdirSync(notes);
    await here.keepByName('Novel', tuesdays);
    await here.open(async (store) => {
      const scope = localOwner('BUSINESS');
      const novel = await store.characters.find(scope, 'Novel');
      await store.projects.assign(scope, { ...projectAt(notes)!, root: null }, novel?.id as string, 1);
    });
    await here.say(here.at('.'), fridays);
    await here.say(notes, porto);
    expect(await here.recall(notes)).toMatchObject({
      name: 'Novel',
      context: expect.stringMatching(/Tuesdays[\s\S]*Fridays/),
    });
    expect(await here.memories('Novel')).toHaveLength(2);
  });
});

describe('a character of an earlier release, named after a folder', () => {
  const kept = async (...names: string[]) => {
    const here = machine();
    for (const name of names) await here.keepByName(name, tuesdays);
    const { Database } = await import('../../src/base/sqlite.ts');
    const db = new Database(here.database);
    // Like the step to version 5.
    db.exec(`INSERT INTO projects (tenant_id, identity, character_no)
      SELECT tenant_id, 'name:' || name, no FROM characters`);
    db.close();
    return here;
  };

  test('an earlier character goes once to the first repository of its name, with one notice', async () => {
    const here = await kept('api');
    const [first, second] = [
      repository(here.at('clientA/api')),
      repository(here.at('clientB/api'), 'git@host:b/api.git'),
    ];
    const { name, context, notice } = await here.recall(first);
    expect([name, context]).toStrictEqual(['api', expect.stringContaining('Tuesdays')]);
    expect(notice).toContain(
      `the memory "api", which an earlier release stored under this folder's name, belongs to ${first}`,
    );
    expect(here.logged).toMatchObject([{ level: 'warn', message: notice }]);
    expect(await here.recall(first)).toMatchObject({ name: 'api', notice: undefined });
    expect(await here.recall(second)).toMatchObject({ context: '', notice: undefined });
    await here.say(second, fridays);
    expect((await here.recall(second)).name).toBe('api (clientB)');
    expect(here.logged).toHaveLength(1);
    await here.say(first, porto);
    expect(await here.memories('api')).toHaveLength(2);
  });

  test.each(['On which day do we deploy?', 'Rename the parser, please.', 'go on'])(
    'an earlier character is recalled at the first prompt, beside the notice: %s',
    async (prompt) => {
      const here = await kept('api');
      const folder = repository(here.at('clientA/api'));
      const { systemMessage, hookSpecificOutput } = await here.run('UserPromptSubmit', folder, { prompt });
      expect(systemMessage).toContain('the memory "api"');
      expect(hookSpecificOutput?.additionalContext).toContain('Tuesdays');
      expect(await here.run('UserPromptSubmit', folder, { prompt: 'Rename it again.' })).toStrictEqual({});
    },
  );

  test('an earlier character goes to a folder that captures first, and the next session says so', async () => {
    const here = await kept('notes');
    mkdirSync(here.at('notes'));
    await here.say(here.at('notes'), fridays);
    expect(await here.memories('notes')).toStrictEqual([fridays, tuesdays]);
    expect((await here.recall(here.at('notes'))).notice).toContain('"notes"');
  });

  test('an earlier character does not go to a folder that only claims to belong to its repository', async () => {
    const here = await kept('secret-client');
    const evil = here.at('evil');
    mkdirSync(evil);
    writeFileSync(join(evil, '.git'), 'gitdir: /nowhere/secret-client/.git/worktrees/x\n');
    expect((await here.recall(evil)).context).toBe('');
    expect(await here.recall(repository(here.at('secret-client')))).toMatchObject({
      context: expect.stringContaining('Tuesdays'),
    });
  });

  test('an archived earlier character stays where it is', async () => {
    const here = await kept('api');
    await here.open(async (store) => {
      const scope = localOwner('BUSINESS');
      const { id = '' } = (await store.characters.find(scope, 'api')) ?? {};
      await store.characters.change(scope, id, () => ({ status: 'ARCHIVED' }), 1);
    });
    const api = repository(here.at('work/api'));
    expect((await here.recall(api)).context).toBe('');
    await here.say(api, fridays);
    expect((await here.recall(api)).name).toBe('api (work)');
  });
});

test('a project’s names are its own, those with parent folders, and a unique one', () => {
  const here = machine();
  const folder = here.at('x'.repeat(100), `a\u202eb\t${'y'.repeat(150)}`);
  mkdirSync(folder, { recursive: true });
  const { names = [] } = projectAt(folder) ?? {};
  expect(names[0]).toBe(`a b ${'y'.repeat(150)}`);
  expect(names.at(-1)).toMatch(/^a b y{150} \([\w-]{8}\)$/);
  for (const name of names) expect([...name].length).toBeLessThanOrEqual(200);
  expect(projectAt('/')).toBeUndefined();
  expect(projectAt(here.at('not/there'))?.names[0]).toBe('there');
});
