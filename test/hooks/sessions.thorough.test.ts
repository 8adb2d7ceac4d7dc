import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { examineStore } from '../../src/storage/sqlite/examine/examine.ts';
import { estimateTokens } from '../../src/text/tokens.ts';
import { assistant, playground, user } from './play.ts';

const rule = 'From now on we always deploy on Tuesdays from the release branch.';
/** Written, but not in the file yet. */
const readWal = (database: string) => (existsSync(`${database}-wal`) ? readFileSync(`${database}-wal`, 'latin1') : '');

const question = 'On which day do we deploy?';

async function withRule(host = 'claude-code') {
  const place = playground(host);
  place.say('zero', user(rule));
  await place.capture('zero');
  return place;
}

/** More about Zephyr than fits into one recall, stored before: judging alike statements takes a tenth of a second each. */
async function knowMuch(place: ReturnType<typeof playground>, parts: readonly string[]) {
  const rest = 'the settings that the operations team keeps in the repository of its releases beside the scripts';
  const texts = parts.flatMap((part, i) =>
    ['heron', 'osprey', 'falcon', 'kestrel'].flatMap((host) => [
      `We always run the Zephyr ${part} on ${host}, with ${i + 3} workers, two spare machines and ${rest}.`,
      ...['Ana', 'Ben'].map((name) => `My friend ${name} of the ${part} lives near the ${host} in Porto.`),
    ]),
  );
  const [known] = await place.listed();
  const changes = texts.map((content): MemoryChange => {
    const source = { kind: 'direct' } as const;
    return { kind: 'add', memory: { id: randomUUID(), content, salience: 0.5, importance: 'NORMAL', source } };
  });
  const by = { changedBy: 'test', now: Date.now() };
  await place.open((store) => store.memories.write(localOwner('BUSINESS'), known?.characterId ?? '', changes, by));
}

/** The clock stands; a run of hooks takes no time, on however busy a machine. */
function standing(now = Date.now()) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
}

/** A repetition after a minute is no second run of the same hook. */
const later = () => standing(Date.now() + 60_000);

