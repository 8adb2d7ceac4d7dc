import { expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { bindings } from '../../src/http/bindings.ts';
import { id } from '../support/builders.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

/** Routes that lead to a character, or to a file of one. */
const routes = bindings(operations).filter(({ operation: { input } }) =>
  ['characterId', 'fileId', 'alias'].some((field) => field in input.shape),
);

/** Well formed for every one of them. */
const body = {
  name: 'new one',
  content: 'a word',
  category: 'general',
  query: 'tea',
  aliases: ['another'],
  tags: ['x'],
  personality: 'x',
  importance: 'LOW',
  status: 'IDLE',
  visibility: 'PUBLIC',
  fileName: 'a.md',
  filePath: 'a.md',
  ids: ['a'],
  memories: [{ content: 'a word', category: 'general' }],
  change: { importance: 'LOW' },
  revision: 1,
  fileContent: 'x',
  newName: 'x',
  batchId: id(3),
  keepId: 'x',
  deleteId: 'y',
  otherId: 'z',
  message: JSON.stringify({ form: 2 }),
  days: 1,
  memoryIds: ['a'],
  decision: 'keep',
};

/** Callers who must not see a private character of another member: a member, and an OWNER by a key for another one. */
const outsiders: [who: string, key: (http: Http) => Promise<string>][] = [
  ['an ADMIN', (http) => http.keyOf('ADMIN')],
  [
    'a key of an OWNER that is limited to another character',
    async ({ ask }) => {
      await ask('POST', '/v1/characters', { body: { name: 'Other' } });
      return String((await ask('POST', '/v1/keys', { body: { characterIds: ['Other'] } })).body.key);
    },
  ],
];

test.each(outsiders)('no route reveals to %s that a private character exists', async (_, keyOf) => {
  const http = await openHttp();
  const [maker, outsider] = [await http.keyOf('MEMBER'), await keyOf(http)];
  const make = async (path: string, given: object) =>
    (await http.ask('POST', path, { key: maker, body: given })).body as Record<string, string>;
  const made = await make('/v1/characters', { name: 'Hidden', visibility: 'PRIVATE' });
  const at = `/v1/characters/${made.id}`;
  await http.ask('PUT', `${at}/aliases`, { key: maker, body: { aliases: ['secret'] } });
  const memory = await make(`${at}/memories/direct`, { content: 'likes tea', category: 'general' });
  const file = await make(`${at}/sync`, { filePath: 'notes.md', fileContent: '- likes coffee\n' });
  const hidden = {
    characterId: made.id!,
    memoryId: memory.id!,
    fileId: file.fileId!,
    alias: 'secret',
    name: 'general',
  };
  const missing = { ...hidden, characterId: id(1), fileId: id(2), alias: 'nobody' };

  const answers = async (values: Record<string, string>) => {
    const told: Record<string, string> = {};
    for (const { operation, rest, pathParameters, query, hasBody } of routes) {
      const path = pathParameters.reduce(
        (all, { name, field }) => all.replace(`{${name}}`, encodeURIComponent(values[field] ?? '')),
        rest.path,
      );
      const isOfPath = (name: string) => pathParameters.some(({ field }) => field === name);
      // A field of that name has two meanings.
      const ofOne: Record<string, object> = {
        clone_character: { memories: 'copy' },
        join_names: { name: 'tea', alias: 'green tea' },
        explain_prompt: { prompt: 'Who likes tea?' },
      };
      const own = ofOne[operation.name] ?? {};
      const inBody = { ...body, ...own, characterId: values.characterId };
      const taken = Object.entries(inBody).filter(([name]) => name in operation.input.shape && !isOfPath(name));
      const asked = { key: outsider, ...(hasBody && { body: Object.fromEntries(taken) }) };
      const ofPath = {
        characterId: values.characterId,
        days: '1',
        ...(operation.name === 'describe_name' && { name: 'tea' }),
      };
      const asks = Object.entries(ofPath).filter(([name]) => query.has(name) && !hasBody);
      const where = `${path}?${asks.map(([name, value]) => `${name}=${value}`).join('&')}`;
      const { status, text } = await http.ask(rest.method, where, asked);
      const said = Object.values(values).reduce((all, value) => all.replaceAll(value, '…'), text);
      told[`${operation.name} ${rest.path}`] = `${status} ${said}`;
    }
    return told;
  };

  const told = await answers(hidden);
  expect(told).toStrictEqual(await answers(missing));
  expect(Object.keys(told).length).toBeGreaterThan(25);
  const isRefused = (answer: string) =>
    answer.startsWith('404') || answer.includes('for members themselves, not for keys');
  expect(Object.entries(told).filter(([, answer]) => !isRefused(answer))).toStrictEqual([
    // Of all characters that the caller sees: it takes no id.
    ['list_memories /v1/memories', expect.stringMatching(/^200 .*"memories":\[\]/)],
  ]);
});

test('a change of sharing or role takes effect at once', async () => {
  const http = await openHttp();
  const member = { id: id(20), name: 'Grace', role: 'MEMBER' as const };
  await http.session.store.members.add('local', member, 0);
  const { body: issued } = await http.ask('POST', '/v1/keys', { body: { member: 'Grace' } });
  const key = issued.key as string;
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada', visibility: 'PRIVATE' } });
  const share = (given: object) => http.ask('PUT', '/v1/characters/Ada/sharing', { body: given });
  const see = async () => (await http.ask('GET', '/v1/characters/Ada', { key })).status;
  const listed = async () => (await http.ask('GET', '/v1/characters?visibility=PRIVATE', { key })).body.total;
  expect([await see(), await listed()]).toStrictEqual([404, 0]);
  await share({ members: [{ member: 'Grace', access: 'READ' }] });
  expect([await see(), await listed()]).toStrictEqual([200, 1]);
  const write = await http.ask('PUT', '/v1/characters/Ada/tags', { key, body: { tags: ['x'] } });
  expect(write).toMatchObject({ status: 403, body: { error: { type: 'AccessDenied' } } });
  await share({ members: [] });
  expect([await see(), await listed()]).toStrictEqual([404, 0]);
  await http.session.store.members.change(member.id, { role: 'OWNER' }, http.session.clock.now);
  expect([await see(), await listed()]).toStrictEqual([200, 1]);
});
