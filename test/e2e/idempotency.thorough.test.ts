import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { startServer } from '../support/spawned.ts';

type Result = { structuredContent: { memories: object[] }; _meta?: { replayed?: boolean } };

test('a call sent to two servers of one store at once, and after a kill, runs once', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const servers = await Promise.all([startServer(path), startServer(path)]);
  await servers[0].call('create_character', { name: 'Ada' });
  const call = async (at: 0 | 1, requestId: string) => {
    const given = { characterId: 'Ada', content: 'Ada prefers tea to coffee. She lives in Turin.' };
    const { result } = await servers[at].request('tools/call', {
      name: 'add_memory',
      arguments: given,
      _meta: { requestId },
    });
    return result as unknown as Result;
  };
  const requestId = randomUUID();
  const answers = await Promise.all([call(0, requestId), call(1, requestId)]);
  expect(answers[0].structuredContent).toStrictEqual(answers[1].structuredContent);
  expect(answers.map(({ _meta }) => _meta?.replayed ?? false).toSorted()).toStrictEqual([false, true]);
  servers[0].child.kill('SIGKILL');
  await servers[0].ended();
  expect(await call(1, requestId)).toMatchObject({ _meta: { replayed: true } });
  expect(await servers[1].call('list_memories', { characterId: 'Ada' })).toMatchObject({
    total: answers[0].structuredContent.memories.length,
  });
});