describe('hooks installed twice', () => {
  beforeEach(() => standing());

  /** As the user's, the project's or the plugin's entry says it. */
  const run = (place: ReturnType<typeof playground>, event: string, character: string, more: object) =>
    place.raw(
      [event, '--host', 'claude-code', '--character', character],
      JSON.stringify({
        session_id: 'one',
        cwd: place.cwd,
        transcript_path: place.transcriptOf('one'),
        hook_event_name: event,
        ...more,
      }),
    );
  const nothing = {};
  const isTold = (answer: object) => JSON.stringify(answer).includes('Tuesdays');

  test.each([
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: question }],
  ])('%s: only the first of two hooks answers, in parallel or in sequence', async (event, more) => {
    for (const sideBySide of [true, false]) {
      const place = await withRule();
      const once = () => run(place, event, 'harbour', more);
      const answers = sideBySide ? await Promise.all([once(), once()]) : [await once(), await once()];
      expect(answers.filter(isTold)).toHaveLength(1);
      expect(answers).toContainEqual(nothing);
      expect((await place.receipts()).latest.filter((one) => one.event === event)).toHaveLength(1);
      expect(place.logged).toStrictEqual([]);
    }
  });

  test('a second hook does not add memories that exceeded the first one’s budget', async () => {
    const place = await withRule();
    await knowMuch(place, ['queue', 'cache', 'parser', 'gateway']);
    const answers = await Promise.all(
      [1, 2].map(() => run(place, 'UserPromptSubmit', 'harbour', { prompt: 'What runs on heron for Zephyr?' })),
    );
    expect(answers.filter((answer) => JSON.stringify(answer).includes('Zephyr'))).toHaveLength(1);
    expect(await place.leftOut()).toMatchObject({ room: expect.any(Number) });
  });

  test('a compacted session gets its notes again at once', async () => {
    const place = await withRule();
    for (const source of ['startup', 'compact', 'clear']) {
      expect(isTold(await run(place, 'SessionStart', 'harbour', { source }))).toBe(true);
    }
  });

  test('a resumed or forked session gets new memories, but none that it has', async () => {
    const place = await withRule();
    const resume = (source: string, session_id = 'one') =>
      run(place, 'SessionStart', 'harbour', { source, session_id, transcript_path: place.transcriptOf(session_id) });
    expect(isTold(await resume('resume'))).toBe(true);
    expect(await resume('resume')).toStrictEqual({});
    place.say('other', user('We always meet our customers in Porto.'));
    await place.capture('other');
    const forked = [rule, 'Was sonst?'].map((text) => ({
      ...place.host.line(user(text)),
      forkedFrom: { sessionId: 'one' },
    }));
    place.write('two', forked.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const told = JSON.stringify(await resume('fork', 'two'));
    expect([told.includes('Porto'), told.includes('Tuesdays')]).toStrictEqual([true, false]);
    expect((await place.prompt('two', question)).context).toBeUndefined();
    expect(isTold(await resume('compact', 'two'))).toBe(true);
    // An unknown fork starts like any session.
    expect(isTold(await resume('fork', 'three'))).toBe(true);
  });

  test('a forked session captures only the turns that its parent lacks', async () => {
    const place = playground();
    place.say('one', user('I prefer green tea.'), assistant('Noted.'));
    await place.capture('one');
    await place.forget();
    const copied = { ...place.host.line(user('I prefer green tea.')), forkedFrom: { sessionId: 'one' } };
    const more = place.host.line(user('My sister Ana lives in Porto.'));
    place.write('two', `${JSON.stringify(copied)}\n${JSON.stringify(more)}\n`);
    await place.capture('two');
    expect(await place.memories()).toStrictEqual(['My sister Ana lives in Porto.']);
  });

  test('a turn is captured once per character', async () => {
    const place = playground();
    place.say('one', user('I prefer green tea.'));
    for (const character of ['Ada', 'Ada', 'harbour', 'Ada', 'harbour']) await run(place, 'Stop', character, {});
    expect(await place.memories('Ada')).toStrictEqual(['I prefer green tea.']);
    expect(await place.memories('harbour')).toStrictEqual(['I prefer green tea.']);
    expect((await place.receipts()).latest.map(({ captured }) => captured)).toStrictEqual([1, 1]);
    place.say('one', user('My sister Ana lives in Porto.'));
    await Promise.all(['Ada', 'harbour', 'Ada', 'harbour'].map((character) => run(place, 'Stop', character, {})));
    expect(await place.memories('Ada')).toHaveLength(2);
    expect(await place.memories('harbour')).toHaveLength(2);
  });

  test('two characters recall their own memories and capture no turn of the other', async () => {
    const place = await withRule();
    place.say('nought', user('I prefer green tea.'));
    await place.raw(
      ['Stop', '--host', 'claude-code', '--character', 'Ada'],
      JSON.stringify({ session_id: 'nought', cwd: place.cwd, transcript_path: place.transcriptOf('nought') }),
    );
    const given = await Promise.all(
      ['Ada', 'harbour'].map((character) => run(place, 'SessionStart', character, { source: 'startup' })),
    );
    expect(given.map((one) => JSON.stringify(one).includes('green tea'))).toStrictEqual([true, false]);
    expect(given.map(isTold)).toStrictEqual([false, true]);
    place.say('one', assistant('I prefer green tea.'), user(rule));
    for (const character of ['Ada', 'harbour']) await run(place, 'Stop', character, {});
    expect(await place.memories('Ada')).toStrictEqual(['I prefer green tea.']);
    expect(await place.memories('harbour')).toStrictEqual([rule]);
  });
});

