import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { notesOf } from '../../src/storage/sqlite/disk/session-notes.ts';
import { assistant, playground, user } from './play.ts';

const rule = 'We never deploy on Fridays.';
const taste = 'I prefer green tea.';
type Place = ReturnType<typeof playground>;

/** The lines as text, with other fields. */
const linesOf = (place: Place, more: object, ...said: ReturnType<typeof user>[]) =>
  said.map((turn) => `${JSON.stringify({ ...place.host.line(turn), ...more })}\n`).join('');

describe('prompts typed while the agent works', () => {
  const queued = (attachment: object, more: object = {}) => {
    const given = { type: 'queued_command', prompt: rule, commandMode: 'prompt', ...attachment };
    return `${JSON.stringify({ type: 'attachment', timestamp: '2026-11-20T10:00:00.000Z', attachment: given, ...more })}\n`;
  };

  test.each([
    ['with its origin', queued({ origin: { kind: 'human' } }), true],
    ['without an origin', queued({}), true],
    [
      'with a picture',
      queued({
        prompt: [
          { type: 'image', source: {} },
          { type: 'text', text: rule },
        ],
      }),
      true,
    ],
    ['a notice of a task', queued({ commandMode: 'task-notification' }), false],
    ['a notice in the mode of prompts', queued({ prompt: `<task-notification>${rule}</task-notification>` }), false],
    ['of another origin', queued({ origin: { kind: 'coordinator' } }), false],
    ['the program’s own', queued({}, { isMeta: true }), false],
    ['a subagent’s', queued({}, { isSidechain: true }), false],
    ['another attachment', queued({ type: 'file' }), false],
    ['in no mode', queued({ commandMode: undefined }), false],
  ])('a queued prompt is kept or dropped by its origin: %s', async (_, line, isKept) => {
    const place = playground();
    place.write('one', line + linesOf(place, {}, user(taste)));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual(isKept ? [taste, rule] : [taste]);
  });

  test('a queued prompt is captured once if the host also writes it as a message', async () => {
    const place = playground();
    place.write('one', queued({}) + linesOf(place, {}, user(rule)));
    await place.capture('one');
    expect((await place.receipts()).latest[0]).toMatchObject({ captured: 1, leftOut: { repeated: 1 } });
  });
});

test('a broken line does not affect its neighbours, nor a large picture its message', async () => {
  const place = playground();
  const [one, two, three, four] = [rule, taste, 'My sister Ana lives in Porto.', 'I live in Graz.'].map((text) =>
    linesOf(place, {}, user(text)).trimEnd(),
  ) as [string, string, string, string];
  const data = 'iVBORw0KGgo='.repeat(500_000);
  const content = [
    { type: 'image', source: { data } },
    { type: 'text', text: 'Our office is in Lisbon.' },
  ];
  const picture = JSON.stringify({ type: 'user', message: { role: 'user', content } });
  place.write('one', `\uFEFF${one}${two}\n${one.slice(0, 60)}${three}\n${'\0'.repeat(3_000)}${four}\n${picture}\n`);
  await place.capture('one');
  expect(await place.memories()).toStrictEqual([
    'I live in Graz.',
    taste,
    'My sister Ana lives in Porto.',
    'Our office is in Lisbon.',
    rule,
  ]);
  expect(await place.leftOut()).toStrictEqual({});
});

describe('a transcript with lines of another session', () => {
  function withFolders() {
    const place = playground();
    const folderNamed = (name: string, isRepository = true) => {
      const folder = join(place.home, name);
      mkdirSync(isRepository ? join(folder, '.git') : folder, { recursive: true });
      return folder;
    };
    return { ...place, folderNamed };
  }

  test.each([
    ['and of another repository', 'another', 'elsewhere', true, false],
    ['and of a folder that is no repository', 'another', 'plain', false, false],
    ['and of the same repository', 'another', 'harbour/deep', false, true],
    ['in name only: the user went to another repository', 'one', 'elsewhere', true, true],
  ])(
    'lines of another session are kept or dropped by their repository: %s',
    async (_, sessionId, name, isRepository, isKept) => {
      const place = withFolders();
      const cwd = place.folderNamed(name, isRepository);
      place.write('one', linesOf(place, { sessionId, cwd }, user(rule)) + linesOf(place, {}, user(taste)));
      await place.capture('one');
      expect(await place.memories()).toStrictEqual(isKept ? [taste, rule] : [taste]);
    },
  );

  test('lines of another session of a deleted folder are dropped', async () => {
    const place = withFolders();
    place.write('one', linesOf(place, { sessionId: 'other', cwd: '/gone/repository' }, user(rule)));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([]);
  });

  test('lines of another session of another clone are kept', async () => {
    const place = withFolders();
    const remote = '[remote "origin"]\n\turl = https://git.example/team/harbour.git\n';
    const clone = place.folderNamed('clone');
    for (const folder of [place.cwd, clone]) writeFileSync(join(folder, '.git/config'), remote);
    place.write('one', linesOf(place, { sessionId: 'other', cwd: clone }, user(rule)));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([rule]);
  });
});

