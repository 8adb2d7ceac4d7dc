import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutInvisible } from '../../src/base/invisible.ts';
import { mended, textFault, withLineFeeds } from '../../src/domain/text.ts';
import { operations } from '../../src/features/operations.ts';
import { groups } from '../../src/gate/operation.ts';
import { addMember, createKey, createTenant } from '../../src/service/tenancy/tenancy.ts';
import { type TextField, textFields } from '../support/fields.ts';
import { openSession, type Session, temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { fc, holds } from '../support/law.ts';

const fields = operations.flatMap(textFields);
const isDocument = ({ operation, path }: TextField) =>
  operation.documents?.some((name) => path === name || path.endsWith(`.${name}`)) === true;
const checked = fields.filter((one) => !isDocument(one));

/** Everything that no text may hold: C0 and C1 without tab, line feed and carriage return; lone surrogates. */
const codes = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, i) => 0x7f + i)];
const controls = codes.filter((code) => ![9, 10, 13].includes(code)).map((code) => String.fromCharCode(code));
const unfit = ['\0', '\u001b', '\u007f', '\u0085', '\ud800'];

const errorOf = ({ path }: TextField) => (path === 'content' ? 'InvalidContent' : 'InvalidInput');

test('the walk finds every text field, deep ones too', () => {
  expect(fields.length).toBeGreaterThan(90);
  const found = fields.map(({ operation, path }) => `${operation.name} ${path}`);
  for (const one of [
    'add_memory content',
    'create_character profile.rules[0]',
    'create_character profile.customFields.key',
    'create_character profile.customFields',
    'update_agent_config meta.key.any',
    'set_aliases aliases[0].sourceHint',
    'sync_file files[0].filePath',
    'sync_file files[0].fileContent',
  ]) {
    expect(found).toContain(one);
  }
  expect(fields.filter(isDocument)).toHaveLength(4);
});