describe('recall', () => {
  test('a session’s own statements are not recalled, until its context is compacted', async () => {
    const place = playground('gemini-cli');
    place.say('one', user('From now on we always deploy on Tuesdays from the release branch.'));
    await place.capture('one');
    const question = 'On which day do we deploy?';
    expect((await place.prompt('one', question)).context).toBeUndefined();
    expect((await place.prompt('two', question)).context).toContain('Tuesdays');
    await place.compact('one');
    expect((await place.prompt('one', question)).context).toContain('Tuesdays');
  });

  test('a memory is recalled once per session, and again after a restart or compaction', async () => {
    const place = await withRule('gemini-cli');
    expect((await place.prompt('one', question)).context).toContain('Tuesdays');
    expect((await place.prompt('one', question)).context).toBeUndefined();
    expect((await place.prompt('other', question)).context).toContain('Tuesdays');
    // Compaction makes the context again; so does a start, which itself gives the memory.
    await place.compact('one');
    expect((await place.prompt('one', question)).context).toContain('Tuesdays');
    expect((await place.start('one')).context).toContain('Tuesdays');
    later();
    expect((await place.start('one')).context).toContain('Tuesdays');
    expect((await place.prompt('one', question)).context).toBeUndefined();
  });

  test('a recall keeps to 600 tokens at a prompt and 1,500 at the start', async () => {
    const place = await withRule();
    await knowMuch(place, ['queue', 'cache', 'parser', 'gateway', 'scheduler', 'mailer']);
    const prompt = (await place.prompt('one', 'What runs on heron for Zephyr?')).context ?? '';
    const start = (await place.start('two')).context ?? '';
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(600);
    expect(estimateTokens(prompt)).toBeGreaterThan(300);
    expect(estimateTokens(start)).toBeLessThanOrEqual(1_500);
    expect(estimateTokens(start)).toBeGreaterThan(900);
    expect(await place.leftOut()).toMatchObject({ room: expect.any(Number) });
  });

  test.each([0, 1, 9])('the one memory that answers a prompt is recalled beside %i others', async (others) => {
    const place = await withRule();
    const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida'];
    for (const name of names.slice(0, others)) place.say('more', user(`My colleague ${name} lives in Porto.`));
    await place.capture('more');
    expect(await place.memories()).toHaveLength(1 + others);
    expect((await place.prompt('one', `Do you remember: ${question}`)).context).toContain('Tuesdays');
    expect((await place.prompt('two', 'Add a test for the parser on this branch')).context).toBeUndefined();
    expect((await place.prompt('two', 'Where does my sister live?')).context ?? '').not.toContain('Tuesdays');
  });

  test('a question in a long prompt of several topics is searched by itself', async () => {
    const place = await withRule();
    const rest = 'Add a button to the header that opens the settings dialog, then update the snapshot of the page.';
    expect((await place.prompt('one', rest)).context).toBeUndefined();
    expect((await place.prompt('two', `${rest} And also: ${question} Rename the helper too.`)).context).toContain(
      'Tuesdays',
    );
    expect((await place.prompt('three', `${rest} How do I do it? Is it good?`)).context).toBeUndefined();
    // What is to be translated asks for nothing.
    const translated = 'Translate “On which day do we deploy?” into French.';
    expect((await place.prompt('four', translated)).context).toBeUndefined();
  });

  test('a recall creates neither store nor character', async () => {
    const place = playground();
    expect((await place.start('one')).answer).toStrictEqual({});
    expect((await place.prompt('one', question)).answer).toStrictEqual({});
    expect(() => readFileSync(place.database)).toThrow();
    expect(place.logged).toStrictEqual([]);
  });

  test('small talk, commands of the host and pure code cause no search', async () => {
    const place = await withRule();
    for (const prompt of ['ok thanks', '2+2?', '/deploy on Tuesdays', '```\nconst deploy = "Tuesdays";\n```', '']) {
      expect((await place.prompt('one', prompt)).context).toBeUndefined();
    }
    expect((await place.receipts()).latest.map(({ event }) => event)).toStrictEqual(['Stop']);
  });
});