describe('a captured message', () => {
  const at = { timestamp: '2026-11-01T09:00:00.000Z' };

  test.each([
    ['with its id and time', { uuid: '11111111-1111-4111-8111-111111111111', ...at }, {}],
    ['with its time', { uuid: undefined, ...at }, {}],
    ['with its id', { uuid: '11111111-1111-4111-8111-111111111111' }, { timestamp: '2026-11-09T09:00:00.000Z' }],
  ])('a captured message is recognized in another session’s copy, %s', async (_, more, changed) => {
    const place = playground();
    place.write('one', linesOf(place, more, user(rule)));
    await place.capture('one');
    await place.forget();
    place.write('two', linesOf(place, { ...more, ...changed }, user(rule)) + linesOf(place, {}, user(taste)));
    await place.capture('two');
    expect(await place.memories()).toStrictEqual([taste]);
    expect((await place.receipts()).latest[0]).toMatchObject({ captured: 1, leftOut: { repeated: 1 } });
  });

  test('a deleted memory is not captured again from an older message, but from a later one', async () => {
    const place = playground();
    place.write('one', linesOf(place, at, user(rule)));
    await place.capture('one');
    await place.forget();
    place.write('two', linesOf(place, { timestamp: '2026-11-02T09:00:00.000Z' }, user(rule)));
    await place.capture('two');
    expect(await place.memories()).toStrictEqual([]);
    place.write('three', linesOf(place, { timestamp: '2999-01-01T00:00:00.000Z' }, user(rule)));
    await place.capture('three');
    expect(await place.memories()).toStrictEqual([rule]);
  });
});

describe('a missing transcript', () => {
  const notes = ({ database }: Place) => (existsSync(notesOf(database)) ? readdirSync(notesOf(database)) : []);

  test('prompts replace a missing transcript, which is read when another session starts', async () => {
    const place = playground();
    await place.prompt('one', rule);
    await place.prompt('one', 'Fix the login.');
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([rule]);
    expect(notes(place)).toHaveLength(1);
    place.say('one', user(rule), assistant('Done.'), user(taste));
    expect((await place.start('two')).context).toContain('green tea');
    expect(await place.memories()).toStrictEqual([taste, rule]);
    expect(notes(place)).toStrictEqual([]);
  });

  test('a transcript that was deleted or stopped growing loses no prompt', async () => {
    const place = playground();
    place.say('one', user('I live in Graz.'));
    await place.prompt('one', 'I live in Graz.');
    await place.capture('one');
    await place.prompt('one', taste);
    await place.capture('one');
    rmSync(place.transcriptOf('one'));
    await place.prompt('one', rule);
    await place.end('one');
    expect(await place.memories()).toStrictEqual(['I live in Graz.', taste, rule]);
  });

  test('the agent’s answer is captured from the hook, unless a prompt had private parts', async () => {
    const decision = 'We decided to keep the parser synchronous because callers rely on it.';
    const place = playground();
    for (const [session, prompt] of [
      ['one', '<private>We keep the parser synchronous.</private> Go on with it.'],
      ['two', 'Go on with the parser.'],
    ] as const) {
      await place.prompt(session, prompt);
      const transcript_path = place.transcriptOf(session);
      const input = { session_id: session, cwd: place.cwd, transcript_path, last_assistant_message: decision };
      await place.raw(['Stop', '--host', 'claude-code'], JSON.stringify(input));
      expect(await place.memories()).toStrictEqual(session === 'one' ? [] : [`Assistant: ${decision}`]);
    }
  });

  test.each([
    '/deploy We never deploy on Fridays.',
    '<task-notification>We never deploy on Fridays.</task-notification>',
    '<system-reminder>We never deploy on Fridays.</system-reminder>',
    'Go on.\n\n--- Content from referenced files ---\nWe never deploy on Fridays.\n--- End of content ---',
  ])('the prompt %s is not captured as the user’s words', async (prompt) => {
    const place = playground();
    await place.prompt('one', prompt);
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([]);
  });

  test('an existing transcript is the only source of prompts', async () => {
    const place = playground();
    await place.prompt('one', `${rule} And what a file says: I prefer tabs.`);
    place.say('one', user(rule), assistant('Done.'));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([rule]);
    expect(notes(place)).toStrictEqual([]);
  });
});

