import { expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { type Binding, bindings } from '../../src/http/bindings.ts';
import { type Http, openHttp } from '../support/http-harness.ts';
import { fc, holds } from '../support/law.ts';

const bound = bindings(operations);

interface Side {
  key: string;
  character: string;
  memory: string;
  file: string;
  member: string;
  keyId: string;
  /** A word in every text that this tenant stores. */
  mark: string;
}

/** A tenant with a character, an alias, a category, a memory and a member who has a key, all marked. */
async function populate(http: Http, name: string): Promise<Side> {
  const { text: key } = await http.tenant(name);
  const mark = `mark${name}`;
  const make = async (method: string, path: string, body: unknown) => {
    const answer = await http.ask(method, path, { key, body });
    expect(answer.status).toBeLessThan(300);
    return String(answer.body.id ?? answer.body.fileId);
  };
  const character = await make('POST', '/v1/characters', { name: `${mark} one`, tags: [mark] });
  await make('PUT', `/v1/characters/${character}/aliases`, { aliases: [`${mark} alias`] });
  await make('POST', `/v1/characters/${character}/categories`, { name: `${mark} kind` });
  const memory = await make('POST', `/v1/characters/${character}/memories/direct`, {
    content: `${mark} likes tea`,
    category: 'facts',
  });
  const file = await make('POST', `/v1/characters/${character}/sync`, {
    filePath: `${mark}.md`,
    fileContent: `- ${mark} likes coffee\n`,
  });
  const member = await make('POST', '/v1/members', { name: `${mark} member`, role: 'MEMBER' });
  const keyId = await make('POST', '/v1/keys', { name: `${mark} likes keys`, member });
  return { key, character, memory, file, member, keyId, mark };
}

/** All that a tenant can see. */
async function view(http: Http, { key, character, file }: Side): Promise<string> {
  const paths = [
    '/v1/characters?status=ALL&limit=100',
    `/v1/characters/${character}/memories?state=ALL&limit=100`,
    `/v1/characters/${character}/categories`,
    `/v1/characters/${character}/export`,
    `/v1/characters/${character}/sync/status`,
    `/v1/files?characterId=${character}`,
    `/v1/files/${file}`,
    '/v1/members',
    '/v1/keys',
  ];
  const texts: string[] = [];
  for (const path of paths) texts.push((await http.ask('GET', path, { key })).text);
  return texts.join('\n').replaceAll(/,"lastUsedAt":"[^"]*"/g, '');
}

/** A request of one tenant with ids of the other in every place for an id. */
function foreignRequest(binding: Binding, theirs: Side, choice: number) {
  const references = [theirs.character, `${theirs.mark} one`, `${theirs.mark} alias`];
  const values: Record<string, string> = {
    characterId: references[choice % references.length] ?? '',
    memoryId: theirs.memory,
    fileId: theirs.file,
    memberId: choice % 2 === 0 ? theirs.member : `${theirs.mark} member`,
    keyId: theirs.keyId,
    alias: `${theirs.mark} alias`,
    name: `${theirs.mark} kind`,
  };
  const path = binding.pathParameters.reduce(
    (all, { name, field }) => all.replace(`{${name}}`, encodeURIComponent(values[field] ?? theirs.memory)),
    binding.rest.path,
  );
  const body = {
    characterId: theirs.character,
    name: `new ${choice}`,
    content: `word ${choice}`,
    category: 'facts',
    query: 'likes tea',
    aliases: [`alias ${choice}`],
    tags: ['x'],
    personality: 'x',
    importance: 'LOW',
    member: theirs.member,
    role: 'OWNER',
    status: 'SUSPENDED',
    fileName: 'a.md',
    filePath: 'a.md',
    fileContent: 'x',
  };
  const query = binding.query.has('characterId') ? `?characterId=${theirs.character}` : '';
  return { method: binding.rest.method, path: binding.hasBody ? path : `${path}${query}`, body };
}

test('no request of one tenant shows or changes another’s data', async () => {
  const http = await openHttp();
  const sides = [await populate(http, 'Red'), await populate(http, 'Blue')] as const;
  const asking = fc.record({
    side: fc.constantFrom(0, 1),
    requests: fc.array(fc.record({ binding: fc.constantFrom(...bound), choice: fc.nat(1_000) }), {
      minLength: 1,
      maxLength: 12,
    }),
  });
  await holds(
    fc.asyncProperty(asking, async ({ side, requests }) => {
      const [own, theirs] = side === 0 ? sides : [sides[1], sides[0]];
      const before = await view(http, theirs);
      for (const { binding, choice } of requests) {
        const { method, path, body } = foreignRequest(binding, theirs, choice);
        const asked = { key: own.key, ...(binding.hasBody && { body }) };
        const { text, status } = await http.ask(method, path, asked);
        if (binding.pathParameters.length > 0) expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
        // An error may repeat the input; a record of the other tenant would show its content.
        expect(text).not.toContain(`${theirs.mark} likes`);
        if (status < 400) expect(text).not.toContain(theirs.mark);
      }
      expect(await view(http, theirs)).toBe(before);
    }),
    25,
  );
});

test('another tenant’s objects are reported as not found', async () => {
  const http = await openHttp();
  const [red, blue] = [await populate(http, 'Red'), await populate(http, 'Blue')];
  const foreign = await http.ask('GET', `/v1/characters/${blue.character}`, { key: red.key });
  const missing = await http.ask('GET', `/v1/characters/${red.memory}`, { key: red.key });
  expect(foreign).toMatchObject({ status: 404, body: { error: { type: 'CharacterNotFound' } } });
  expect(foreign.text.replaceAll(blue.character, '')).toBe(missing.text.replaceAll(red.memory, ''));
  const memory = await http.ask('GET', `/v1/characters/${red.character}/memories/${blue.memory}`, { key: red.key });
  expect(memory).toMatchObject({ status: 404, body: { error: { type: 'MemoryNotFound' } } });
});