describe('capture', () => {
  test('credentials, code and output are never captured', async () => {
    const place = playground();
    place.say(
      'one',
      user(
        'We always use the key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ for staging. My sister Ana lives in Porto.',
      ),
      user(
        'We always deploy with:\n```sh\nwe always use --force\nexport TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789\n```',
      ),
      user('password = "hunter2hunter2!X9", and our office is in Lisbon.'),
    );
    await place.end('one');
    const memories = await place.memories();
    expect(memories).toContain('My sister Ana lives in Porto.');
    for (const memory of memories) expect(memory).not.toMatch(/sk-proj|ghp_|hunter2|--force/);
    const stored = readFileSync(place.database).toString('latin1');
    expect(stored).not.toMatch(/sk-proj-abc|ghp_abc|hunter2hunter2/);
    expect(await place.leftOut()).toMatchObject({ secret: 1, code: 2 });
  });

  test('an assistant’s reports, tasks and questions are not captured', async () => {
    const place = playground();
    place.say(
      'one',
      user('Can you add a test for the parser?'),
      assistant('I have added a test for the parser. I always use vitest for that. The build is green.'),
      user('The test in parser.test.ts fails. I need a fix.'),
      user('Use tabs in this file'),
      assistant('We decided to keep the parser synchronous because callers rely on it.'),
      user('I prefer small commits.'),
    );
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([
      'Assistant: We decided to keep the parser synchronous because callers rely on it.',
      'I prefer small commits.',
    ]);
  });

  test('a capture continues at its cursor, after a restart and after a compaction', async () => {
    const place = await withRule();
    place.say('one', user('I prefer green tea.'));
    await place.capture('one');
    await place.capture('one');
    place.say('one', user('My sister Ana lives in Porto.'));
    await place.compact('one');
    await place.end('one');
    expect(await place.memories()).toStrictEqual([rule, 'I prefer green tea.', 'My sister Ana lives in Porto.']);
    const { latest } = await place.receipts();
    expect(latest.map(({ event, captured }) => [event, captured])).toStrictEqual([
      ['PreCompact', 1],
      ['Stop', 1],
      ['Stop', 1],
    ]);
  });

  test('a rotated or rewritten transcript is read again without duplicates', async () => {
    const place = playground();
    place.say('one', user('I prefer green tea.'), user('My sister Ana lives in Porto.'));
    await place.capture('one');
    const lines = readFileSync(place.transcriptOf('one'), 'utf8').split('\n');
    place.write('one', `${lines.filter((line) => line.includes('Ana')).join('\n')}\n`);
    place.say('one', user('My brother Ben lives in Faro.'));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([
      'I prefer green tea.',
      'My brother Ben lives in Faro.',
      'My sister Ana lives in Porto.',
    ]);
    expect((await place.receipts()).latest[0]).toMatchObject({ captured: 1, leftOut: { repeated: 1 } });
  });

  test('an unfinished line is read once it is complete', async () => {
    const place = playground();
    const line = JSON.stringify(place.host.line(user('I prefer green tea.')));
    place.write('one', line.slice(0, 40));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([]);
    appendFileSync(place.transcriptOf('one'), line.slice(40));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual(['I prefer green tea.']);
  });

  test('concurrent sessions, and concurrent hooks of one session, lose and duplicate nothing', async () => {
    const place = await withRule();
    for (let i = 0; i < 10; i++) {
      place.say('one', user(`My colleague Ana${i} lives in Porto.`));
      place.say('two', user(`My colleague Ben${i} lives in Faro.`));
    }
    await Promise.all([place.capture('one'), place.capture('two'), place.end('one'), place.capture('one')]);
    await place.capture('one');
    await place.end('two');
    await place.drain();
    expect(await place.memories()).toHaveLength(21);
    const { hosts } = await place.receipts();
    expect(hosts[0]?.captured).toBe(21);
  });

  test('private text of a prompt is neither stored nor sent, even if the agent repeats it', async () => {
    const place = playground();
    place.say(
      'one',
      user('I prefer green tea. <private>I always use the Bluebird account, number 471199.</private> I live in Graz.'),
      assistant('We decided to use 471199 from now on. We decided to keep the parser synchronous.'),
      user('<PRIVATE\nreason="salary">We always pay 90,000 at Marlin.'),
    );
    await place.capture('one');
    const memories = await place.memories();
    expect(memories).toStrictEqual([
      'Assistant: We decided to keep the parser synchronous.',
      'I live in Graz.',
      'I prefer green tea.',
    ]);
    await place.prompt('two', 'Which tea? <private>Bluebird 471199</private>');
    const stored = await place.open(async () => readFileSync(place.database, 'latin1') + readWal(place.database));
    for (const word of ['Bluebird', '471199', 'Marlin']) expect(stored).not.toContain(word);
  });

  test('a captured correction changes the stored memory', async () => {
    const place = playground();
    place.say('one', user('My sister Ana lives in Porto.'));
    await place.capture('one');
    place.say('two', user('Actually, my sister Ana lives in Lisbon.'));
    await place.capture('two');
    const memories = await place.memories();
    expect(memories.join('\n')).toContain('Lisbon');
  });

  test('a tier without auto-capture and auto-recall gets neither', async () => {
    const place = await withRule();
    const line = (event: string, more = {}) =>
      place.raw(
        [event, '--host', 'claude-code'],
        JSON.stringify({ session_id: 'one', cwd: place.cwd, prompt: question, ...more }),
        { SERVICE_TIER: 'FREE' },
      );
    expect(await line('UserPromptSubmit')).toStrictEqual({});
    place.say('one', user('I prefer green tea.'));
    expect(await line('Stop', { transcript_path: place.transcriptOf('one') })).toStrictEqual({});
    expect(await place.memories()).toStrictEqual([rule]);
    expect(await place.leftOut()).toMatchObject({ tier: 1 });
  });

  test('a hook beside a server extracts without a model, and leaves the model’s work to the server', async () => {
    const place = await withRule();
    await place.open(async (store) => {
      await store.tenants.list(0);
      place.say('one', user('I prefer green tea.'));
      await place.capture('one');
      expect(await place.memories()).toStrictEqual([rule, 'I prefer green tea.']);
      place.say('one', user('My sister Ana lives in Porto.'));
      await place.capture('one', { SERVICE_AI_API_KEY: 'sk-none', SERVICE_AI_BASE_URL: 'http://127.0.0.1:9/v1' });
      const lease = { holder: 'server', until: 0 };
      const jobs = await store.captures.claim(['UNLIMITED'], Number.MAX_SAFE_INTEGER, lease, 10, 'turns');
      expect(jobs).toMatchObject([{ speaker: 'user', memory: { content: 'My sister Ana lives in Porto.' } }]);
      await store.captures.release('server', 0);
    });
    expect((await place.prompt('two', 'Where does my sister Ana live?')).context).toContain('Porto');
  });
});