describe('notes of hooks', () => {
  const noteIn = (place: Place) => {
    const folder = notesOf(place.database);
    return readdirSync(folder).map((name) => join(folder, name));
  };

  test('a capture on a locked store is noted and repeated when another session starts', async () => {
    const place = playground();
    place.say('zero', user('I live in Graz.'));
    await place.capture('zero');
    const other = new Database(place.database);
    other.exec('BEGIN IMMEDIATE');
    const { captureLock, lock } = place.waits;
    Object.assign(place.waits, { captureLock: 20, lock: 20 });
    place.say('one', user(rule));
    await place.end('one');
    other.exec('ROLLBACK');
    other.close();
    Object.assign(place.waits, { captureLock, lock });
    // As if its process had ended.
    const [note = ''] = noteIn(place);
    writeFileSync(note, `${readNote(note).replace(/"by":"\d+[^"]*"/, '"by":"2147483641 @1"')}`, { mode: 0o600 });
    expect((await place.start('two')).context).toContain('Fridays');
    expect(noteIn(place)).toStrictEqual([]);
  });

  test('a killed session is read when another one starts a day later', async () => {
    const place = playground();
    await place.prompt('one', rule);
    place.say('one', user(rule));
    expect((await place.start('two')).context).toBeUndefined();
    const [note = ''] = noteIn(place);
    utimesSync(note, 0, Date.now() / 1000 - 25 * 3600);
    expect((await place.start('three')).context).toContain('Fridays');
    expect(noteIn(place)).toStrictEqual([]);
  });

  test('notes wait while their session’s folder is missing, because it determines the character', async () => {
    const place = playground();
    await place.prompt('one', rule);
    const [note = ''] = noteIn(place);
    utimesSync(note, 0, Date.now() / 1000 - 25 * 3600);
    renameSync(place.cwd, `${place.cwd}-away`);
    const elsewhere = JSON.stringify({ session_id: 'two', cwd: place.home, source: 'startup' });
    const start = () => place.raw(['SessionStart', '--host', 'claude-code'], elsewhere);
    await start();
    expect(noteIn(place)).toStrictEqual([note]);
    renameSync(`${place.cwd}-away`, place.cwd);
    await start();
    expect(await place.memories()).toStrictEqual([rule]);
  });

  test('notes are readable by this user only and contain no private parts', async () => {
    const place = playground();
    await place.prompt('one', '<private>Bluebird 471199</private> We deploy.');
    const [note = ''] = noteIn(place);
    expect([note, notesOf(place.database)].map((path) => statSync(path).mode & 0o777)).toStrictEqual([0o600, 0o700]);
    expect(readNote(note)).not.toContain('Bluebird');
  });

  test.each([
    ['a folder that others may write', (folder: string) => chmodSync(folder, 0o777)],
    ['a note that others may write', (folder: string) => chmodSync(join(folder, readdirSync(folder)[0] ?? ''), 0o666)],
    ['a link', (folder: string) => linkTo(folder, `${folder}.own`)],
  ])('notes in %s are not trusted', async (_, spoil) => {
    const place = playground();
    await place.prompt('one', rule);
    const [note = ''] = noteIn(place);
    utimesSync(note, 0, Date.now() / 1000 - 25 * 3600);
    spoil(notesOf(place.database));
    await place.start('two');
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([]);
  });

  test('hooks work without notes where they cannot be written', async () => {
    const place = playground();
    writeFileSync(notesOf(place.database), 'in the way');
    await place.prompt('one', rule);
    place.say('one', user(rule));
    await place.capture('one');
    expect(await place.memories()).toStrictEqual([rule]);
  });
});

const readNote = (path: string) => readFileSync(path, 'utf8');

function linkTo(path: string, moved: string): void {
  renameSync(path, moved);
  symlinkSync(moved, path);
}