describe('forbidden characters', () => {
  test('a forbidden character is refused in every field over MCP', async () => {
    const session = await openSession({ toolsets: [...groups] });
    for (const one of checked) {
      for (const bad of unfit) {
        const { type, message } = await session.fault(one.operation.name, one.holding(`a${bad}b`));
        expect([one.operation.name, one.path, bad, type, message.includes(one.path)]).toStrictEqual([
          one.operation.name,
          one.path,
          bad,
          errorOf(one),
          true,
        ]);
      }
    }
    expect(session.logged).toStrictEqual([]);
  });

  test('a forbidden character is refused over REST, in path, query and body', async () => {
    const http = await openHttp();
    for (const one of checked) {
      const { rest } = one.operation;
      // A tool's cursor of an export: REST answers the whole in one.
      const isOfTool = rest?.whole && !Object.hasOwn(rest.whole.input.shape, /^\w+/.exec(one.path)?.[0] ?? '');
      if (!rest || isOfTool) continue;
      const inPath = { characterId: 'id', memoryId: 'memId' }[one.path] ?? one.path;
      const named = rest.path.includes(`{${inPath}}`);
      const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE';
      const text = 'a\0b';
      const wire = Object.entries(rest.query ?? {}).find(([, field]) => field === one.path)?.[0] ?? one.path;
      const path = rest.path.replace(/\{(\w+)\}/g, (_, name) => (name === inPath ? encodeURIComponent(text) : 'x'));
      const query = named || hasBody ? '' : `?${new URLSearchParams({ [wire]: text })}`;
      const asked = hasBody ? { body: named ? {} : one.holding(text) } : {};
      const { body } = await http.ask(rest.method, path + query, asked);
      expect([one.operation.name, one.path, body.error]).toMatchObject([
        one.operation.name,
        one.path,
        { type: errorOf(one) },
      ]);
    }
    expect(http.session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
  });

  test('every control character is refused in content, and repeated in no error message', async () => {
    const session = await withAda();
    for (const bad of controls) {
      const fault = await session.fault('add_memory_direct', { ...ada, category: 'facts', content: `a${bad}` });
      expect(fault.type).toBe('InvalidContent');
      expect(controls.some((one) => fault.message.includes(one))).toBe(false);
    }
  });
});

test('line ends and tabs are kept', async () => {
  const session = await withAda();
  const stored = await session.call('add_memory_direct', { ...ada, category: 'facts', content: 'a\r\nb\rc\n\td' });
  expect(stored.content).toBe('a\r\nb\rc\n\td');
  const rules = ['one\r\ntwo'];
  expect(await session.call('update_profile', { ...ada, rules })).toMatchObject({ profile: { rules } });
});

describe('documents are repaired', () => {
  const names = ['csv', 'json', 'jsonl', 'html', 'md', 'txt'] as const;
  const texts: Record<(typeof names)[number], string> = {
    csv: 'text,category\r\n"Ada\u0001 likes\0 tea and biscuits\u0085","fa\0cts"\r\nBo likes coffee a lot,facts\r\n',
    json: JSON.stringify([{ text: 'Ada\u0001 likes\0 tea and biscuits', session_id: 's\0', category: 'fa\0cts' }]),
    jsonl: `${JSON.stringify({ text: 'Ada\u0001 likes\0 tea and biscuits' })}\n`,
    html: '<p>Ada&#1; likes\u0002 tea and biscuits</p>',
    md: '# No\0tes\r\n\r\n- Ada\u0001 likes\u007f tea and biscuits\r\n',
    txt: 'Ada\u0001 likes\u009f tea and biscuits.\r\n',
  };

  test.each(names)('a document with forbidden characters is repaired when imported and synced: %s', async (ending) => {
    const session = await withAda();
    const file = { filePath: `a.${ending}`, fileContent: texts[ending] };
    await session.call('import_document', { ...ada, fileName: file.filePath, fileContent: file.fileContent });
    const { fileId } = await session.call<{ fileId: string }>('sync_file', { ...ada, ...file });
    expect(await session.call('get_file', { fileId })).toMatchObject({ content: texts[ending] });
    const memories = await memoriesOf(session);
    expect(memories.length).toBeGreaterThan(0);
    expect(memories.some(({ content }) => content.includes('Ada likes tea and biscuits'))).toBe(true);
    for (const { content, sessionId = '' } of memories) {
      expect([content, sessionId].map(textFault)).toStrictEqual([undefined, undefined]);
      expect(content).not.toContain('\r');
    }
  });

  test('an export is repaired, also an older one', async () => {
    const session = await withAda();
    const item = '- Ada\0 likes\r tea\n  [NORMAL, salience 0.5, 2026-01-01T00:00:00.000Z]\n';
    const fileContent = `# Ada\n\n## fa\u0001cts\n\n> About\u0002 them\n> Importance: NORMAL\n> Hints: "a\\u0000b"\n\n${item}`;
    await session.call('import_document', { ...ada, fileName: 'a.md', fileContent });
    expect(await memoriesOf(session)).toMatchObject([{ content: 'Ada likes\n tea', category: 'facts' }]);
    const { markdown } = await session.call<{ markdown: string }>('export_character', ada);
    expect(textFault(markdown)).toBeUndefined();
  });
});

test('a model’s answer is checked like an agent’s text: refused, and requested again', async () => {
  const asked: unknown[] = [];
  const session = await withAda({
    services: {
      extractor: {
        kind: 'ai',
        deadlineMs: 60_000,
        extract: async ({ refused }) => {
          asked.push(refused?.faults);
          const content = refused ? 'Ada likes\r\ntea.' : 'Ada\0 likes tea.';
          const answer = { operations: [{ operation: 'ADD', content, reason: 'she\0 said so' }] };
          return { answer, usage: { calls: 1, inputTokens: 1, outputTokens: 1 } };
        },
      },
    },
  });
  const given = { ...ada, content: 'I like tea.' };
  expect(await session.call('add_memory', given)).toMatchObject({
    content: 'Ada likes\ntea.',
    operations: [{ reason: 'she said so' }],
  });
  expect(asked).toStrictEqual([undefined, [expect.stringContaining('U+0000')]]);
});

test('names of tenants, members and keys are checked like other names', async () => {
  const { services: parts } = await openSession();
  const made = await createTenant(parts, { name: 'Acme', tier: 'BUSINESS' });
  for (const bad of unfit) {
    const name = `a${bad}b`;
    const refused = { type: 'InvalidInput' };
    await expect(createTenant(parts, { name, tier: 'FREE' })).rejects.toMatchObject(refused);
    await expect(addMember(parts, made.id, { name, role: 'MEMBER' })).rejects.toMatchObject(refused);
    await expect(createKey(parts, { tenant: made.id, name })).rejects.toMatchObject(refused);
  }
});

test('a watched file is repaired, and skipped when its name is invalid', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'notes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'good.md'), '- Ada\0 likes tea\r\n');
  writeFileSync(join(folder, 'b\u0001d.md'), '- Bo likes coffee');
  const session = await withAda({ home });
  await session.call('watch_path', { ...ada, path: '~/notes' });
  const { results } = await session.call<{ results: { path: string; error?: { type: string } }[] }>('sync_now');
  expect(results.map(({ error }) => error?.type).sort()).toStrictEqual(['InvalidInput', undefined]);
  expect(await memoriesOf(session)).toMatchObject([{ content: 'good: Ada likes tea' }]);
});