describe('invalid input', () => {
  const stdin = (more: object) => JSON.stringify({ session_id: 'one', ...more });
  test.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['broken', '{"session_id": "one", '],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a session', '{"prompt": "x"}'],
    ['of other types', '{"session_id": 7, "prompt": {}}'],
  ])('standard input that is %s gets an empty answer and one log line', async (_, input) => {
    const place = await withRule();
    for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
      place.logged.length = 0;
      expect(await place.raw([event, '--host', 'claude-code'], input)).toStrictEqual({});
      expect(place.logged).toHaveLength(1);
      expect(place.logged[0]).toMatchObject({ level: 'warn', message: 'the hook did nothing' });
    }
  });

  test.each([
    [['Stop', '--host', 'nobody']],
    [['NewEvent', '--host', 'claude-code']],
    [['constructor', '--host', 'codex']],
    [['Stop']],
    [[]],
    [['--host']],
  ])('the command %j gets an empty answer and one log line', async (line) => {
    const place = await withRule();
    expect(await place.raw(line, stdin({}))).toStrictEqual({});
    expect(place.logged).toMatchObject([{ level: 'warn', message: 'no such hook is known' }]);
  });

  test('an unknown event of Cursor lets the prompt pass', async () => {
    const place = playground('cursor');
    expect(await place.raw(['beforeSubmitPrompt', '--host', 'cursor'], stdin({}))).toStrictEqual({ continue: true });
  });

  test('unknown fields and no transcript log nothing; a missing one or a folder logs one line', async () => {
    const place = await withRule();
    for (const transcript_path of [undefined, '/none/t.jsonl', place.home]) {
      expect(
        await place.raw(
          ['Stop', '--host=claude-code'],
          stdin({ cwd: place.cwd, transcript_path, schema: { version: 99 } }),
        ),
      ).toStrictEqual({});
    }
    const fields = { event: 'Stop', host: 'claude-code' };
    expect(place.logged).toStrictEqual(
      ['/none/t.jsonl', place.home].map((transcript) => ({
        level: 'warn',
        message: 'the transcript is not there',
        fields: { ...fields, transcript },
      })),
    );
    expect(await place.memories()).toStrictEqual([rule]);
  });

  test('lines of 10 MB, invalid JSON and binary data are skipped, and the rest is read', async () => {
    const place = playground();
    const huge = JSON.stringify({
      type: 'user',
      message: { role: 'user', content: `We always ${'x'.repeat(10_000_000)}` },
    });
    writeFileSync(
      place.transcriptOf('one'),
      Buffer.concat([Buffer.from(`${huge}\nnot json\n[1]\n"text"\n`), Buffer.from([0xff, 0xfe, 0x0a, 0x0a])]),
    );
    place.say('one', user('I prefer green tea.\u0000\u0007'));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual(['I prefer green tea.']);
    expect(await place.leftOut()).toStrictEqual({ 'too long': 1 });
  });

  test('a huge prompt is searched', async () => {
    const place = await withRule();
    const { context } = await place.prompt('one', `${'word '.repeat(200_000)}\n\n${question}`);
    expect(context === undefined || context.includes('Tuesdays')).toBe(true);
    expect(place.logged).toStrictEqual([]);
  });

  test.each([
    [
      'newer',
      (file: string) => {
        const database = new Database(file);
        database.pragma('user_version = 99');
        // A file left open would be closed at some time, and write then.
        database.close();
      },
    ],
    ['damaged', (file: string) => writeFileSync(file, 'x'.repeat(5_000))],
  ])('a store that is %s is left as it is, and the user is told once a session', async (_, spoil) => {
    const place = await withRule();
    spoil(place.database);
    const before = readFileSync(place.database);
    place.say('one', user('I prefer green tea.'));
    const answered = [await place.start('one'), await place.prompt('one', question), await place.capture('one')];
    const systemMessage = expect.stringMatching(/^This session has no memory\. The store .+ Nothing was changed\.$/s);
    expect(answered.map(({ answer }) => answer)).toStrictEqual([{ systemMessage }, {}, {}]);
    expect(place.logged).toHaveLength(3);
    expect(readFileSync(place.database).equals(before)).toBe(true);
  });

  test('a locked store gives no output, and the turns are captured later', async () => {
    const place = await withRule();
    const other = new Database(place.database);
    other.exec('BEGIN IMMEDIATE');
    Object.assign(place.waits, { lock: 20, captureLock: 20 });
    place.say('one', user('I prefer green tea.'));
    expect((await place.prompt('one', question)).answer).toStrictEqual({});
    expect((await place.capture('one')).answer).toStrictEqual({});
    expect(place.logged).toHaveLength(2);
    other.exec('ROLLBACK');
    other.close();
    Object.assign(place.waits, { lock: 60_000, captureLock: 60_000 });
    await place.end('one');
    expect(await place.memories()).toStrictEqual([rule, 'I prefer green tea.']);
  });

  test('SERVICE_HOOKS=off silences all hooks, and an invalid setting logs one line', async () => {
    const place = await withRule();
    place.say('one', user('I prefer green tea.'));
    const input = stdin({ cwd: place.cwd, prompt: question, transcript_path: place.transcriptOf('one') });
    for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
      expect(await place.raw([event, '--host', 'claude-code'], input, { SERVICE_HOOKS: 'off' })).toStrictEqual({});
    }
    expect(place.logged).toStrictEqual([]);
    expect(await place.raw(['Stop', '--host', 'claude-code'], input, { SERVICE_HOOKS: 'no' })).toStrictEqual({});
    expect(place.logged).toMatchObject([{ fields: { reason: expect.stringContaining('SERVICE_HOOKS') } }]);
    expect(await place.memories()).toStrictEqual([rule]);
  });
});

