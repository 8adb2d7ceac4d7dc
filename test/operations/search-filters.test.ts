import { beforeEach, expect, test } from 'vitest';
import { type Body, openSession } from '../support/harness.ts';

const characterId = 'Ada';
let session: Awaited<ReturnType<typeof openSession>>;

beforeEach(async () => {
  session = await openSession();
  await session.call('create_character', { name: 'Ada' });
  const add = (content: string, more: object) =>
    session.call('add_memory_direct', { characterId, content, category: 'general', ...more });
  await add('The harbour crane was repaired in spring', { importance: 'HIGH', occurredAt: '2024-03-01T00:00:00Z' });
  await add('The harbour master is called Inês', { occurredAt: '2024-05-01T00:00:00Z' });
  await add('A ship', { occurredAt: '2024-05-02T00:00:00Z' });
  await session.call('sync_file', {
    characterId,
    filePath: 'notes/port.md',
    fileContent: '- The harbour closes at ten\n',
  });
});

async function found(filter: object, query = 'harbour'): Promise<string[]> {
  const { memories } = await session.call('search_memories', { characterId, query, ...filter });
  return (memories as Body[]).map(({ content }) => String(content).slice(0, 24)).sort();
}

const crane = 'The harbour crane was re';
const master = 'The harbour master is ca';
const note = 'port: The harbour closes';

test.each<[name: string, filter: object, expected: string[]]>([
  ['nothing', {}, [crane, master, note]],
  ['since', { since: '2024-04-01T00:00:00Z', until: '2024-06-01T00:00:00Z' }, [master]],
  ['until', { until: '2024-05-01T00:00:00Z' }, [crane]],
  ['importance', { importance: 'HIGH' }, [crane]],
  ['source', { source: 'file' }, [note]],
  ['a file by its path', { file: 'notes/port.md' }, [note]],
  ['several together', { importance: 'HIGH', since: '2024-04-01T00:00:00Z' }, []],
  ['a category with them', { category: 'general', importance: 'HIGH' }, [crane]],
])('a search is filtered by %s', async (_, filter, expected) => {
  expect(await found(filter)).toStrictEqual(expected);
});

test('a search is filtered by a file’s id, and an unknown one is FileNotFound', async () => {
  const { files } = await session.call('list_files', { characterId });
  expect(await found({ file: (files as Body[])[0]!.fileId })).toStrictEqual([note]);
  expect(await session.fault('search_memories', { characterId, query: 'harbour', file: 'other.md' })).toMatchObject({
    type: 'FileNotFound',
  });
});

test('minRelevance drops the rest, and total counts the others', async () => {
  const query = 'Who is the harbour master?';
  const all = await session.call('search_memories', { characterId, query });
  const relevances = (all.memories as Body[]).map(({ salience }) => Number(salience));
  expect(relevances.length).toBeGreaterThan(1);
  const best = await session.call('search_memories', { characterId, query, minRelevance: relevances[0] });
  expect(best).toMatchObject({ total: 1, memories: [{ content: 'The harbour master is called Inês' }] });
  expect(await session.call('search_memories', { characterId, query, minRelevance: 1 })).toMatchObject({ total: 0 });
});