test('a server’s default character with a forbidden name is not created', async () => {
  const session = await openSession({ character: 'A\u0001da' });
  expect(await session.fault('list_memories')).toMatchObject({ type: 'InvalidInput' });
});

test('any stored text is returned unchanged, and survives export and import except line ends', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        '#',
        '-',
        ' ',
        '\t',
        '\n',
        '\r',
        '>',
        '[',
        ']',
        '\u2028',
        '\u0085',
        '\0',
        '\uFEFF',
        '`',
      ),
      minLength: 1,
      maxLength: 30,
    }),
  );
  const contents = fc.sample(anything, { seed: 5, numRuns: 120 });
  const session = await withAda();
  let stored = 0;
  for (const content of contents) {
    const { body, isError } = await session.answer('add_memory_direct', { ...ada, content, category: 'facts' });
    const fits = textFault(content) === undefined && content.trim() !== '';
    expect([content, isError]).toStrictEqual([content, !fits]);
    if (isError) continue;
    if (body.operation === 'ADD') expect(body.content).toBe(withoutInvisible(content));
    stored++;
  }
  expect(stored).toBeGreaterThan(30);
  const { markdown } = await session.call<{ markdown: string }>('export_character', ada);
  const other = await withAda();
  await other.call('import_document', { ...ada, fileName: 'ada.md', fileContent: markdown });
  const texts = async (one: Session) => (await memoriesOf(one)).map(({ content }) => withLineFeeds(content)).sort();
  expect(await texts(other)).toStrictEqual(await texts(session));
  expect(await other.call('export_character', ada)).toMatchObject({ markdown });
});

test('repaired text is never refused, and valid text is unchanged', async () => {
  await holds(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(textFault(mended(text))).toBeUndefined();
      expect(mended(mended(text))).toBe(mended(text));
      if (textFault(text) === undefined) expect(mended(text)).toBe(withLineFeeds(text));
    }),
    1_000,
  );
});

const ada = { characterId: 'Ada' };

async function withAda(options: Parameters<typeof openSession>[0] = {}): Promise<Session> {
  const session = await openSession(options);
  await session.call('create_character', { name: 'Ada' });
  return session;
}

async function memoriesOf(session: Session) {
  const memories: { content: string; category: string; sessionId?: string }[] = [];
  for (let page = 0; ; page++) {
    const found = await session.call<{ memories: typeof memories; total: number }>('list_memories', {
      ...ada,
      page,
      limit: 100,
    });
    memories.push(...found.memories);
    if (memories.length >= found.total) return memories;
  }
}