describe('the character of a session', () => {
  test('the character comes from the settings, else from the repository or folder', async () => {
    const place = playground();
    place.say('one', user(rule));
    const input = JSON.stringify({
      session_id: 'one',
      cwd: join(place.cwd, 'deep/er'),
      transcript_path: place.transcriptOf('one'),
    });
    mkdirSync(join(place.cwd, 'deep/er'), { recursive: true });
    await place.raw(['Stop', '--host', 'claude-code'], input, { SERVICE_CHARACTER: 'Ada' });
    expect(await place.memories('Ada')).toStrictEqual([rule]);
    await place.raw(['Stop', '--host', 'claude-code'], input.replace('"one"', '"two"'));
    expect(await place.memories('harbour')).toStrictEqual([rule]);
  });

  test('a character and store named in the command override the settings', async () => {
    const place = playground();
    place.say('one', user(rule));
    const input = JSON.stringify({ session_id: 'one', cwd: place.cwd, transcript_path: place.transcriptOf('one') });
    const flags = ['--host', 'claude-code', '--character', 'Ada', '--db', place.database];
    const settings = { SERVICE_CHARACTER: 'Bo', SERVICE_DB: join(place.home, 'other.db') };
    await place.raw(['Stop', ...flags], input, settings);
    expect(await place.memories('Ada')).toStrictEqual([rule]);
    expect(existsSync(settings.SERVICE_DB)).toBe(false);
  });
});

test('receipts record what hooks did and dropped, the latest 1,000', async () => {
  const place = await withRule();
  await place.prompt('one', question);
  later();
  await place.prompt('one', question);
  const [told] = (await examineStore(place.database, () => [])).filter(({ name }) => name === 'hooks');
  expect(told?.detail).toMatch(
    /^claude-code: 1 memory given \(\d+ tokens\), 1 turn captured, left out: 1 known; last 20\S+Z$/,
  );
  const { hosts, latest } = await place.receipts();
  expect(hosts).toMatchObject([{ host: 'claude-code', runs: 3, given: 1, captured: 1, leftOut: { known: 1 } }]);
  expect(latest[1]).toMatchObject({ event: 'UserPromptSubmit', given: 1, tokens: expect.any(Number), leftOut: {} });
  const db = new Database(place.database);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    INSERT INTO hook_receipts SELECT i, 'local', i, 'codex', 'Stop', NULL, 0, 0, 0, '{}' FROM n`);
  db.close();
  await place.prompt('two', question);
  await place.open(async (store) => {
    const scope = localOwner('BUSINESS');
    expect(await store.hooks.receipts(scope, 5_000)).toHaveLength(1_000);
  });
});
